import assert from "node:assert/strict";
import { isBreaking } from "../../src/schema/diff/changes.ts";
import { compareSchemas } from "../../src/schema/diff/compare-schemas.ts";
import { loadSchema } from "../../src/schema/load.ts";

type Spec = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const gate = "park:index:Gate";
const hinge = "park:index:Hinge";
const schemaOf = (spec: Spec) => loadSchema(Buffer.from(JSON.stringify({ name: "park", version: "1.0.0", ...spec })));
const resource = (spec: Spec): Spec => ({ resources: { [gate]: spec } });
const ofInput = (a: Spec): Spec => resource({ inputProperties: { a } });
const ofType = (spec: Spec): Spec => ({
  ...ofInput({ $ref: `#/types/${hinge}` }),
  types: { [hinge]: spec },
});

/** Returns the changes in the form `! resource TOKEN PART CHANGE`. Breaking changes begin with `!`. */
function changes(old: Spec, now: Spec): readonly string[] {
  return compareSchemas({ old: schemaOf(old), new: schemaOf(now) }).changes.map((change) => {
    const part = change.part === undefined ? "" : ` ${change.part.kind} ${change.part.name}`;
    return `${isBreaking(change) ? "! " : ""}${change.of} ${change.token}${part} ${change.change}`;
  });
}

describe("comparing two versions of a package", () => {
  for (const [title, old, now, expected] of [
    ["a removed resource type", resource({}), {}, [`! resource ${gate} removed`]],
    [
      "a resource that lists its old token",
      resource({}),
      { resources: { "park:index:Door": { aliases: [{ type: gate }] } } },
      [`resource ${gate} moved`],
    ],
    ["a removed input", ofInput(text), resource({}), [`! resource ${gate} input a removed`]],
    ["an input of another type", ofInput(text), ofInput({ type: "number" }), [`! resource ${gate} input a retyped`]],
    [
      "a list of another type",
      ofInput({ type: "array", items: text }),
      ofInput({ type: "array", items: { type: "integer" } }),
      [`! resource ${gate} input a retyped`],
    ],
    [
      "an existing input that becomes required",
      ofInput(text),
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      [`! resource ${gate} input a required`],
    ],
    [
      "a new required input",
      resource({}),
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      [`! resource ${gate} input a required`],
    ],
    ["a new optional input", resource({}), ofInput(text), []],
    [
      "an input that is no longer required",
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      ofInput(text),
      [],
    ],
    [
      "an input that now forces replacement",
      ofInput(text),
      ofInput({ ...text, willReplaceOnChanges: true }),
      [`! resource ${gate} input a replaces`],
    ],
    ["an input that no longer forces replacement", ofInput({ ...text, replaceOnChanges: true }), ofInput(text), []],
    [
      "an input that becomes secret",
      ofInput(text),
      ofInput({ ...text, secret: true }),
      [`resource ${gate} input a secret`],
    ],
    [
      "an input that becomes deprecated",
      ofInput(text),
      ofInput({ ...text, deprecationMessage: "x" }),
      [`resource ${gate} input a deprecated`],
    ],
    [
      "a property of an input type that becomes required",
      ofType({ type: "object", properties: { b: text } }),
      ofType({ type: "object", properties: { b: text }, required: ["b"] }),
      [`! type ${hinge} property b required`],
    ],
    [
      "a property of an output type that becomes required",
      { ...ofType({ type: "object", properties: { b: text } }), resources: {} },
      { ...ofType({ type: "object", properties: { b: text }, required: ["b"] }), resources: {} },
      [],
    ],
    [
      "a removed enum value",
      ofType({ type: "string", enum: [{ value: "x" }, { value: "y" }] }),
      ofType({ type: "string", enum: [{ value: "y" }, { value: "z" }] }),
      [`! type ${hinge} value x removed`],
    ],
    [
      "a renamed type that contains itself",
      ofType({ type: "object", properties: { next: { $ref: `#/types/${hinge}` } } }),
      {
        ...ofInput({ $ref: "#/types/park:index:Joint" }),
        types: { "park:index:Joint": { type: "object", properties: { next: { $ref: "#/types/park:index:Joint" } } } },
      },
      [`type ${hinge} renamed`],
    ],
    [
      "a changed function",
      {
        functions: { "park:index:get": { inputs: { properties: { id: text } }, outputs: { properties: { a: text } } } },
      },
      {
        functions: {
          "park:index:get": { inputs: { properties: { id: text }, required: ["id"] }, outputs: { properties: {} } },
        },
      },
      ["! function park:index:get input id required", "! function park:index:get output a removed"],
    ],
    [
      "the provider and its configuration, once",
      { config: { variables: { region: text } }, provider: { inputProperties: { region: text } } },
      { config: {}, provider: {} },
      ["! provider pulumi:providers:park input region removed"],
    ],
  ] as const) {
    it(`lists ${title}`, () => assert.deepEqual(changes(old, now), expected));
    it(`lists no changes if both schemas are equal (${title})`, () => {
      assert.deepEqual(changes(old, old), []);
      assert.deepEqual(changes(now, now), []);
    });
  }

  it("counts additions to a package", () => {
    const { added } = compareSchemas({
      old: schemaOf(resource({})),
      new: schemaOf({
        resources: { [gate]: { inputProperties: { a: text } }, "park:index:Door": {} },
        functions: { "park:index:get": {} },
      }),
    });
    assert.deepEqual(added, {
      resources: ["park:index:Door"],
      functions: ["park:index:get"],
      types: [],
      properties: 1,
      values: 0,
    });
  });
});
