/** A deprecated property that mirrors another: where one of the two suffices, it is the other. */
import assert from "node:assert/strict";
import { deriveOne } from "../../honest.ts";
import type { JsonObject, ModelType } from "../../model-cloud.ts";

const text = { type: "string" };
const old = { type: "string", deprecationMessage: "Use another." };

/** Check gives each twin the value of the other. */
const mirroring = (one: string, two: string) => (_: JsonObject, news: JsonObject) => {
  const value = news[one] ?? news[two];
  return { inputs: value === undefined ? news : { ...news, [one]: value, [two]: value } };
};

describe("of two deprecated twins,", () => {
  for (const [kept, dropped] of [
    ["dbName", "name"],
    ["numeric", "aNumber"],
  ] as const) {
    const inputs = { [kept]: "orders", [dropped]: "orders" };

    it(`${kept} is set and ${dropped} omitted where a difference names both`, async () => {
      const type: ModelType = {
        inputProperties: { [kept]: text, [dropped]: old },
        check: mirroring(kept, dropped),
      };
      const { program, proof } = await deriveOne(type, { inputs });
      assert.deepEqual(program, { [kept]: "orders" });
      assert.equal(proof.verdict, "clean");
    });

    it(`${kept} is set and ${dropped} omitted where both are the id`, async () => {
      const type: ModelType = { inputProperties: { [kept]: text, [dropped]: old }, check: mirroring(kept, dropped) };
      const { program } = await deriveOne(type, { inputs, id: "orders" });
      assert.deepEqual(program, { [kept]: "orders" });
    });

    it(`${kept} is set and ${dropped} omitted where Check refuses the two together`, async () => {
      const type: ModelType = {
        inputProperties: { [kept]: text, [dropped]: old, other: text },
        check: (_, news) => {
          if (news[kept] !== undefined && news[dropped] !== undefined)
            return { failures: [kept, dropped].map((property) => ({ property, reason: "not both" })) };
          if (news[kept] === undefined && news[dropped] === undefined)
            return { failures: [{ property: "", reason: "one of them" }] };
          return { inputs: news };
        },
        diff: () => ({ changes: "none" }),
      };
      const { program } = await deriveOne(type, { inputs: { ...inputs, other: "x" } }, { mode: "smallest" });
      assert.deepEqual(program, { [kept]: "orders" });
    });
  }

  it("none is there where a deprecated property has no equal: it is set like any other", async () => {
    const type: ModelType = { inputProperties: { name: { ...old, willReplaceOnChanges: true }, note: text } };
    const { program } = await deriveOne(type, { inputs: { name: "orders", note: "n" } });
    assert.deepEqual(program, { name: "orders", note: "n" });
  });
});
