import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { propertiesOf, schema, schemas, tokenOf } from "./estate.ts";

/** Resources with long documents, thousands of equal names, values that all resources share, and mutual references. */
function estateOf(count: number): readonly LinkableResource[] {
  const resources: LinkableResource[] = [];
  const add = (member: string, name: string, id: string, inputs: object, computed: object): void => {
    const type = tokenOf("aws", member);
    const described = schema.resource(type);
    const properties = propertiesOf(inputs as Record<string, string>);
    resources.push({
      urn: `urn:pulumi:test::links::${type}::${name}`,
      type,
      name,
      id,
      kind: "custom",
      consumer: true,
      inputs: properties,
      outputs: new Map([...properties, ...propertiesOf(computed as Record<string, string>)]),
      ...(described === undefined ? {} : { schema: described }),
    });
  };
  const account = "us-east-1:123456789012";
  const pad = (n: number): string => n.toString(16).padStart(17, "0");
  for (let i = 0; i < count / 5; i += 1) {
    const next = (i + 1) % Math.floor(count / 5);
    const rules = [{ securityGroups: [`sg-${pad(next)}`, `sg-${pad((i * 7) % next || 0)}`] }];
    add("SecurityGroup", `sg${i}`, `sg-${pad(i)}`, { name: "same", vpcId: "vpc-0000", ingresses: rules }, {});
    add("IamRole", `role${i}`, `role-${i}`, { name: `role-${i}` }, { arn: `arn:aws:iam::123456789012:role/role-${i}` });
    const statements = Array.from({ length: 20 }, (_, k) => `"arn:aws:sqs:${account}:queue-${(i + k) % 50}/x"`).join(
      ",",
    );
    const document = `{"Principal":"arn:aws:iam::123456789012:role/role-${i}","Resource":[${statements}]}`;
    const url = `https://sqs.us-east-1.amazonaws.com/123456789012/queue-${i}`;
    const arn = `arn:aws:sqs:${account}:queue-${i}`;
    add("SqsQueue", `queue${i}`, url, { name: `queue-${i}` }, { arn, url });
    add("SqsQueuePolicy", `policy${i}`, url, { queueUrl: url, policy: document }, {});
    const origins = [{ originId: "same", domainName: `d${i}.example.com` }];
    const computed = { arn: `arn:aws:cloudfront::1:distribution/E${i}`, hostedZoneId: "Z2FDTNDATAQYW2" };
    add("CloudfrontDistribution", `cdn${i}`, `E${i}ABCDEFGH`, { comment: "same", origins }, computed);
  }
  return resources;
}

describe("the time to infer references", () => {
  it("infers references between 10,000 resources in linear time", function () {
    this.timeout(60_000);
    inferLinks(estateOf(1_000), schemas);
    const times: string[] = [];
    let links = 0;
    for (const count of [1_000, 10_000]) {
      const resources = estateOf(count);
      const start = performance.now();
      const found = inferLinks(resources, schemas);
      times.push(`${count}: ${Math.round(performance.now() - start)} ms`);
      links = [...found.links.values()].flat().length;
    }
    console.log(`      ${times.join(", ")}, ${links} links`);
    // No time is asserted: a quadratic loop would exceed the timeout above.
    assert.ok(links > 5_000);
  });
});
