/** Path patterns such as `rules[*].port`, and the values that they select. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expandSelection } from "../../../../src/import/search/selection/occurrences.ts";
import {
  leafPatterns,
  patternKey,
  patternOf,
  requiredPatterns,
  select,
  withoutPatterns,
  withPatterns,
} from "../../../../src/import/search/selection/selection.ts";
import { loadSchema } from "../../../../src/schema/load.ts";
import { parsePath } from "../../../../src/value/path.ts";
import { fromPlainMap } from "../../../../src/value/plain.ts";
import type { PropertyMap } from "../../../../src/value/value.ts";
import { runs } from "../../../support/runs.ts";
import { type Json, type JsonObject, plainMap } from "../../model-cloud.ts";

const text = { type: "string" };
const ref = (name: string) => ({ $ref: `#/types/model:index:${name}` });
const schema = loadSchema(
  Buffer.from(
    JSON.stringify({
      name: "model",
      version: "1.0.0",
      resources: {
        "model:index:Thing": {
          inputProperties: {
            name: text,
            tags: { type: "object", additionalProperties: text },
            ports: { type: "array", items: { type: "number" } },
            settings: ref("Settings"),
            rules: { type: "array", items: ref("Rule") },
            free: { $ref: "pulumi.json#/Any" },
          },
          requiredInputs: ["name", "settings", "rules"],
        },
      },
      types: {
        "model:index:Settings": { type: "object", properties: { mode: text, deep: ref("Deep") }, required: ["deep"] },
        "model:index:Deep": { type: "object", properties: { on: { type: "boolean" }, why: text }, required: ["on"] },
        "model:index:Rule": {
          type: "object",
          properties: { port: { type: "number" }, note: text },
          required: ["port"],
        },
      },
    }),
  ),
);
const thing = schema.resource("model:index:Thing");
assert.ok(thing);
const { inputs, requiredInputs } = thing;

const leaves = (values: JsonObject) => leafPatterns(fromPlainMap(values), inputs, schema);
const required = (values: JsonObject) => requiredPatterns(fromPlainMap(values), inputs, requiredInputs, schema);
const chosen = (values: JsonObject, patterns: readonly string[]): JsonObject => {
  const parsed = patterns.map((key) => {
    const presenceOnly = key.endsWith("/");
    const path = parsePath(presenceOnly ? key.slice(0, -1) : key);
    assert.ok(path !== undefined, key);
    return { path, presenceOnly };
  });
  return plainMap(select(fromPlainMap(values), withPatterns(new Map(), parsed, "diff")));
};

const full: JsonObject = {
  name: "n",
  tags: { a: "1", "b.c": "2" },
  ports: [1, 2],
  settings: { mode: "x", deep: { on: true, why: "so" } },
  rules: [{ port: 1, note: "a" }, { port: 2 }],
  free: { any: { thing: 1 } },
};

describe("paths of inputs that a program can set", () => {
  it("treats maps, plain lists, and untyped values as a single input", () => {
    assert.deepEqual(leaves(full).map(patternKey), [
      "name",
      "tags",
      "ports",
      "settings.mode",
      "settings.deep.on",
      "settings.deep.why",
      'rules["*"].port',
      'rules["*"].note',
      "free",
    ]);
  });

  it("treats empty objects and lists as a single input", () => {
    assert.deepEqual(leaves({ settings: {}, rules: [], ports: [] }).map(patternKey), ["settings", "rules", "ports"]);
  });

  it("selects only required members, at any depth", () => {
    const patterns = withPatterns(new Map(), required(full), "required");
    assert.deepEqual(plainMap(select(fromPlainMap(full), patterns)), {
      name: "n",
      settings: { deep: { on: true } },
      rules: [{ port: 1 }, { port: 2 }],
    });
  });

  it("selects required objects and lists even if they are empty", () => {
    const values = { name: "n", settings: {}, rules: [] };
    assert.deepEqual(
      plainMap(select(fromPlainMap(values), withPatterns(new Map(), required(values), "required"))),
      values,
    );
  });

  it("keeps the first reason if an input is selected twice", () => {
    const [pattern] = leaves({ name: "n" });
    assert.ok(pattern);
    const twice = withPatterns(withPatterns(new Map(), [pattern], "required"), [pattern], "diff");
    assert.deepEqual(
      [...twice.values()].map(({ reason }) => reason),
      ["required"],
    );
    assert.equal(withoutPatterns(twice, new Set([patternKey(pattern)])).size, 0);
  });
});

describe("the inputs that a set of paths selects", () => {
  it("selects members of objects, and the same member of each list element", () => {
    const star = patternKey(patternOf(["rules", 0, "port"]));
    assert.deepEqual(chosen(full, [star]), { rules: [{ port: 1 }, { port: 2 }] });
    assert.deepEqual(chosen(full, ["settings.deep.why"]), { settings: { deep: { why: "so" } } });
  });

  it("selects only the listed members if the whole object is also listed", () => {
    for (const patterns of [
      ["settings", "settings.mode"],
      ["settings.mode", "settings"],
    ]) {
      assert.deepEqual(chosen(full, patterns), { settings: { mode: "x" } });
    }
  });

  it("selects no inputs without paths", () => assert.deepEqual(chosen(full, []), {}));
});

describe("the inputs that random paths select", () => {
  const value: fc.Arbitrary<JsonObject> = fc.record(
    {
      name: fc.string(),
      tags: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
      ports: fc.array(fc.integer(), { maxLength: 3 }),
      settings: fc.record(
        { mode: fc.string(), deep: fc.record({ on: fc.boolean(), why: fc.string() }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
      rules: fc.array(fc.record({ port: fc.integer(), note: fc.string() }, { requiredKeys: [] }), { maxLength: 3 }),
      free: fc.jsonValue() as fc.Arbitrary<Json>,
    },
    { requiredKeys: [] },
  );

  it("selects every input with all paths", () => {
    fc.assert(
      fc.property(value, (plain) => {
        const values = fromPlainMap(plain);
        const all = withPatterns(new Map(), leafPatterns(values, inputs, schema), "diff");
        assert.deepEqual(select(values, all), values);
      }),
      { numRuns: runs(200) },
    );
  });

  it("never selects fewer inputs with more paths", () => {
    fc.assert(
      fc.property(value, fc.infiniteStream(fc.boolean()), (plain, coins) => {
        const values = fromPlainMap(plain);
        const all = leafPatterns(values, inputs, schema);
        const some = all.filter(() => coins.next().value === true);
        const part = select(values, withPatterns(new Map(), some, "diff"));
        assert.ok(isPartOf(part, values));
        const more = select(values, withPatterns(withPatterns(new Map(), some, "diff"), all, "diff"));
        assert.ok(isPartOf(part, more));
      }),
      { numRuns: runs(200) },
    );
  });

  it("selects the same inputs by paths with * and by paths of each element", () => {
    const patterns = ["tags", "settings.deep.on", "rules[*].port", "rules[*].note", "free"].map((text) => ({
      ...patternOf(parsePath(text.replaceAll("*", "0")) ?? []),
    }));
    fc.assert(
      fc.property(value, fc.subarray(patterns), (plain, some) => {
        const values = fromPlainMap(plain);
        const general = withPatterns(new Map(), some, "diff");
        assert.deepEqual(select(values, expandSelection(general, values, new Set(["diff"]))), select(values, general));
      }),
      { numRuns: runs(200) },
    );
  });

  it("selects required inputs only from the read inputs, and lists no path twice", () => {
    fc.assert(
      fc.property(value, (plain) => {
        const values = fromPlainMap(plain);
        const patterns = requiredPatterns(values, inputs, requiredInputs, schema);
        assert.ok(isPartOf(select(values, withPatterns(new Map(), patterns, "required")), values));
        const keys = leafPatterns(values, inputs, schema).map(patternKey);
        assert.equal(new Set(keys).size, keys.length);
      }),
      { numRuns: runs(200) },
    );
  });
});

/** Returns true if `whole` has every value of `part` at the same path. Lists must have the same length. */
function isPartOf(part: PropertyMap, whole: PropertyMap): boolean {
  return within(plainMap(part), plainMap(whole));
}

function within(part: Json, whole: Json): boolean {
  if (Array.isArray(part)) {
    return Array.isArray(whole) && part.length === whole.length && part.every((item, i) => within(item, whole[i]));
  }
  if (typeof part === "object" && part !== null) {
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return false;
    return Object.entries(part).every(
      ([key, item]) => key in whole && within(item, (whole as JsonObject)[key] ?? null),
    );
  }
  return Object.is(part, whole);
}
