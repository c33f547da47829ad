/** The first resource of a type is the sample. A similar resource needs only three calls for the same result as a search. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import { detailed, type Json, type JsonObject, type ModelType, plainMap } from "../../model-cloud.ts";

const text = { type: "string" };
const named = (inputs: Readonly<Record<string, string>>, index: number) => ({ name: `n${index}`, inputs });

/** A type whose Check returns the inputs unchanged, and whose Diff compares only the property `a`. */
const plain: ModelType = {
  inputProperties: { a: text, b: text, tier: text },
  diff: ({ olds, news }) => detailed({ a: olds.a ?? null }, { a: news.a ?? null }),
};

describe("a resource similar to the first one of its type, in mode smallest", () => {
  it("uses one Check and at most two Diff calls for a resource similar to the first", async () => {
    const objects = [{ a: "1" }, { a: "1" }].map(named);
    assert.deepEqual((await derive(plain, objects)).calls.get("n1"), { check: 1, diff: 1 });
    const things = [
      { a: "1", b: "x" },
      { a: "1", b: "y" },
      { a: "1", b: "z" },
    ].map(named);
    const { calls, programs, proofs } = await derive(plain, things);
    assert.deepEqual(programs, [{ a: "1" }, { a: "1" }, { a: "1" }]);
    assert.deepEqual(
      proofs.map((proof) => proof?.verdict),
      ["clean", "clean", "clean"],
    );
    assert.deepEqual(
      [calls.get("n1"), calls.get("n2")],
      [
        { check: 1, diff: 2 },
        { check: 1, diff: 2 },
      ],
    );
  });

  it("searches again if Check adds a value only to one resource of a type", async () => {
    const type: ModelType = {
      ...plain,
      check: (_, news) => ({ inputs: news.a === "2" && news.b === undefined ? { ...news, b: "made up" } : news }),
      diff: ({ olds, news }) => detailed({ a: olds.a ?? null, b: olds.b ?? null }, { b: olds.b ?? null, ...news }),
    };
    const things = [
      { a: "1", b: "x" },
      { a: "2", b: "y" },
      { a: "3", b: "z" },
    ].map((inputs, index) => ({
      ...named(inputs, index),
    }));
    const { programs, proofs } = await derive(type, things);
    assert.deepEqual(
      proofs.map((proof) => proof?.verdict),
      ["clean", "clean", "clean"],
    );
    assert.deepEqual(programs, [{ a: "1" }, { a: "2", b: "y" }, { a: "3" }]);
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

  it("searches again if the first resource of the type is not clean", async () => {
    const type: ModelType = { ...plain, diff: ({ olds }) => (olds.a === "1" ? { changes: "some", diffs: ["b"] } : {}) };
    const { calls, proofs } = await derive(type, [{ a: "1" }, { a: "2" }].map(named));
    assert.notEqual(proofs[0]?.verdict, "clean");
    assert.ok((calls.get("n1")?.check ?? 0) >= 2);
  });
});

describe("private data that Check adds to the inputs, in mode smallest", () => {
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
  const objectTypes = { "model:index:Rule": { type: "object", properties: { port: { type: "number" } } } };

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
