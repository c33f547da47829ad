import assert from "node:assert/strict";
import type { Link } from "../../src/domain/graph.ts";
import type { ReferencedResource, ReferencedStack } from "../../src/domain/referenced-stack.ts";
import { linksToStackOutputs } from "../../src/links/stack-links.ts";
import { numberValue, secretValue, stringValue, type Value } from "../../src/value/value.ts";

const reference = "urn:pulumi:dev::app::pulumi:pulumi:StackReference::organization/network/prod";
const consumer = "urn:pulumi:dev::app::aws:ec2/subnet:Subnet::a";

const there = (type: string, name: string, id: string, arn: string): ReferencedResource => ({
  urn: `urn:pulumi:prod::network::${type}::${name}`,
  type,
  name,
  id,
  outputs: new Map([["arn", stringValue(arn)]]),
});
const vpc = there("aws:ec2/vpc:Vpc", "main", "vpc-1", "arn:vpc-1");
const bucket = there("aws:s3/bucket:Bucket", "logs-a", "logs", "arn:logs");
const policy = there("aws:s3/bucketPolicy:BucketPolicy", "logs-a", "logs", "arn:none");

const stack = (outputs: Readonly<Record<string, Value>>): ReferencedStack => ({
  name: "organization/network/prod",
  urn: reference,
  outputs: new Map(Object.entries(outputs)),
  resources: [vpc, bucket, policy],
  entries: [],
});

const to = ({ urn }: ReferencedResource, ...property: readonly string[]) => ({
  kind: "output" as const,
  referent: urn,
  property,
});

const replaced = (parts: Link["parts"], outputs: Readonly<Record<string, Value>>) => {
  const links = new Map([[consumer, [{ path: ["x"], parts }]]]);
  const found = { links, notes: new Map(), dependsOn: new Map(), proposals: new Map(), order: [] };
  const result = linksToStackOutputs(found, [stack(outputs)]);
  return { parts: result.links.links.get(consumer)?.[0]?.parts, missing: result.missing };
};

describe("references to other stacks", () => {
  it("become references to the output with the value", () => {
    assert.deepEqual(replaced([to(vpc, "id")], { vpc: stringValue("vpc-1") }), {
      parts: [{ kind: "output", referent: reference, property: ["outputs", "vpc"] }],
      missing: [],
    });
  });

  it("stay literals without such an output, and are reported once", () => {
    const parts = [to(vpc, "arn"), { kind: "text", text: "/" }, to(vpc, "arn")] as const;
    assert.deepEqual(replaced(parts, { vpc: stringValue("vpc-1") }), {
      parts: undefined,
      missing: [{ stack: "organization/network/prod", urn: vpc.urn, property: "arn" }],
    });
  });

  it("join the texts around a value that stays literal", () => {
    const parts = [{ kind: "text", text: "a/" }, to(vpc, "id"), { kind: "text", text: "/" }, to(vpc, "arn")] as const;
    assert.deepEqual(replaced(parts, { arn: stringValue("arn:vpc-1") }).parts, [
      { kind: "text", text: "a/vpc-1/" },
      { kind: "output", referent: reference, property: ["outputs", "arn"] },
    ]);
  });

  it("never use secret outputs, or outputs that are not strings", () => {
    const outputs = { secret: secretValue(stringValue("vpc-1")), number: numberValue(1) };
    assert.equal(replaced([to(vpc, "id")], outputs).parts, undefined);
  });

  it("use the output that is named after the resource, if several have the value", () => {
    const outputs = { logsABucketPolicyId: stringValue("logs"), logsAId: stringValue("logs") };
    const nameOf = (resource: ReferencedResource) => {
      const [part] = replaced([to(resource, "id")], outputs).parts ?? [];
      return part?.kind === "output" ? part.property[1] : undefined;
    };
    assert.deepEqual([nameOf(bucket), nameOf(policy)], ["logsAId", "logsABucketPolicyId"]);
  });

  it("leave references inside the stack alone", () => {
    const own = { kind: "output", referent: consumer, property: ["id"] } as const;
    assert.deepEqual(replaced([own], {}), { parts: [own], missing: [] });
  });
});
