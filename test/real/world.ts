/** A handwritten program of the simulated cloud: two regions, a component, references of every kind, and secrets. */
export const worldProgram: string = `
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

/** Test secrets, which only the cloud may contain in plain text. */
export const worldSecrets: readonly string[] = ["canary-0002", "canary-0003"];

/** The inputs of its explicit provider. */
export const southInputs = {
  region: "south-1",
  assumeRole: { roleArn: "arn:sim:iam::1:role/r", tags: { a: "b" } },
};
