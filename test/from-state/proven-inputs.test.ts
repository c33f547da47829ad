/** Dependencies in a state prove some of the component inputs that the state does not record. */
import assert from "node:assert/strict";
import { provenInputs, type Source } from "../../src/from-state/generate/proven-inputs.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { emptyMap } from "../../src/value/value.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "mesh",
      version: "1.0.0",
      resources: {
        "mesh:index:Cluster": {
          isComponent: true,
          inputProperties: {
            vpcId: text,
            sourceBucketName: text,
            roleArn: text,
            subnetIds: texts,
            securityGroupId: text,
            endpoint: text,
            size: { type: "integer" },
          },
        },
        "mesh:index:Vpc": {
          properties: { arn: text, defaultSecurityGroupId: text, mainRouteTableId: text, cidr: text },
          required: ["arn", "defaultSecurityGroupId", "mainRouteTableId", "cidr"],
        },
        "mesh:index:Bucket": {
          properties: { name: text, arn: text, endpoint: text },
          required: ["name", "arn", "endpoint"],
        },
        "mesh:index:Role": { properties: { arn: { ...text, secret: true } }, required: ["arn"] },
      },
    }),
  ),
);

function source(member: string, id: string, outputs: Readonly<Record<string, string>>): Source {
  const type = `mesh:index:${member}`;
  return { type, id, outputs: fromPlainMap(outputs), schema: schema.resource(type) ?? assert.fail() };
}

const sources = new Map([
  [
    "net",
    source("Vpc", "vpc-1", {
      arn: "arn:vpc",
      defaultSecurityGroupId: "sg-0",
      mainRouteTableId: "rtb-0",
      cidr: "10.0.0.0/8",
    }),
  ],
  ["store", source("Bucket", "b-1", { name: "stored", arn: "arn:b", endpoint: "https://b" })],
  ["runner", source("Role", "r-1", { arn: "arn:role" })],
]);

/** Returns the proven references, and the names of the inputs that stay unknown. */
function proven(madeOf: Readonly<Record<string, readonly string[]>>) {
  const cluster = schema.resource("mesh:index:Cluster") ?? assert.fail();
  const given = { inputs: emptyMap, madeOf: new Map(Object.entries(madeOf)), schema: cluster };
  const { values, unknown } = provenInputs(given, (urn) => sources.get(urn));
  const texts = [...values].map(([name, value]) => [name, value.kind === "string" ? value.value : value.kind]);
  return [Object.fromEntries(texts), unknown.map(({ name }) => name)];
}

describe("component inputs that a state does not record", () => {
  it("infers an input whose name contains a resource type from the ID, ARN, or name of the resource", () => {
    assert.deepEqual(proven({ vpcId: ["net"], sourceBucketName: ["store"] }), [
      { vpcId: "vpc-1", sourceBucketName: "stored" },
      [],
    ]);
  });

  it("infers an input from the output that has its name, or the last word of its name", () => {
    assert.deepEqual(proven({ endpoint: ["store"], roleArn: ["store"] }), [
      { endpoint: "https://b", roleArn: "arn:b" },
      [],
    ]);
  });

  it("infers no input if outputs conflict or are secret, or several resources match", () => {
    assert.deepEqual(proven({ securityGroupId: ["net"] }), [{}, ["securityGroupId"]]);
    assert.deepEqual(proven({ size: ["net"], subnetIds: ["net"], roleArn: ["runner"] }), [
      {},
      ["size", "subnetIds", "roleArn"],
    ]);
    assert.deepEqual(proven({ vpcId: ["net", "store"], endpoint: ["gone"] }), [{}, ["vpcId", "endpoint"]]);
  });

  it("infers only inputs of the schema", () => {
    assert.deepEqual(proven({ other: ["net"] }), [{}, []]);
  });
});
