/** imp reads all parts of a package schema: functions, methods, the inputs of get and list, enums, overlays, and aliases. */

import assert from "node:assert/strict";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { withoutUndefined } from "../support/without-undefined.ts";

const text = { type: "string" };
const load = (schema: object): PackageSchema =>
  loadSchema(new TextEncoder().encode(JSON.stringify({ name: "farm", version: "1.0.0", ...schema })));

describe("reading a package schema", () => {
  it("accepts any value as the deprecation message of a type, like Pulumi's binder", () => {
    const types = {
      "farm:index:Old": { type: "object", deprecationMessage: { since: 2 }, properties: { a: text } },
      "farm:index:Kind": { type: "string", deprecationMessage: ["x"], enum: [{ value: "a" }] },
      "farm:index:Told": { type: "object", deprecationMessage: "Use Crop." },
    };
    const { objectType, enumType } = load({ types });
    assert.deepEqual([...(objectType("farm:index:Old")?.properties.keys() ?? [])], ["a"]);
    assert.equal(enumType("farm:index:Kind")?.deprecationMessage, undefined);
    assert.equal(objectType("farm:index:Told")?.deprecationMessage, "Use Crop.");
  });

  const farm = load({
    config: { variables: { region: text }, defaults: ["region"] },
    dependencies: [
      { name: "soil", version: "2.0.0", parameterization: { name: "loam", version: "3.0.0", value: "e30=" } },
    ],
    resources: {
      "farm:index:Barn": {
        aliases: ["farm:old:Barn", { type: "farm:older:Barn", name: "shed", project: "farms" }, { name: "hut" }],
        methods: { open: "farm:index:Barn/open" },
        stateInputs: { properties: { door: text, roof: text }, required: ["door"] },
        listInputs: { properties: { field: text } },
        isOverlay: true,
        overlaySupportedLanguages: ["nodejs"],
      },
    },
    functions: {
      "farm:index:Barn/open": { inputs: { properties: { __self__: { $ref: "#/resources/farm:index:Barn" } } } },
      "farm:index:count": {
        inputs: { properties: { of: text, by: text }, required: ["of"] },
        multiArgumentInputs: ["of", "by"],
        outputs: { type: "integer", plain: true },
        deprecationMessage: "Count by hand.",
      },
      "farm:index:weigh": { outputs: { properties: { total: { type: "number" } }, required: ["total"] }, plain: false },
      "farm:index:wait": { outputs: {} },
    },
    types: {
      "farm:index:Crop": {
        type: "string",
        enum: [{ value: "rye", deprecationMessage: "Sow wheat." }],
        isOverlay: true,
      },
      "farm:index:Tool": { type: "object", isOverlay: true },
    },
  });

  it("reads the functions of a package, and the resource of a method", () => {
    assert.deepEqual(farm.functionTokens(), [
      "farm:index:Barn/open",
      "farm:index:count",
      "farm:index:weigh",
      "farm:index:wait",
    ]);
    const open = farm.function("farm:index:Barn/open");
    assert.equal(open?.methodOf, "farm:index:Barn");
    assert.equal(open?.inputs?.get("__self__")?.type.kind, "resource");
    const count = farm.function("farm:index:count");
    assert.equal(count?.methodOf, undefined);
    assert.deepEqual(count?.arguments, ["of", "by"]);
    assert.deepEqual([...(count?.requiredInputs ?? [])], ["of"]);
    assert.deepEqual(count?.returns, { kind: "value", type: { kind: "integer" }, plain: true });
    assert.equal(count?.deprecationMessage, "Count by hand.");
    assert.equal(farm.function("farm:index:nothing"), undefined);
  });

  it("reads the result of a function: an object, a value, or nothing", () => {
    const weigh = farm.function("farm:index:weigh");
    assert.equal(weigh?.returns?.kind, "object");
    assert.deepEqual(weigh?.returns?.kind === "object" && [...weigh.returns.properties.keys()], ["total"]);
    assert.equal(weigh?.hasPlainForm, false);
    const wait = farm.function("farm:index:wait");
    assert.equal(wait?.returns, undefined);
    assert.equal(wait?.inputs, undefined);
    assert.equal(wait?.hasPlainForm, true);
  });

  it("reads methods, aliases, overlays, and the inputs of get and list", () => {
    const barn = farm.resource("farm:index:Barn");
    assert.deepEqual(withoutUndefined(barn?.aliases), [
      { type: "farm:old:Barn" },
      { type: "farm:older:Barn", name: "shed", project: "farms" },
      { name: "hut" },
    ]);
    assert.deepEqual([...(barn?.methods ?? [])], [["open", "farm:index:Barn/open"]]);
    assert.deepEqual(barn?.overlay, { languages: ["nodejs"] });
    assert.deepEqual([...(barn?.stateInputs?.keys() ?? [])], ["door", "roof"]);
    assert.deepEqual([...(barn?.requiredStateInputs ?? [])], ["door"]);
    assert.deepEqual([...(barn?.listInputs?.keys() ?? [])], ["field"]);
    assert.equal(farm.resource("farm:older:Barn"), barn);
  });

  it("reads deprecated enum values, and overlays of types", () => {
    const crop = farm.enumType("farm:index:Crop");
    assert.deepEqual(withoutUndefined(crop?.members), [{ value: "rye", deprecationMessage: "Sow wheat." }]);
    assert.deepEqual(crop?.overlay, { languages: [] });
    assert.equal(farm.enumType("farm:index:Tool"), undefined);
    assert.deepEqual(farm.objectType("farm:index:Tool")?.overlay, { languages: [] });
  });

  it("reads a definition as an object if its `type` is object, and otherwise as an enum", () => {
    const { enumType, objectType } = load({
      types: {
        "farm:index:Both": { type: "object", enum: [{ value: "rye" }], properties: { seed: text } },
        "farm:index:Bare": { type: "string" },
      },
    });
    assert.deepEqual([...(objectType("farm:index:Both")?.properties.keys() ?? [])], ["seed"]);
    assert.deepEqual(enumType("farm:index:Bare")?.members, []);
  });

  it("reads a function result as a map if Pulumi's decoder ignores its invalid properties", () => {
    const { function: read } = load({
      functions: { "farm:index:weigh": { outputs: { type: "object", properties: { total: 7 } } } },
    });
    const type = { kind: "map", element: { kind: "string" } };
    assert.deepEqual(read("farm:index:weigh")?.returns, { kind: "value", type, plain: false });
  });

  it("reads configuration, dependencies, and extension parameterization", () => {
    assert.deepEqual([...farm.config.required], ["region"]);
    assert.deepEqual(withoutUndefined(farm.dependencies), [
      { name: "soil", version: "2.0.0", parameterization: { name: "loam", version: "3.0.0", parameter: "e30=" } },
    ]);
    const plugin = { name: "bridge", version: "0.1.0" };
    const parameterization = { basePlugin: plugin, parameter: "YQ==" };
    const base = { name: "farm", version: "1.0.0" };
    const extended = load({
      extensionParameterization: { baseProvider: { ...base, parameterization }, parameter: "e30=" },
    });
    assert.deepEqual(extended.extension, {
      baseProvider: base,
      basePlugin: { baseProvider: plugin, parameter: "YQ==" },
      parameter: "e30=",
    });
  });
});
