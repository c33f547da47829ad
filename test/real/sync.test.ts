/** After `imp sync`, the real Pulumi's next update does what the user chose. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { imp } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudExecutable } from "./simcloud.ts";
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
    stack = await openSimcloudStack(tools);
    writeFileSync(join(stack.directory, "package.json"), JSON.stringify({ name: "estate", main: "bin/index.js" }));
    await stack.compile(program);
    await stack.up();
  });
  after(async () => await stack?.dispose());

  const source = (): string => readFileSync(join(stack.directory, "bin", "index.js"), "utf8");

  it("does not write a secret to the program, and encrypts it in the state", async () => {
    changeObjects(stack, { "iam/role:Role|sealed": { description: "canary-0002" } });
    for (const [choice, code] of [
      ["cloud", 3],
      ["program", 0],
    ] as const) {
      const ran = await imp(stack, "sync", "--take", choice, "--yes", "--json");
      assert.equal(ran.code, code, showRun(ran));
      assert.doesNotMatch(ran.stdout + ran.stderr + source(), /canary-0002/);
      if (choice === "cloud") assert.match(ran.stdout, /config\.requireSecret/);
    }
    assert.doesNotMatch(JSON.stringify(await stack.exportState()), /canary-0002/);
    assert.match(JSON.stringify(await stack.exportState({ showSecrets: true })), /canary-0002/);
    await stack.up();
  });

  it("keeps the program with --take program, so that pulumi up undoes the drift", async () => {
    const before = source();
    changeObjects(stack, { "dns/record:Record": { ttl: 7 }, "iam/role:Role|role": { description: "by hand" } });
    const ran = await imp(stack, "sync", "--take", "program", "--yes");
    assert.equal(ran.code, 0, showRun(ran));
    assert.equal(source(), before);
    const steps = [...(await previewSteps(stack))].filter(([, op]) => op !== "same");
    assert.deepEqual(steps.map(([urn, op]) => `${op} ${urn.split("::").at(-1)}`).sort(), [
      "update record",
      "update role",
    ]);
    await stack.up();
    const preview = await stack.pulumi("preview", "--refresh", "--expect-no-changes");
    assert.equal(preview.code, 0, showRun(preview));
  });
});

describe("imp sync of a TypeScript program with the real Pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openSimcloudStack(tools);
    stack.transpile(program);
    await stack.up();
  });
  after(async () => await stack?.dispose());

  it("writes the cloud's values with --take cloud, so that preview --refresh is empty", async () => {
    changeObjects(stack, {
      "dns/record:Record": { ttl: 7, records: ["two"] },
      "iam/role:Role|role": { description: "by hand" },
      "queue/queue:Queue": { visibilityTimeoutSeconds: 45, tags: { a: "1", c: "3" } },
    });
    // The language host of the tests runs only compiled programs. Without it on the PATH, imp starts index.ts itself.
    const env = {
      ...stack.env,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
    const provider = `simcloud=${simcloudExecutable}`;
    const ran = await imp({ ...stack, env }, "sync", "--take", "cloud", "--yes", "--provider", provider);
    assert.equal(ran.code, 0, showRun(ran));
    const after = readFileSync(join(stack.directory, "index.ts"), "utf8").split("\n");
    assert.deepEqual(
      program.split("\n").flatMap((line, index) => (line === after[index] ? [] : [after[index]])),
      [
        'new simcloud.iam.Role("role", { name: "role", description: "by hand", assumeRolePolicy: JSON.stringify({ Statement: [] }) });',
        'new simcloud.queue.Queue("queue", { name: "work", visibilityTimeoutSeconds: 45, tags: { a: "1", c: "3" } });',
        'new simcloud.dns.Record("record", { zone: "example.com", name: "text", type: "TXT", ttl: 7, records: ["two"] });',
      ],
    );
    stack.transpile();
    const preview = await stack.pulumi("preview", "--refresh", "--expect-no-changes", "--diff");
    assert.equal(preview.code, 0, showRun(preview));
  });
});
