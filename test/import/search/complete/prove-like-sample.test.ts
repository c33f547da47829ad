/** The first resource of a type is the sample. A similar resource needs only two or three calls for the same result as a search. */
import assert from "node:assert/strict";
import { derive as deriveIn } from "../../honest.ts";
import {
  detailed,
  type Json,
  type JsonObject,
  type ModelObject,
  type ModelType,
  plainMap,
  refuse,
  unknownText,
} from "../../model-cloud.ts";

const text = { type: "string" };
const derive = (type: ModelType, objects: readonly ModelObject[], options: Parameters<typeof deriveIn>[2] = {}) =>
  deriveIn(type, objects, { mode: "minimal", ...options });
const named = (inputs: JsonObject, index: number) => ({ name: `n${index}`, inputs });

/** A type whose Check returns the inputs unchanged, and whose Diff compares only the property `a`. */
const plain: ModelType = {
  inputProperties: { a: text, b: text, tier: text },
  diff: ({ olds, news }) => detailed({ a: olds.a ?? null }, { a: news.a ?? null }),
};

describe("a resource similar to the first one of its type", () => {
  it("uses one Check, one Diff, and no preview if a resource sets the same properties as the sample", async () => {
    const previewed: ModelType = { ...plain, create: (news) => ({ tier: "free", b: unknownText, ...news }) };
    const things = Array.from({ length: 3 }, () => ({ a: "1", b: "x", tier: "free" })).map(named);
    const { cloud, calls, programs } = await derive(previewed, things);
    assert.deepEqual(programs, Array(3).fill({ a: "1", b: "x" }));
    assert.deepEqual(calls.get("n2"), { check: 1, diff: 1 });
    assert.ok(cloud.calls.every(({ method, name }) => method !== "Create" || name === "n0"));
  });

  it("uses one Check for a resource with a new value after sixteen other values were tested", async () => {
    const things = Array.from({ length: 20 }, (_, index) => named({ a: "1", b: `b${index}` }, index + 10));
    const { calls, programs } = await derive(plain, things);
    assert.deepEqual(
      programs,
      things.map(({ inputs }) => inputs),
    );
    assert.deepEqual(
      [26, 27, 29].map((number) => calls.get(`n${number}`)?.check),
      [2, 1, 1],
    );
  });

  it("searches again if a resource has a property that the first resource of its type does not have", async () => {
    const type: ModelType = {
      ...plain,
      check: (olds, news) => ({ inputs: { ...(olds.tier !== undefined && { tier: olds.tier }), ...news } }),
    };
    const inputs: readonly JsonObject[] = [{ a: "1" }, { a: "2", tier: "gold" }, { a: "3" }];
    const { programs } = await derive(type, inputs.map(named));
    assert.deepEqual(programs, inputs);
  });

  it("searches again if Check adds a value only to one resource of a type", async () => {
    const type: ModelType = {
      ...plain,
      check: (_, news) => ({ inputs: news.a === "a18" ? { ...news, tier: "made up" } : news }),
    };
    const things = Array.from({ length: 20 }, (_, index) => named({ a: `a${index}` }, index + 10));
    const { proofs, calls } = await derive(type, things);
    assert.ok(proofs.every(({ verdict }) => verdict === "clean"));
    assert.deepEqual(
      [17, 18, 19].map((index) => proofs[index] && plainMap(proofs[index].stored)),
      [{ a: "a17" }, { a: "a18", tier: "made up" }, { a: "a19" }],
    );
    assert.deepEqual(
      [27, 29].map((number) => calls.get(`n${number}`)?.check),
      [1, 1],
    );
  });
  it("searches again if a value differs from the sample's, and Diff compares only inputs", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text },
      diff: ({ oldInputs, news }) =>
        detailed({ b: oldInputs.b === "usual" ? null : (oldInputs.b ?? null) }, { b: news.b ?? null }),
    };
    const { programs } = await derive(type, [{ b: "usual" }, { b: "rare" }, { b: "usual" }].map(named));
    assert.deepEqual(programs, [{}, { b: "rare" }, {}]);
  });

  it("sets a property in resources for which the provider does not reject it as for the sample", async () => {
    const type: ModelType = {
      inputProperties: { a: text, engine: text },
      check: (_, news) =>
        news.engine === "old" ? { failures: [{ property: "engine", reason: "is not supported" }] } : { inputs: news },
      diff: () => ({ changes: "none" }),
    };
    const engines = ["old", "new", "old", "new"].map((engine) => ({ a: "1", engine }));
    const { programs } = await derive(type, engines.map(named));
    assert.deepEqual(programs, [{ a: "1" }, engines[1], { a: "1" }, engines[3]]);
  });

  it("searches again if the first resource of the type is not clean", async () => {
    const type: ModelType = { ...plain, diff: ({ olds }) => (olds.a === "1" ? { changes: "some", diffs: ["b"] } : {}) };
    const { calls, proofs } = await derive(type, [{ a: "1" }, { a: "2" }].map(named));
    assert.notEqual(proofs[0]?.verdict, "clean");
    assert.ok((calls.get("n1")?.check ?? 0) >= 2);
  });

  it("distinguishes resources whose objects have an empty value in common, but different members", async () => {
    const type: ModelType = {
      inputProperties: { block: { $ref: "#/types/model:index:Block" } },
      diff: ({ olds, news }) => detailed({ block: olds.block ?? null }, { block: news.block ?? null }),
      // Only Create rejects an empty note.
      create: (news) => {
        const block = news.block as JsonObject | undefined;
        if (block?.note === "" && block.port === undefined) refuse("invalid", "a note needs a port");
        return news;
      },
    };
    const objectTypes = { Block: { properties: { note: text, port: text } } };
    const inputs: readonly JsonObject[] = [{ block: { note: "", port: "1" } }, {}, { block: { note: "" } }];
    const things = inputs.map(named);
    const { derivations, programs } = await derive(type, things, { objectTypes });
    assert.deepEqual(
      programs,
      things.map(({ inputs }) => inputs),
    );
    assert.deepEqual(
      derivations.map(({ remarks }) => remarks.some(({ kind }) => kind === "not-creatable")),
      [false, false, true],
    );
  });
});

describe("private data that Check adds to the inputs", () => {
  /** Adds `__defaults` to every object, like bridged providers. */
  const marked = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(marked);
    if (value === null || typeof value !== "object") return value;
    return { ...Object.fromEntries(Object.entries(value).map(([key, item]) => [key, marked(item)])), __defaults: [] };
  };
  const rules = { type: "array", items: { $ref: "#/types/model:index:Rule" } };
  const bridged: ModelType = {
    inputProperties: { a: text, rules },
    check: (_, news) => ({ inputs: marked(news) as JsonObject }),
    diff: ({ olds, news }) =>
      detailed(
        { a: olds.a ?? null, rules: marked(olds.rules ?? null) },
        { a: news.a ?? null, rules: news.rules ?? null },
      ),
  };
  const objectTypes = { Rule: { properties: { port: { type: "number" } } } };
  it("predicts the private data of later resources of a type, and stores it", async () => {
    const things = [0, 1, 2].map((index) => ({
      name: `n${index}`,
      inputs: { a: "1", rules: [{ port: 1 }, { port: 0 }] },
    }));
    const { calls, programs, proofs } = await derive(bridged, things, { objectTypes });
    assert.deepEqual(programs[1], { a: "1", rules: [{ port: 1 }, { port: 0 }] });
    assert.deepEqual(
      proofs.map((proof) => [proof?.verdict, proof && plainMap(proof.stored).__defaults]),
      Array(3).fill(["clean", []]),
    );
    assert.equal(calls.get("n2")?.check, 1);
  });

  it("stores private data that differs between resources as Check returned it", async () => {
    const type: ModelType = {
      ...bridged,
      check: (_, news) => ({ inputs: { ...news, __defaults: news.a === "2" ? ["b"] : [] } }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null }, { a: news.a ?? null }),
    };
    const { proofs } = await derive(type, [{ a: "1" }, { a: "2" }].map(named));
    assert.deepEqual(
      proofs.map((proof) => proof && plainMap(proof.stored)),
      [
        { a: "1", __defaults: [] },
        { a: "2", __defaults: ["b"] },
      ],
    );
  });
});
