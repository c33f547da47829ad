/** The simulated cloud under the real engine: what is made there stays as it is, and the peer can import it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareStates, resourceOf, showDifferences } from "./compare-states.ts";
import { readJournal } from "./journal.ts";
import { describe as show } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";

class Site extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Site", name, {}, opts);
  }
}

const south = new simcloud.Provider("south", { region: "south-1", assumeRole: { roleArn: "arn:sim:iam::1:role/r", tags: { a: "b" } } });
const site = new Site("site", { providers: [south] });
const vpc = new simcloud.network.Vpc("vpc", { cidrBlock: "10.0.0.1/16", tags: { Name: "main" } });
const subnet = new simcloud.network.Subnet("subnet", { vpcId: vpc.id, cidrBlock: "10.0.1.0/24" });
const group = new simcloud.network.SecurityGroup("group", {
  vpcId: vpc.id,
  ingress: [
    { protocol: "tcp", fromPort: 443, toPort: 443, cidrBlocks: ["0.0.0.0/0"] },
    { protocol: "icmp", fromPort: 0, toPort: 0, cidrBlocks: ["10.0.0.0/8"] },
  ],
});
const bucket = new simcloud.storage.Bucket("bucket", { bucket: "records" }, { parent: site });
new simcloud.storage.BucketPolicy("policy", {
  bucket: bucket.id,
  policy: pulumi.jsonStringify({ Version: "2012", Statement: [{ Effect: "Allow", Action: ["s:Get"], Resource: bucket.arn }] }),
}, { parent: site });
new simcloud.storage.BucketObject("object", {
  bucket: bucket.bucket, key: "a/b.txt", source: new pulumi.asset.StringAsset("hello"),
}, { parent: site });
const role = new simcloud.iam.Role("role", { assumeRolePolicy: JSON.stringify({ Statement: [] }) });
const dead = new simcloud.queue.Queue("dead", { name: "dead.fifo", fifoQueue: true });
const queue = new simcloud.queue.Queue("queue", { name: "work", redrivePolicy: pulumi.jsonStringify({ target: dead.arn, max: 3 }) });
new simcloud.compute.Function("function", {
  role: role.arn, runtime: "nodejs20.x", labels: { "foo.bar": "1", $schema: "2", "a b": "3" },
  environment: { variables: { QUEUE: queue.url }, secrets: { KEY: pulumi.secret("canary-0002") } },
  triggers: [{ kind: "queue", queueArn: queue.arn, batchSize: 1 }, { kind: "schedule", expression: "rate(1 day)" }],
});
new simcloud.dns.Record("record", { zone: "example.com", name: "text", type: "TXT", ttl: 0, records: ["say \\"\${hi}\\"\\n\\u{1f600}"] });
new simcloud.db.Instance("db", { engine: "postgres", instanceClass: "small", username: "u", password: pulumi.secret("canary-0003") });
`;

describe("the simulated cloud under the real engine", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openSimcloudStack(tools);
    await stack.compile(program);
  });
  after(() => stack?.dispose());

  it("makes what the program says, keeps it, and answers the peer's import", async () => {
    assert.equal((await stack.up()).create, 15);
    const made = await stack.exportState({ showSecrets: true });
    const preview = await stack.previewExpectingNoChanges();
    assert.equal(preview.code, 0, show(preview));
    assert.deepEqual(await stack.up(), { same: 15 });
    assert.equal(showDifferences(compareStates(made, await stack.exportState({ showSecrets: true }))), "");
    const calls = readJournal(stack.env);
    assert.equal(calls.get("Create"), 12);
    assert.equal(calls.get("Update"), undefined);

    const peer = await openSimcloudStack(tools, { SIMCLOUD_FILE: String(stack.env.SIMCLOUD_FILE) });
    try {
      const north = resourcesOf(made).filter(({ provider }) => /::default_/.test(String(provider)));
      const resources = north
        // Read does not tell the password, and the peer cannot be told it.
        .filter(({ type }) => !type.includes("db/"))
        .map(({ type, urn, id }) => ({ type, id, name: urn.split("::").at(-1) }));
      assert.equal(resources.length, 8);
      const specs = join(peer.root, "specs.json");
      writeFileSync(specs, JSON.stringify({ resources }));
      const ran = await peer.pulumi("import", "-f", specs, "--yes", "--skip-preview", "--generate-code=false");
      assert.equal(ran.code, 0, show(ran));
      const imported = await peer.exportState();
      assert.deepEqual(resourceOf(imported, "::vpc").inputs, {
        ...(resourceOf(imported, "::vpc").inputs as object),
        cidrBlock: "10.0.0.0/16",
      });
    } finally {
      await peer.dispose();
    }
  });
});
