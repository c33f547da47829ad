/** `imp sync` on a real program and the real Pulumi: what it takes into the program is not changed by the next update. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { imp } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { type Ran, showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";

new simcloud.iam.Role("sealed", { name: "sealed", description: pulumi.secret("canary-0001"), assumeRolePolicy: "{}" });
const vpc = new simcloud.network.Vpc("vpc", { cidrBlock: "10.0.0.0/16", tags: { Name: "main" } });
new simcloud.network.SecurityGroup("group", {
  vpcId: vpc.id,
  ingress: [
    { protocol: "tcp", fromPort: 443, toPort: 443, cidrBlocks: ["0.0.0.0/0"] },
    { protocol: "icmp", fromPort: 0, toPort: 0, cidrBlocks: ["10.0.0.0/8"] },
  ],
});
new simcloud.storage.Bucket("bucket", { bucket: "records", acl: "private", versioning: { enabled: true } });
new simcloud.iam.Role("role", { name: "role", description: "before", assumeRolePolicy: JSON.stringify({ Statement: [] }) });
new simcloud.queue.Queue("queue", { name: "work", visibilityTimeoutSeconds: 30, tags: { a: "1", b: "2" } });
new simcloud.dns.Record("record", { zone: "example.com", name: "text", type: "TXT", ttl: 60, records: ["one", "two"] });
`;

/** The properties of objects that a console can change, by the type of the object. */
const changes: Readonly<Record<string, fc.Arbitrary<object>>> = {
  "network/vpc:Vpc": fc.record({ tags: tags(), enableDnsHostnames: fc.boolean() }),
  "storage/bucket:Bucket": fc.record({ acl: fc.constantFrom("private", "public-read"), tags: tags() }),
  "iam/role:Role|role": fc.record({
    description: fc.constantFrom("before", 'say "hi"\n'),
    maxSessionDuration: fc.constantFrom(3600, 7200),
    assumeRolePolicy: fc.constantFrom('{"Statement":[]}', '{"Statement":[{"Effect":"Deny"}]}'),
  }),
  "queue/queue:Queue": fc.record({ visibilityTimeoutSeconds: fc.constantFrom(30, 45), tags: tags() }),
  "dns/record:Record": fc.record({
    ttl: fc.constantFrom(60, 90),
    records: fc.subarray(["one", "two", "three"], { minLength: 1 }),
  }),
};

function tags(): fc.Arbitrary<object> {
  return fc.dictionary(fc.constantFrom("Name", "a", "b", "a-b"), fc.constantFrom("main", "1", "x y"));
}

/** Changes objects of the cloud. */
function changeObjects(stack: RealStack, changed: Readonly<Record<string, object>>): void {
  const file = join(stack.root, "cloud.json");
  const cloud = JSON.parse(readFileSync(file, "utf8")) as { readonly objects: Record<string, { tags?: object }> };
  for (const [key, object] of Object.entries(cloud.objects)) {
    const type = Object.keys(changed).find(
      (name) => key.includes(`|simcloud:${name}|`) || key.endsWith(`|simcloud:${name}`),
    );
    const properties: { readonly tags?: object } = type === undefined ? {} : (changed[type] ?? {});
    const all = properties.tags === undefined ? {} : { tagsAll: properties.tags };
    cloud.objects[key] = { ...object, ...properties, ...all };
  }
  writeFileSync(file, JSON.stringify(cloud));
}

describe("imp sync with the real Pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openSimcloudStack(tools, { PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
    writeFileSync(join(stack.directory, "index.ts"), program);
    await up();
  });
  after(async () => await stack?.dispose());

  /** Pulumi runs the compiled program, because ts-node takes minutes for the SDK. imp edits and runs the source code. */
  function compiled(isCompiled: boolean): void {
    const main = isCompiled ? { main: "bin/index.js" } : {};
    writeFileSync(join(stack.directory, "package.json"), JSON.stringify({ name: "estate", ...main }));
    if (isCompiled) stack.transpile();
  }

  async function sync(...args: string[]): Promise<Ran> {
    compiled(false);
    return await imp(stack, "sync", ...args);
  }

  async function pulumi(...args: string[]): Promise<Ran> {
    compiled(true);
    return await stack.pulumi(...args);
  }

  async function up(): Promise<void> {
    compiled(true);
    await stack.up();
  }

  const source = (): string => readFileSync(join(stack.directory, "index.ts"), "utf8");

  it("takes random changes into the program, so that a refresh and an update change nothing", async () => {
    const samples = fc.sample(fc.record(changes), process.env.IMP_PROVE === "1" ? 40 : 4);
    for (const changed of samples) {
      changeObjects(stack, changed);
      const ran = await sync("--take", "cloud", "--yes", "--json");
      assert.equal(ran.code, 0, `${JSON.stringify(changed)}\n${showRun(ran)}\n${source()}`);
      const preview = await pulumi("preview", "--refresh", "--expect-no-changes");
      assert.equal(preview.code, 0, `${JSON.stringify(changed)}\n${showRun(preview)}\n${source()}`);
    }
  });

  it("writes the state that pulumi refresh writes", async () => {
    changeObjects(stack, { "dns/record:Record": { ttl: 120 }, "queue/queue:Queue": { visibilityTimeoutSeconds: 50 } });
    const ran = await sync("--take", "cloud", "--yes");
    assert.equal(ran.code, 0, showRun(ran));
    const { deployment } = await stack.exportState();
    await pulumi("refresh", "--yes");
    const refreshed = await stack.exportState();
    const entries = (resources: typeof deployment.resources): unknown =>
      resources?.map(({ modified: _, ...entry }) => entry);
    assert.deepEqual(entries(deployment.resources), entries(refreshed.deployment.resources));
  });

  it("leaves secrets in the program, and encrypts them in the state", async () => {
    changeObjects(stack, { "iam/role:Role|sealed": { description: "canary-0002" } });
    for (const [choice, code] of [
      ["cloud", 3],
      ["program", 0],
    ] as const) {
      const ran = await sync("--take", choice, "--yes", "--json");
      assert.equal(ran.code, code, showRun(ran));
      assert.doesNotMatch(ran.stdout + ran.stderr + source(), /canary-0002/);
      if (choice === "cloud") assert.match(ran.stdout, /config\.requireSecret/);
    }
    assert.doesNotMatch(JSON.stringify(await stack.exportState()), /canary-0002/);
    assert.match(JSON.stringify(await stack.exportState({ showSecrets: true })), /canary-0002/);
    await up();
  });

  it("keeps the program, so that the next update changes exactly these resources back", async () => {
    const before = source();
    changeObjects(stack, { "dns/record:Record": { ttl: 7 }, "iam/role:Role|role": { description: "by hand" } });
    const ran = await sync("--take", "program", "--yes");
    assert.equal(ran.code, 0, showRun(ran));
    assert.equal(source(), before);
    compiled(true);
    const steps = [...(await previewSteps(stack))].filter(([, op]) => op !== "same");
    assert.deepEqual(steps.map(([urn, op]) => `${op} ${urn.split("::").at(-1)}`).sort(), [
      "update record",
      "update role",
    ]);
    await up();
    const preview = await pulumi("preview", "--refresh", "--expect-no-changes");
    assert.equal(preview.code, 0, showRun(preview));
  });
});
