import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSchema } from "../../src/schema/load.ts";
import { wrapSecrets } from "../../src/schema/shape.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../src/schema/types.ts";
import { Overlay } from "../../src/terraform/index.ts";
import type { JsonObject } from "../../src/value/json/object.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { holdsSecret } from "../../src/value/restore-secrets.ts";
import type { PropertyMap, Value } from "../../src/value/value.ts";
import { projectRoot } from "../real/project-root.ts";
import { type ClaimedAttribute, claimingSpecification, groupOf } from "../support/claiming.ts";
import { convertedFrom } from "../support/conversions.ts";
import { randomSpecification } from "../support/random-specifications.ts";
import { runs } from "../support/runs.ts";

const fixture = (name: string): string => readFileSync(join(projectRoot, "fixtures/terraform", name), "utf8");

async function overlaid(packaged: string | object, documents: readonly (string | object)[], mapping?: object) {
  const bytesOf = (document: string | object): Buffer =>
    Buffer.from(typeof document === "string" ? document : JSON.stringify(document));
  const overlay = new Overlay(documents.map((document, i) => ({ name: `${i}.json`, bytes: bytesOf(document) })));
  const schema = await overlay.over(loadSchema(bytesOf(packaged)), async () =>
    mapping === undefined ? [] : [bytesOf(mapping)],
  );
  return { schema, overlay };
}

/** Removes the secret marks of the package. */
function withoutSecrets(text: string): string {
  return JSON.stringify(JSON.parse(text, (key, value) => (key === "secret" ? undefined : value)));
}

const everything = (schema: PackageSchema): readonly ResourceSchema[] => [
  schema.provider,
  ...schema.resourceTokens().map((token) => schema.resource(token) ?? assert.fail(token)),
];

/** Returns a value for every property of an object. Recursive types end after two levels. */
function filled(properties: ReadonlyMap<string, PropertySchema>, schema: PackageSchema, depth = 6): PropertyMap {
  return new Map([...properties.values()].map((one) => [one.name, valueFor(one.type, schema, depth)]));
}

function valueFor(type: PropertySchema["type"], schema: PackageSchema, depth: number): Value {
  if (depth === 0) return { kind: "null" };
  if (type.kind === "list") return { kind: "list", items: [valueFor(type.element, schema, depth - 1)] };
  if (type.kind === "map")
    return { kind: "map", entries: new Map([["any key", valueFor(type.element, schema, depth)]]) };
  const object = type.kind === "object" ? schema.objectType(type.name.token) : undefined;
  if (object !== undefined) return { kind: "map", entries: filled(object.properties, schema, depth - 1) };
  return { kind: "string", value: "text" };
}

/** Returns the paths of strings that are not inside a secret. */
function openTexts(values: PropertyMap, path = ""): readonly string[] {
  const inside = (value: Value, at: string): readonly string[] => {
    if (value.kind === "list") return value.items.flatMap((item) => inside(item, `${at}[]`));
    if (value.kind === "map") return openTexts(value.entries, `${at}.`);
    return value.kind === "string" ? [at] : [];
  };
  return [...values].flatMap(([name, value]) => inside(value, `${path}${name}`));
}

/** Asserts that a document marks the same values as secret as the package does, after the secret marks of the package are removed. */
async function assertHidesAsMuch(packageText: string, document: string | object, name: string): Promise<void> {
  const packageSchema = loadSchema(Buffer.from(packageText));
  const { schema, overlay } = await overlaid(withoutSecrets(packageText), [document]);
  for (const resource of everything(packageSchema)) {
    const isProvider = resource.name.token.startsWith("pulumi:providers:");
    const over = isProvider ? schema.provider : schema.resource(resource.name.token);
    for (const side of ["inputs", "outputs"] as const) {
      const values = filled(resource[side], packageSchema);
      const [expected, found] = [resource, over ?? resource].map((one, i) =>
        openTexts(wrapSecrets(values, one[side], i === 0 ? packageSchema : schema)),
      );
      const leaked = found?.filter((path) => expected?.includes(path) !== true);
      assert.deepEqual(leaked, [], `${name}: ${resource.name.token} ${side}`);
    }
  }
  assert.deepEqual(overlay.gaps(), [], name);
}

describe("a --schema document converted from its package", () => {
  it("marks the same values as secret as the package, for random specifications", async () => {
    let hidden = 0;
    for (let seed = 0; seed < runs(100); seed += 1) {
      const specification = JSON.stringify(randomSpecification(seed));
      const { text } = convertedFrom(specification);
      if (text.includes('"secret"')) hidden += 1;
      await assertHidesAsMuch(text, specification, `seed ${seed}`);
    }
    assert.ok(hidden > runs(100) / 4, String(hidden));
  });

  for (const [name, document, made] of [
    ["specification", "conversion/specification.json", "conversion/specification-package.json"],
    ["provider's schema", "conversion/provider-schema.json", "conversion/provider-package.json"],
    ["mapping", "conversion/mapping.json", "conversion/mapping-package.json"],
    ["package schema", "conversion/specification-package.json", "conversion/specification-package.json"],
  ] as const)
    it(`marks the same values as secret as the package, for a ${name}`, async () => {
      await assertHidesAsMuch(fixture(made), fixture(document), name);
    });
});

const text = { type: "string" };
const thingOf = (inputProperties: object, types: object = {}, more: object = {}) => ({
  name: "orchard",
  types,
  resources: { "orchard:index/thing:Thing": { inputProperties, properties: inputProperties, ...more } },
});

async function claimsOf(packaged: object, attributes: readonly ClaimedAttribute[], mapping?: object) {
  const { schema, overlay } = await overlaid(
    packaged,
    [claimingSpecification("orchard", { thing: attributes })],
    mapping,
  );
  const { claims } = schema.resource("orchard:index/thing:Thing") ?? {};
  assert.ok(claims);
  return { ...claims, gaps: overlay.gaps().map(({ kind, name }) => `${kind} ${name}`), schema };
}

describe("attributes of a resource in a --schema document", () => {
  const nested = { "orchard:index/Inner:Inner": { type: "object", properties: { apiKey: text, port: text } } };
  const inner = { $ref: "#/types/orchard:index/Inner:Inner" };

  it("applies a document's attributes to objects, and to the elements of lists and maps", async () => {
    const attributes = [{ name: "api_key", sensitive: true }];
    const packaged = thingOf(
      {
        one: inner,
        rules: { type: "array", items: inner },
        table: { type: "object", additionalProperties: inner },
      },
      nested,
    );
    const { secret, gaps } = await claimsOf(packaged, [
      { name: "one", kind: "list_nested", attributes },
      { name: "rule", kind: "set_nested", attributes },
      { name: "table", kind: "map_nested", attributes },
    ]);
    assert.deepEqual(secret, [
      ["one", "apiKey"],
      ["rules", "apiKey"],
      ["table", "*", "apiKey"],
    ]);
    assert.deepEqual(gaps, []);
  });

  it("marks a whole property as secret if the package does not describe its content", async () => {
    const { secret } = await claimsOf(thingOf({ any: { $ref: "pulumi.json#/Any" }, table: { type: "object" } }), [
      {
        name: "any",
        kind: "single_nested",
        attributes: [{ name: "deep", kind: "list_nested", attributes: [{ name: "key", sensitive: true }] }],
      },
      { name: "table", kind: "single_nested", attributes: [{ name: "key", sensitive: true }, { name: "open" }] },
    ]);
    assert.deepEqual(secret, [["any"], ["table"]]);
  });

  it("finds properties with the provider's mapping, and properties that the bridge renamed", async () => {
    const mapping = {
      name: "orchard",
      resources: { orchard_thing: { tok: "orchard:index/thing:Thing", fields: { odd_name: { name: "fineName" } } } },
      provider: { schema: {}, resources: {} },
    };
    const { secret, gaps } = await claimsOf(
      thingOf({ fineName: text, thingId: text, orchardUrn: text }),
      [
        { name: "odd_name", sensitive: true },
        { name: "id", requiredness: "required", sensitive: true },
        { name: "urn", sensitive: true },
      ],
      mapping,
    );
    assert.deepEqual(secret, [["fineName"], ["thingId"], ["orchardUrn"]]);
    assert.deepEqual(gaps, []);
  });

  it("resolves absolute and relative paths in the rules of attributes", async () => {
    const relative = 'stringvalidator.ConflictsWith(path.MatchRelative().AtParent().AtName("port"))';
    const { groups } = await claimsOf(
      thingOf({ a: text, b: text, c: text, rules: { type: "array", items: inner } }, nested),
      [
        { name: "a", rules: [groupOf("ExactlyOneOf", ["b", "c"]), groupOf("ConflictsWith", ["b", "gone"])] },
        { name: "b", rules: [groupOf("AtLeastOneOf", ["a", "gone"]), "stringvalidator.ConflictsWith(others...)"] },
        { name: "c", rules: ['stringvalidator.OneOf(\n"x",\n)', "stringvalidator.ConflictsWith("] },
        {
          name: "rules",
          kind: "list_nested",
          attributes: [{ name: "api_key", rules: [relative] }, { name: "port" }],
        },
      ],
    );
    assert.deepEqual(groups, [
      { kind: "exactly-one", members: [["a"], ["b"], ["c"]] },
      { kind: "at-most-one", members: [["a"], ["b"]] },
      {
        kind: "at-most-one",
        members: [
          ["rules", "apiKey"],
          ["rules", "port"],
        ],
      },
    ]);
  });

  it("never reveals secrets of the package, and ignores names of Object.prototype", async () => {
    const packaged = thingOf({ key: { ...text, secret: true }, open: text });
    const { schema, gaps } = await claimsOf(packaged, [
      { name: "key", sensitive: false },
      { name: "__proto__", sensitive: true },
      { name: "constructor", sensitive: true, requiredness: "computed" },
      { name: "to_string", sensitive: true, replaces: true },
    ]);
    const resource = schema.resource("orchard:index/thing:Thing");
    const wrapped = wrapSecrets(fromPlainMap({ key: "k", open: "o" }), resource?.inputs ?? new Map(), schema);
    assert.deepEqual(
      [...wrapped].map(([name, value]) => [name, holdsSecret(value)]),
      [
        ["key", true],
        ["open", false],
      ],
    );
    assert.deepEqual(gaps, ["properties orchard_thing.__proto__"]);
  });
});

describe("a --schema document with unusual names", () => {
  it("changes only the properties that the document names", async () => {
    const types = [
      "__proto__",
      "constructor",
      "orchard_",
      "orchard___proto__",
      "orchard_\u001b[31mred",
      "toString",
      "",
    ];
    const block = { attributes: { ["__proto__"]: { type: "string", sensitive: true }, "": { type: [] }, key: 7 } };
    const resourceSchemas = Object.fromEntries(types.map((type) => [type, { version: 0, block }]));
    const address = "registry.example/\u001b]0;x\u0007/orchard";
    const document = `{"provider_schemas":{${JSON.stringify(address)}:{"resource_schemas":${JSON.stringify(resourceSchemas).replace('"constructor"', '"__proto__":{"block":{"attributes":{"a":{"type":"string","sensitive":true}}}},"constructor"')}}}}`;
    const { schema, overlay } = await overlaid(thingOf({ open: text }), [document]);
    const resource = schema.resource("orchard:index/thing:Thing");
    assert.deepEqual(resource?.claims, undefined);
    assert.equal(({} as JsonObject).sensitive, undefined);
    const [gap, ...others] = overlay.gaps();
    assert.deepEqual([gap?.kind, gap?.count, others], ["resources", types.length, []]);
  });

  it("reads a document with many rules, blocks, and levels within 20 seconds", async () => {
    const names = Array.from({ length: 400 }, (_, i) => `a${i}`);
    const rules = [groupOf("ConflictsWith", names)];
    const deep = (levels: number): readonly ClaimedAttribute[] =>
      levels === 0
        ? [{ name: "key", sensitive: true }]
        : [{ name: "inner", kind: "single_nested", attributes: deep(levels - 1) }];
    const packaged = thingOf({
      ...Object.fromEntries(names.map((name) => [name, text])),
      inner: { $ref: "pulumi.json#/Any" },
    });
    const start = performance.now();
    const { groups, secret } = await claimsOf(packaged, [...names.map((name) => ({ name, rules })), ...deep(90)]);
    assert.equal(groups.length, 400 * 399);
    assert.deepEqual(secret, [["inner"]]);
    assert.ok(performance.now() - start < 20_000);
  });
});
