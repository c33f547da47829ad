/** Differences between two versions of a package. */
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

/** The changes as `! of token part change`; `!` breaks something. */
function changes(old: Spec, now: Spec): readonly string[] {
  return compareSchemas({ old: schemaOf(old), new: schemaOf(now) }).changes.map((change) => {
    const part = change.part === undefined ? "" : ` ${change.part.kind} ${change.part.name}`;
    return `${isBreaking(change) ? "! " : ""}${change.of} ${change.token}${part} ${change.change}`;
  });
}

describe("two versions of a package", () => {
  for (const [title, old, now, expected] of [
    ["a removed resource", resource({}), {}, [`! resource ${gate} removed`]],
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
      "an input that is required",
      ofInput(text),
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      [`! resource ${gate} input a required`],
    ],
    [
      "a new input that is required",
      resource({}),
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      [`! resource ${gate} input a required`],
    ],
    ["a new input", resource({}), ofInput(text), []],
    [
      "an input that is required no more",
      resource({ inputProperties: { a: text }, requiredInputs: ["a"] }),
      ofInput(text),
      [],
    ],
    [
      "an input that replaces",
      ofInput(text),
      ofInput({ ...text, willReplaceOnChanges: true }),
      [`! resource ${gate} input a replaces`],
    ],
    ["an input that replaces no more", ofInput({ ...text, replaceOnChanges: true }), ofInput(text), []],
    ["a secret", ofInput(text), ofInput({ ...text, secret: true }), [`resource ${gate} input a secret`]],
    [
      "a deprecation",
      ofInput(text),
      ofInput({ ...text, deprecationMessage: "x" }),
      [`resource ${gate} input a deprecated`],
    ],
    [
      "a property of a type of inputs that is required",
      ofType({ type: "object", properties: { b: text } }),
      ofType({ type: "object", properties: { b: text }, required: ["b"] }),
      [`! type ${hinge} property b required`],
    ],
    [
      "a property of a type of outputs that is required",
      { ...ofType({ type: "object", properties: { b: text } }), resources: {} },
      { ...ofType({ type: "object", properties: { b: text }, required: ["b"] }), resources: {} },
      [],
    ],
    [
      "a value of an enum",
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
      "a function",
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
    it(`report ${title}`, () => assert.deepEqual(changes(old, now), expected));
    it(`report nothing in one version: ${title}`, () => {
      assert.deepEqual(changes(old, old), []);
      assert.deepEqual(changes(now, now), []);
    });
  }

  it("count what is added", () => {
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
