/** If a deprecated property has the same value as the property that replaces it, the program sets only the replacement. */
import assert from "node:assert/strict";
import { deriveOne } from "../../honest.ts";
import type { JsonObject, ModelType } from "../../model-cloud.ts";

const text = { type: "string" };
const old = { type: "string", deprecationMessage: "Use another." };

/** Check sets both properties to the value of either one. */
const mirroring = (one: string, two: string) => (_: JsonObject, news: JsonObject) => {
  const value = news[one] ?? news[two];
  return { inputs: value === undefined ? news : { ...news, [one]: value, [two]: value } };
};

describe("a deprecated property and its replacement", () => {
  for (const [kept, dropped] of [
    ["dbName", "name"],
    ["numeric", "aNumber"],
  ] as const) {
    const inputs = { [kept]: "orders", [dropped]: "orders" };
    it(`sets ${kept} and omits deprecated ${dropped} if Check sets both to the same value`, async () => {
      const type: ModelType = {
        inputProperties: { [kept]: text, [dropped]: old },
        check: mirroring(kept, dropped),
      };
      const { program, proof } = await deriveOne(type, { inputs }, { mode: "minimal" });
      assert.deepEqual(program, { [kept]: "orders" });
      assert.equal(proof.verdict, "clean");
    });

    it(`sets ${kept} and omits deprecated ${dropped} if Check rejects both together`, async () => {
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
      const { program } = await deriveOne(type, { inputs: { ...inputs, other: "x" } }, { mode: "minimal" });
      const needed = { [kept]: "orders" };
      assert.deepEqual(program, { ...needed, other: "x" });
    });

    it(`sets ${kept} and omits deprecated ${dropped} if both replace the resource`, async () => {
      const type: ModelType = {
        inputProperties: {
          [kept]: { ...text, willReplaceOnChanges: true },
          [dropped]: { ...old, willReplaceOnChanges: true },
        },
        check: mirroring(kept, dropped),
        diff: () => ({ changes: "none" }),
      };
      const { program } = await deriveOne(type, { inputs }, { mode: "minimal" });
      assert.deepEqual(program, { [kept]: "orders" });
    });

    it(`sets ${kept} and omits deprecated ${dropped} if both equal the ID`, async () => {
      const type: ModelType = { inputProperties: { [kept]: text, [dropped]: old }, check: mirroring(kept, dropped) };
      const { program } = await deriveOne(type, { inputs, id: "orders" }, { mode: "minimal" });
      assert.deepEqual(program, { [kept]: "orders" });
    });
  }

  it("sets a deprecated property without a replacement", async () => {
    const type: ModelType = { inputProperties: { name: { ...old, willReplaceOnChanges: true }, note: text } };
    const { program } = await deriveOne(type, { inputs: { name: "orders", note: "n" } }, { mode: "minimal" });
    assert.deepEqual(program, { name: "orders", note: "n" });
  });
});
