/** imp drops private properties that providers add, such as `__defaults`, but keeps properties that the schema declares. */
import assert from "node:assert/strict";
import { unknownPaths } from "../../src/import/read/unknown-paths.ts";
import { fitsType } from "../../src/schema/judge/judge.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { projectToInputs, withoutFilled } from "../../src/schema/shape.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { mapValue, type PropertyMap, secretValue } from "../../src/value/value.ts";

type PlainMap = { readonly [key: string]: Plain };

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/types/shed:index:${name}` });
const inputProperties = {
  __two: text,
  tool: ref("Tool"),
  tools: { type: "array", items: ref("Tool") },
  byName: { type: "object", additionalProperties: ref("Tool") },
  labels: { type: "object", additionalProperties: text },
  deep: {
    type: "array",
    items: { type: "object", additionalProperties: { type: "object", additionalProperties: text } },
  },
  lists: { type: "object", additionalProperties: { type: "array", items: text } },
  extra: { $ref: "pulumi.json#/Any" },
  either: { oneOf: [text, { type: "object", additionalProperties: text }] },
  mistyped: text,
};
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "shed",
      version: "1.0.0",
      types: {
        "shed:index:Tool": {
          type: "object",
          properties: { __type: text, __defaults: { type: "integer" }, name: text, size: text },
          required: ["__type"],
        },
      },
      resources: { "shed:index:Shed": { inputProperties, properties: {}, requiredInputs: ["__two"] } },
    }),
  ),
);
const shed = schema.resource("shed:index:Shed");
assert.ok(shed);
const resource = shed;
const read = (plain: PlainMap): PropertyMap => fromPlainMap(plain);
const project = (plain: PlainMap): PropertyMap => projectToInputs(read(plain), resource, schema);
const setIn = (plain: PlainMap): PropertyMap => {
  return projectToInputs(withoutFilled(read(plain), resource, schema), resource, schema);
};

describe("private properties of providers in read values", () => {
  it("keeps declared properties with names that begin with __, at every level", () => {
    const declared = {
      __two: "2",
      tool: { __type: "saw", __defaults: 5 },
      tools: [{ __type: "axe" }],
      byName: { a: { __type: "b" } },
    };
    assert.deepEqual(project(declared), read(declared));
    assert.deepEqual(setIn(declared), read(declared));
  });

  it("drops undeclared properties that begin with __, and does not report them", () => {
    const given = { __two: "2", __meta: "{}", __defaults: [], tool: { __type: "saw", __x: 1 }, other: 1 };
    assert.deepEqual(project(given), read({ __two: "2", tool: { __type: "saw" } }));
    assert.deepEqual(unknownPaths(read(given), project(given)), ["other"]);
  });

  it("drops `__defaults` from maps, lists, unions, and untyped or mistyped values", () => {
    const listed = { a: "1", __defaults: [] };
    const kept = { a: "1" };
    const free = (item: Plain) => ({ b: [item, { c: item }] });
    assert.deepEqual(
      project({
        labels: listed,
        deep: [{ x: listed, __defaults: [] }],
        extra: free(listed),
        either: listed,
        mistyped: listed,
      }),
      read({ labels: kept, deep: [{ x: kept }], extra: free(kept), either: kept, mistyped: kept }),
    );
  });

  it("drops `__defaults` from a map that is secret, and from a map that contains secrets", () => {
    const listed = mapValue([...read({ a: "1", __defaults: [] })]);
    const kept = mapValue(read({ a: "1" }));
    const around = new Map([["labels", secretValue(listed)]]);
    const inside = new Map([["extra", mapValue([["b", secretValue(listed)]])]]);
    assert.deepEqual(projectToInputs(around, resource, schema), new Map([["labels", secretValue(kept)]]));
    assert.deepEqual(
      projectToInputs(inside, resource, schema),
      new Map([["extra", mapValue([["b", secretValue(kept)]])]]),
    );
  });

  it("keeps keys that begin with __ in maps if they are not the provider's", () => {
    const own = {
      labels: { __x: "1", __defaults: "mine", __meta: "m", __pulumi_raw_state_delta: "d" },
      lists: { __defaults: ["nothing here is called so"], __internal: [] },
      extra: { __defaults: { a: 1 }, __y: [{ __defaults: [1] }] },
    };
    assert.deepEqual(project(own), read(own));
    assert.deepEqual(setIn(own), read(own));
  });

  it("ignores `__defaults` when it checks whether a value fits its type", () => {
    const labels = resource.inputs.get("labels")?.type;
    assert.ok(labels);
    assert.ok(fitsType(mapValue(read({ a: "1", __defaults: [] })), labels, () => undefined));
    assert.ok(!fitsType(mapValue(read({ a: "1", __defaults: [1] })), labels, () => undefined));
  });

  it("drops the properties that a stored `__defaults` lists, except required ones", () => {
    const stored = {
      __two: "2",
      mistyped: "filled",
      __defaults: ["__two", "mistyped"],
      tools: [{ __type: "saw", name: "a", size: "s" }],
      labels: { a: "1", __defaults: [] },
      extra: [{ a: 1, b: { c: 2, d: 3, __defaults: ["c"] }, __defaults: ["a"] }],
    };
    assert.deepEqual(
      setIn(stored),
      read({
        __two: "2",
        tools: [{ __type: "saw", name: "a", size: "s" }],
        labels: { a: "1" },
        extra: [{ b: { d: 3 } }],
      }),
    );
  });
});
