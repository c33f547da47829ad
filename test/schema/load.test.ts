import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ImpError } from "../../src/domain/errors.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";

const load = (name: string): PackageSchema => loadSchema(readFileSync(`fixtures/schemas/${name}.json`));
const parse = (text: string): PackageSchema => loadSchema(new TextEncoder().encode(text));

/** Returns the location and reason of the error that `run` throws. */
function failure(run: () => unknown): { place: string | undefined; what: string; why: string } {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ImpError, String(error));
    assert.equal(error.code, "SCHEMA_BROKEN");
    return { place: error.explanation.where, what: error.explanation.what, why: error.explanation.why };
  }
  assert.fail("The schema was accepted");
}

describe("loadSchema", () => {
  const orchard = load("orchard");

  it("reads name, version, parameterization, and language settings of a package", () => {
    assert.equal(orchard.name, "orchard");
    assert.equal(orchard.version, "1.2.3");
    assert.equal(load("network").version, "2.1.0");
    assert.equal(orchard.pluginDownloadUrl, "github://api.github.com/acme");
    assert.deepEqual(orchard.parameterization, {
      baseProvider: { name: "bridge", version: "0.5.0" },
      parameter: "e30=",
    });
    assert.deepEqual(orchard.language, { nodejs: { packageName: "@acme/orchard" } });
    assert.equal(orchard.resourceTokens()[0], "orchard:trees/tree:Tree");
    assert.equal(orchard.resourceTokens().length, 7);
  });

  it("finds a resource by token, alias, and short token, in any case", () => {
    const tree = orchard.resource("orchard:trees/tree:Tree");
    assert.deepEqual(tree?.name, {
      token: "orchard:trees/tree:Tree",
      package: "orchard",
      module: "trees",
      member: "Tree",
    });
    for (const name of [
      "orchard:trees:Tree",
      "orchard:index/oldTree:OldTree",
      "orchard:index/veryOldTree:VeryOldTree",
      "ORCHARD:Trees/tree:TREE",
      "orchard:Trees:tree",
    ]) {
      assert.equal(orchard.resource(name), tree, name);
    }
    for (const name of ["orchard:index/gate:Gate", "orchard:Gate", "orchard::Gate", "orchard:index:Gate"]) {
      assert.equal(orchard.resource(name)?.name.token, "orchard:index/gate:Gate", name);
      assert.equal(orchard.resource(name)?.name.module, "", name);
    }
  });

  it("finds no resource by a token that two resources share", () => {
    assert.equal(orchard.resource("orchard:trees:Twin"), undefined);
    assert.equal(orchard.resource("orchard:trees/twin2:Twin")?.name.member, "Twin");
  });

  it("suggests resources with similar names in any module", () => {
    assert.deepEqual(orchard.suggestResources("orchard:index:Tre").slice(0, 1), ["orchard:trees/tree:Tree"]);
    assert.deepEqual(orchard.suggestResources("orchard:Grover").slice(0, 1), ["orchard:index/grove:Grove"]);
    assert.deepEqual(orchard.suggestResources("somethingelse:entirely:Unlike"), []);
    assert.ok(orchard.suggestResources("orchard:trees:Twin").length <= 3);
    // If only one letter is wrong, there is exactly one suggestion.
    assert.deepEqual(orchard.suggestResources("orchard:trees/tree:Trea"), ["orchard:trees/tree:Tree"]);
  });

  it("reads provider inputs from the configuration, and outputs as strings", () => {
    const { provider } = orchard;
    assert.deepEqual(provider.name, {
      token: "pulumi:providers:orchard",
      package: "orchard",
      module: "",
      member: "orchard",
    });
    assert.deepEqual([...provider.inputs.keys()], ["region", "retries"]);
    assert.deepEqual([...provider.requiredInputs], ["region"]);
    assert.deepEqual([...provider.outputs.keys()], ["region"]);
    assert.equal(orchard.resource("pulumi:providers:orchard"), provider);
    assert.equal(parse('{"name": "x"}').provider.inputs.size, 0);
  });

  it("sorts properties, and reads their constants, secret marks, and environment variables", () => {
    const tree = orchard.resource("orchard:trees:Tree");
    assert.ok(tree);
    const names = [...tree.inputs.keys()];
    assert.deepEqual(names, [...names].sort());
    assert.equal(tree.inputs.get("apiVersion")?.const, "v1");
    assert.equal(tree.inputs.get("name")?.willReplaceOnChanges, true);
    assert.equal(tree.inputs.get("token")?.secret, true);
    assert.deepEqual(tree.inputs.get("shade")?.environment, ["SHADE", "SHADE_OLD"]);
    assert.deepEqual([...tree.requiredInputs], ["name", "soil"]);
    assert.deepEqual([...tree.requiredOutputs], ["name"]);
    assert.deepEqual(tree.language, { csharp: { name: "FruitTree" } });
    assert.equal(orchard.resource("orchard:index:Grove")?.isComponent, true);
  });

  it("reads a schema with a byte order mark, leading white space, and keys like __proto__", () => {
    const schema = parse(
      '\ufeff \n{"name": "x", "resources": {"__proto__": {"inputProperties": {"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}}, "x:index:\\u0041": {}}}',
    );
    assert.deepEqual(schema.resourceTokens(), ["__proto__", "x:index:A"]);
    const inputs = schema.resource("__proto__")?.inputs;
    assert.deepEqual([...(inputs?.keys() ?? [])], ["__proto__", "constructor"]);
    assert.equal(schema.resource("constructor"), undefined);
    assert.equal(schema.objectType("toString"), undefined);
    assert.equal(schema.resource("x:A")?.name.token, "x:index:A");
  });

  it("reports the location of an error in a schema", () => {
    const cases: readonly [text: string, place: string, why: RegExp][] = [
      ["", "its end", /not a JSON object/],
      ["junk", "line 1, column 1", /not a JSON object/],
      ["[1]", "line 1, column 1", /not a JSON object/],
      ['{"name": "x"', "its end", /not a JSON object/],
      ['{"name": "x",\n "resources": {"a": [1}', "line 2, column 15", /not a JSON object/],
      ['{"name": "x" "y": 1}', "line 1, column 14", /not a JSON object/],
      ['{"name": "x', "line 1, column 10", /not a JSON object/],
      ["{}", "#/name", /name/],
      ['{"name": 5}', "#/name", /name/],
      ['{"name": "x", "meta": {"moduleFormat": "("}}', "#/meta/moduleFormat", /regular expression/],
      ['{"name": "x", "language": []}', "#/language", /object/],
    ];
    for (const [text, place, why] of cases) {
      const found = failure(() => parse(text));
      assert.match(found.why, why, text);
      if (!text.includes("[1}")) assert.equal(found.place, place, text);
    }
  });

  it("fails only for the invalid resource, and reports its location and package", () => {
    const reported = failure(() => orchard.resource("orchard:broken/bad:Bad"));
    assert.equal(reported.place, "#/resources/orchard:broken/bad:Bad/inputProperties/x");
    assert.match(reported.what, /orchard/);
    assert.ok(orchard.resource("orchard:Gate"));
    const resource = (spec: string) => () =>
      parse(`{"name": "x", "resources": {"x:index:A": ${spec}}}`).resource("x:A");
    assert.match(failure(resource("[]")).why, /object/);
    assert.match(failure(resource('{"inputProperties": {"a": {"type": 5}}}')).why, /text/i);
    assert.match(failure(resource('{"inputProperties": {"a": {"$ref": "nowhere"}}}')).why, /\$ref/);
    assert.match(failure(resource('{"inputProperties": {"a": {"oneOf": []}}}')).why, /oneOf/);
    assert.match(failure(resource('{"requiredInputs": [1]}')).why, /text/i);
    assert.match(failure(resource('{"inputProperties": {"a": {"type": "string",}}}')).why, /JSON/);
    const nested = `${'{"type": "array", "items": '.repeat(5000)}{"type": "string"}${"}".repeat(5000)}`;
    assert.match(failure(resource(`{"inputProperties": {"a": ${nested}}}`)).why, /deeper/);
  });
});
