/** imp predicts the inputs that a generated Node.js SDK sends for the arguments of a program. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { EnvironmentVariables } from "../../src/domain/environment.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { withoutSdk } from "../../src/schema/sent-as-set.ts";
import { applySdkDefaults } from "../../src/schema/shape.ts";
import { fromPlain, fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";

const schema = loadSchema(readFileSync("fixtures/schemas/orchard.json"));
const treeSchema = schema.resource("orchard:trees:Tree");
assert.ok(treeSchema);
const tree = treeSchema;
const base = { apiVersion: "v1", pin: 7, shade: true };

function sent(set: { readonly [key: string]: Plain }, env: EnvironmentVariables = {}): PropertyMap {
  return applySdkDefaults(fromPlainMap(set), tree, schema, env);
}

function check(
  set: { readonly [key: string]: Plain },
  wanted: { readonly [key: string]: Plain },
  env: EnvironmentVariables = {},
): void {
  assert.deepEqual(sent(set, env), fromPlainMap(wanted));
}

describe("applySdkDefaults", () => {
  it("sets constants and defaults, and sends only declared properties", () => {
    check({}, base);
    check({ apiVersion: "v9", unknown: 1, shade: false }, { ...base, shade: false });
    check({ pin: null, labels: null }, { apiVersion: "v1", labels: null, pin: 7, shade: true });
  });

  it("uses the first non-empty environment variable, but the default instead of false", () => {
    check({}, { ...base, shade: true }, { SHADE: "", SHADE_OLD: "t" });
    check({}, { ...base, shade: true }, { SHADE: "false" });
    check({}, { ...base, shade: true }, { SHADE: "maybe" });
    check({}, { apiVersion: "v1", height: 0, pin: 7, shade: true }, { HEIGHT: "0" });
    check({}, { apiVersion: "v1", height: 2.5, pin: 7, shade: true }, { HEIGHT: "2.5m" });
    check({}, base, { HEIGHT: "tall" });
    check({ height: 1 }, { apiVersion: "v1", height: 1, pin: 7, shade: true }, { HEIGHT: "2" });
  });

  it("marks properties as secret only once, and does not mark defaults and falsy values", () => {
    assert.deepEqual(sent({ token: "t" }).get("token"), secretValue(stringValue("t")));
    assert.equal(sent({ token: "" }).has("token"), false);
    assert.deepEqual(sent({ pin: 0 }).get("pin"), { kind: "number", value: 7 });
    const wrapped = secretValue(stringValue(""));
    assert.deepEqual(applySdkDefaults(new Map([["token", wrapped]]), tree, schema, {}).get("token"), wrapped);
  });

  it("sets defaults in objects of a named type, but not in lists", () => {
    check({ soil: { acidity: 1 } }, { ...base, soil: { acidity: 1, kind: "loam" } });
    check({ soil: { acidity: 1 } }, { ...base, soil: { acidity: 1, kind: "clay" } }, { SOIL_KIND: "clay" });
    check({ plots: [{ acidity: 1 }] }, { apiVersion: "v1", pin: 7, plots: [{ acidity: 1 }], shade: true });
    check(
      { soil: { acidity: 1, layers: [{ depth: 1 }] } },
      { ...base, soil: { acidity: 1, layers: [{ depth: 1 }], kind: "loam" } },
    );
    const soil = secretValue(fromPlain({ acidity: 1 }));
    const filled = applySdkDefaults(new Map([["soil", soil]]), tree, schema, {}).get("soil");
    assert.deepEqual(filled, secretValue(fromPlain({ acidity: 1, kind: "loam" })));
  });

  it("does not set constants of nested types", () => {
    check({ watering: { rate: 1 } }, { apiVersion: "v1", pin: 7, shade: true, watering: { rate: 1 } });
  });

  it("sets no defaults without an SDK, but marks the secrets of the schema", () => {
    const bare = withoutSdk(schema, "as-set");
    const set = { unknown: 1, token: "", pin: null, soil: { acidity: 1, kind: null }, plots: [null] };
    assert.deepEqual(
      applySdkDefaults(fromPlainMap(set), tree, bare, { SHADE: "t", HEIGHT: "2" }),
      new Map<string, Value>([
        ["apiVersion", stringValue("v1")],
        ["plots", fromPlain([null])],
        ["soil", fromPlain({ acidity: 1 })],
        ["token", secretValue(stringValue(""))],
      ]),
    );
    assert.equal(bare.provider, schema.provider);
    assert.equal(bare.resource("orchard:trees:Tree"), tree);
  });

  it("sets constants and defaults of all objects for a runtime that does", () => {
    const set = { unknown: 1, token: "", soil: { acidity: 1 }, watering: { rate: 1 } };
    const values = applySdkDefaults(fromPlainMap(set), tree, withoutSdk(schema, "all-defaults"), { SHADE: "t" });
    assert.equal(values.has("unknown"), false);
    assert.deepEqual(values.get("apiVersion"), stringValue("v1"));
    assert.deepEqual(values.get("shade"), stringValue("t"));
    assert.deepEqual(values.get("token"), secretValue(stringValue("")));
    assert.equal(values.get("soil")?.kind, "map");
  });

  it("sends provider arguments as JSON strings unless they are strings", () => {
    const bytes = new TextEncoder().encode(
      JSON.stringify({
        name: "cloud",
        config: {
          variables: {
            region: { type: "string", defaultInfo: { environment: ["REGION"] } },
            retries: { type: "integer", default: 3 },
            assumeRole: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
            mode: { oneOf: [{ $ref: "#/types/cloud:index:Mode" }, { type: "string" }] },
          },
        },
        types: { "cloud:index:Mode": { type: "string", enum: [{ value: "a" }] } },
      }),
    );
    const cloud = loadSchema(bytes);
    const role = fromPlain({ z: 1, arn: "x", __proto__: null });
    const set = new Map<string, Value>([
      ["assumeRole", role],
      ["mode", stringValue("a")],
    ]);
    assert.deepEqual(
      applySdkDefaults(set, cloud.provider, cloud, { REGION: "eu" }),
      fromPlainMap({ assumeRole: '{"z":1,"arn":"x"}', mode: "a", region: "eu", retries: "3" }),
    );
    const inner: Value = { kind: "map", entries: new Map([["key", secretValue(stringValue("s"))]]) };
    const sentRole = applySdkDefaults(new Map([["assumeRole", inner]]), cloud.provider, cloud, {}).get("assumeRole");
    assert.deepEqual(sentRole, secretValue(stringValue('{"key":"s"}')));
  });
});
