/** Values that programs of mode `smallest` omit, because the preview is clean without them. */
import assert from "node:assert/strict";
import { derive, deriveOne } from "../../honest.ts";
import { detailed, type Json, type JsonObject, type ModelType } from "../../model-cloud.ts";

const text = { type: "string" };
const rules = { type: "array", items: { $ref: "#/types/model:index:Rule" } };
const objectTypes = {
  Rule: { properties: { port: text, note: text, group: text }, required: ["port"] },
  Cron: { properties: { kind: { ...text, const: "cron" }, at: text, zone: text }, required: ["kind", "at"] },
  Feed: { properties: { kind: { ...text, const: "feed" }, from: text }, required: ["kind", "from"] },
};
const trigger = {
  oneOf: [{ $ref: "#/types/model:index:Cron" }, { $ref: "#/types/model:index:Feed" }],
  discriminator: {
    propertyName: "kind",
    mapping: { cron: "#/types/model:index:Cron", feed: "#/types/model:index:Feed" },
  },
};

/** Adds the provider's defaults: the note "none", the zone "UTC", and the size "small". */
function filled(inputs: JsonObject): JsonObject {
  const list = (value: Json | undefined): readonly JsonObject[] => (Array.isArray(value) ? value : []);
  return {
    ...inputs,
    rules: list(inputs.rules).map((rule) => ({ note: "none", ...rule })),
    triggers: list(inputs.triggers).map((one) => (one.kind === "cron" ? { zone: "UTC", ...one } : one)),
    size: inputs.size ?? "small",
  };
}

const type: ModelType = {
  inputProperties: { rules, triggers: { type: "array", items: trigger }, size: text },
  diff: ({ olds, news }) => detailed(filled(olds), filled(news)),
};

describe("values that a program of mode smallest does not need", () => {
  it("omits a value from one list element, and sets a different value in another", async () => {
    const inputs = {
      rules: [
        { port: "1", note: "none" },
        { port: "2", note: "mine" },
      ],
    };
    const { program } = await deriveOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, { rules: [{ port: "1" }, { port: "2", note: "mine" }] });
  });

  it("omits default values from union members of different types", async () => {
    const inputs: JsonObject = {
      triggers: [
        { kind: "cron", at: "noon", zone: "UTC" },
        { kind: "feed", from: "x" },
      ],
    };
    const { program } = await deriveOne(type, { inputs }, { objectTypes });
    assert.deepEqual(program, {
      triggers: [
        { kind: "cron", at: "noon" },
        { kind: "feed", from: "x" },
      ],
    });
  });

  it("omits a default value even if the program of the first resource sets the property", async () => {
    const things = ["large", "small", "medium", "small"].map((size, index) => ({
      name: `n${index}`,
      inputs: { size },
    }));
    const { programs, calls } = await derive(type, things, { objectTypes });
    assert.deepEqual(programs, [{ size: "large" }, {}, { size: "medium" }, {}]);
    const of = (name: string): number => (calls.get(name)?.check ?? 0) + (calls.get(name)?.diff ?? 0);
    assert.ok(of("n3") <= of("n1"), "the fourth resource reuses the response for `small`");
  });

  it("stops trying to omit a property that many resources needed", async () => {
    const things = Array.from({ length: 60 }, (_, index) => ({ name: `n${index}`, inputs: { size: `s${index}` } }));
    const { programs, calls } = await derive(type, things, { objectTypes });
    assert.deepEqual(
      programs,
      things.map(({ inputs }) => inputs),
    );
    assert.deepEqual(calls.get("n59"), { check: 1, diff: 1 });
  });

  it("sets an empty object that the provider needs", async () => {
    const present: ModelType = {
      inputProperties: { allow: { $ref: "#/types/model:index:Rule" } },
      diff: ({ olds, news }) => ({
        ...((olds.allow === undefined) === (news.allow === undefined)
          ? { changes: "none" as const }
          : { changes: "some" as const, diffs: ["allow"] }),
      }),
    };
    const { program } = await deriveOne(
      present,
      { inputs: { allow: { note: "n", group: "g" } } },
      { objectTypes: { Rule: { properties: { note: text, group: text } } } },
    );
    assert.deepEqual(program, { allow: {} });
  });
});

describe("a search that ends with a difference, in mode smallest", () => {
  const plain = { inputProperties: { a: text, b: text, c: text } };

  it("omits a value for which Diff reports a difference even if the program sets it", async () => {
    const trimming: ModelType = {
      ...plain,
      check: (_, news) => {
        if (news.a === undefined) return { failures: [{ property: "", reason: "no" }] };
        return { inputs: { ...news, ...(news.b !== undefined && { b: String(news.b).trim() }) } };
      },
      diff: ({ olds, news }) =>
        detailed(Object.fromEntries(Object.keys(news).map((key) => [key, olds[key] ?? null])), news),
    };
    const { program, verdict } = await deriveOne(trimming, { inputs: { a: "1", b: " 2 " } });
    assert.deepEqual([verdict, program], ["clean", { a: "1" }]);
  });

  it("sets the value that a clean preview needs instead of the value that excludes it", async () => {
    const choosy: ModelType = {
      ...plain,
      check: (_, news) =>
        news.a !== undefined && news.b !== undefined
          ? { failures: [{ property: "b", reason: "not with a" }] }
          : { inputs: news },
      diff: ({ olds, news }) => detailed({ b: olds.b ?? null }, { b: news.b ?? null }),
    };
    const { program, verdict } = await deriveOne(choosy, { inputs: { a: "1", b: "2" } });
    assert.deepEqual([verdict, program], ["clean", { b: "2" }]);
  });

  it("sets a value that Check would change in each call", async () => {
    let count = 0;
    const restless: ModelType = {
      ...plain,
      check: (_, news) => ({ inputs: { a: `n${++count}`, ...news } }),
      diff: () => ({ changes: "none" }),
    };
    const { program, verdict } = await deriveOne(restless, { inputs: { a: "1" } }, { mode: "smallest" });
    assert.deepEqual([verdict, program], ["clean", { a: "1" }]);
  });
});
