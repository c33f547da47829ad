import assert from "node:assert/strict";
import fc from "fast-check";
import type { Link } from "../../src/domain/graph.ts";
import { type FoundLinks, inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { formatPath } from "../../src/value/path.ts";
import { runs } from "../support/runs.ts";
import { schema as awsSchema, evaluateLink, linkables, propertiesOf, schemas, tokenOf } from "./estate.ts";
import { atPath } from "./values.ts";

/** A random resource of a type in the fixtures. It has few possible values, so that resources often have equal values. */
interface Sketch {
  readonly type: "SecurityGroup" | "SqsQueue" | "IamRole" | "S3BucketPolicy";
  readonly id: number;
  readonly parent: number;
  readonly dependency: number;
  readonly provider: boolean;
  readonly consumer: boolean;
  readonly text: readonly (string | number)[];
  readonly whole: number;
}

const filler = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom('"', ",", "/", " ", ":", "${", "\\", "*", "}", "\u{1f680}"),
);
const sketch: fc.Arbitrary<Sketch> = fc.record({
  type: fc.constantFrom("SecurityGroup", "SqsQueue", "IamRole", "S3BucketPolicy"),
  id: fc.nat(30),
  parent: fc.integer({ min: -30, max: 29 }),
  dependency: fc.integer({ min: -30, max: 29 }),
  provider: fc.boolean(),
  consumer: fc.boolean(),
  text: fc.array(fc.oneof(filler, fc.nat(12)), { maxLength: 6 }),
  whole: fc.nat(12),
});

const arnOf = (n: number): string => `arn:aws:iam::123456789012:role/r${n}`;
const providerUrn = "urn:pulumi:test::links::pulumi:providers:aws::eu";

/** Converts sketches to resources. Parents and dependencies refer to earlier resources, so they never form cycles. */
function build(sketches: readonly Sketch[]): readonly LinkableResource[] {
  const provider: LinkableResource = {
    urn: providerUrn,
    type: "pulumi:providers:aws",
    name: "eu",
    id: "0d0b7a35-9c1b-4c40-8f37-000000000001",
    kind: "provider",
    consumer: true,
    inputs: new Map(),
    outputs: new Map(),
  };
  const urns = sketches.map(({ type }, i) => `urn:pulumi:test::links::${tokenOf("aws", type)}::r${i}`);
  const resources = sketches.map((sketch, i): LinkableResource => {
    // Usually the ID is a unique number, but sometimes the number of another resource.
    const id = sketch.id < 4 ? sketch.id : i;
    const type = tokenOf("aws", sketch.type);
    const text = sketch.text.map((part) => (typeof part === "number" ? arnOf(part) : part)).join("");
    const inputs = propertiesOf({
      name: `r${id}`,
      policy: text,
      assumeRolePolicy: text,
      ingresses: [{ securityGroups: [`sg-00000000000000${sketch.whole}`], role: arnOf(sketch.whole) }],
      bucket: `r${sketch.whole}`,
      kmsMasterKeyId: `sg-00000000000000${sketch.whole}`,
    });
    const described = awsSchema.resource(type);
    const projected = new Map([...inputs].filter(([key]) => described?.inputs.has(key)));
    const parent = sketch.parent >= 0 && sketch.parent < i ? urns[sketch.parent] : undefined;
    const dependency = sketch.dependency >= 0 && sketch.dependency < i ? urns[sketch.dependency] : undefined;
    return {
      urn: urns[i] ?? "",
      type,
      name: `r${i}`,
      id: sketch.type === "SecurityGroup" ? `sg-00000000000000${id}` : `r${id}`,
      kind: "custom",
      consumer: sketch.consumer,
      inputs: projected,
      outputs: new Map([...projected, ...propertiesOf({ arn: arnOf(id) })]),
      ...(described === undefined ? {} : { schema: described }),
      ...(parent === undefined ? {} : { parent }),
      ...(dependency === undefined ? {} : { dependencies: [dependency] }),
      ...(sketch.provider ? { provider: providerUrn } : {}),
    };
  });
  return [provider, ...resources];
}

function plain(found: FoundLinks): unknown {
  const sorted = <T>(map: ReadonlyMap<string, readonly T[]>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  return { links: sorted(found.links), notes: sorted(found.notes), order: [...found.order].sort() };
}

function assertSound(resources: readonly LinkableResource[], inferred: FoundLinks): void {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  for (const [urn, links] of inferred.links) {
    const consumer = byUrn.get(urn);
    assert.ok(consumer?.consumer, "only consumers have links");
    for (const link of links) assertLink(consumer, link, byUrn);
  }
  assert.deepEqual([...inferred.order].sort(), [...byUrn.keys()].sort(), "the order contains every resource once");
  const place = new Map(inferred.order.map((urn, i) => [urn, i]));
  const before = (first: string, then: string): void =>
    assert.ok((place.get(first) ?? -1) < (place.get(then) ?? -1), `${first} before ${then}`);
  for (const { urn, parent, provider, dependencies } of resources) {
    for (const needed of [parent, provider, ...(dependencies ?? [])]) if (needed !== undefined) before(needed, urn);
    for (const link of inferred.links.get(urn) ?? []) {
      for (const part of link.parts) if (part.kind === "output") before(part.referent, urn);
    }
  }
}

function assertLink(consumer: LinkableResource, link: Link, byUrn: ReadonlyMap<string, LinkableResource>): void {
  const literal = atPath(consumer.inputs, link.path);
  assert.equal(literal?.kind, "string");
  if (literal?.kind === "string") assert.equal(evaluateLink(link, byUrn), literal.value, formatPath(link.path));
  assert.ok(link.parts.some((part) => part.kind === "output"));
  for (const [i, part] of link.parts.entries()) {
    if (part.kind === "text") assert.ok(part.text !== "" && link.parts[i - 1]?.kind !== "text");
    else assert.notEqual(part.referent, consumer.urn);
  }
}

describe("links between random resources", () => {
  const estates = fc.array(sketch, { minLength: 6, maxLength: 25, size: "max" });

  it("infers references whose values equal the literals, without cycles", () => {
    let seen = 0;
    fc.assert(
      fc.property(estates, (sketches) => {
        const resources = build(sketches);
        const found = inferLinks(resources, schemas);
        assertSound(resources, found);
        seen += [...found.links.values()].flat().length;
      }),
      { numRuns: runs(100), seed: 7 },
    );
    assert.ok(seen > 150, `expected more than 150 links, found ${seen}`);
  });

  it("infers the same references and notes for any order of the resources", () => {
    fc.assert(
      fc.property(estates, fc.infiniteStream(fc.nat()), (sketches, keys) => {
        const resources = build(sketches);
        const shuffled = resources
          .map((resource) => ({ resource, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ resource }) => resource);
        assert.deepEqual(plain(inferLinks(shuffled, schemas)), plain(inferLinks(resources, schemas)));
      }),
      { numRuns: runs(75), seed: 11 },
    );
  });

  it("infers references of the fixtures whose values equal the literals, in any order of the resources", () => {
    const resources = linkables();
    const found = inferLinks(resources, schemas);
    assertSound(resources, found);
    assert.deepEqual(plain(inferLinks([...resources].reverse(), schemas)), plain(found));
    assert.deepEqual(inferLinks(resources, schemas), found);
  });
});
