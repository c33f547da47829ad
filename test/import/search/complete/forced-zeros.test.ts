/** imp omits a zero that is unknown in the Create preview if the other properties of the program allow no other value. */
import assert from "node:assert/strict";
import { derive } from "../../honest.ts";
import { type JsonObject, type ModelType, refuse, unknownText } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { flag, number, text } from "./model-parts.ts";

/** A type that requires capacities, except with `mode: "demand"`, which excludes them. A Create preview returns them as unknown. */
const table: ModelType = {
  inputProperties: { key: text, mode: text, reads: number, writes: number },
  requiredInputs: ["key"],
  check: (_, news) => {
    const isOnDemand = news.mode === "demand";
    const failures = ["reads", "writes"].flatMap((property) => {
      const value = Number(news[property] ?? 0);
      if (isOnDemand && value !== 0)
        return [{ property: "", reason: `${property} can not be set when mode is "demand"` }];
      return isOnDemand || value > 0 ? [] : [{ property: "", reason: `${property} must be at least 1` }];
    });
    return failures.length > 0 ? { failures } : { inputs: news };
  },
  create: (news) => ({ ...open("reads", "writes"), mode: "provisioned", ...news }),
  diff: lenient,
};

function open(...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, unknownText]));
}

/** Returns a type with a number that is unknown in the Create preview. */
function counted(isRefused: (count: number, news: JsonObject) => boolean): ModelType {
  return {
    inputProperties: { key: text, tier: text, count: number },
    requiredInputs: ["key"],
    check: (_, news) =>
      isRefused(Number(news.count ?? 0), news)
        ? { failures: [{ property: "count", reason: "count does not fit the tier" }] }
        : { inputs: news },
    create: (news) => ({ ...open("count"), tier: "free", ...news }),
    diff: lenient,
  };
}

describe("a zero that the Create preview leaves unknown", () => {
  it("omits a zero if another input makes the provider reject all other values", async () => {
    const { program, classes, verdict } = await completeOne(table, {
      inputs: { key: "id", mode: "demand", reads: 0, writes: 0 },
    });
    assert.equal(verdict, "clean");
    assert.deepEqual(program, { key: "id", mode: "demand" });
    assert.equal(classes.reads, "implied by exclusion");
    assert.equal(classes.writes, "implied by exclusion");
  });

  it("omits false if the Create preview rejects true", async () => {
    const type: ModelType = {
      inputProperties: { key: text, zone: text, isSpread: flag },
      requiredInputs: ["key"],
      create: (news) => {
        if (news.isSpread === true && news.zone !== undefined)
          refuse("other", "isSpread conflicts with zone", "Create");
        return { ...open("isSpread"), ...news };
      },
      diff: lenient,
    };
    const { program, classes } = await completeOne(type, { inputs: { key: "k", zone: "a", isSpread: false } });
    assert.deepEqual(program, { key: "k", zone: "a" });
    assert.equal(classes.isSpread, "implied by exclusion");
  });

  it("sets a zero if the provider accepts other values", async () => {
    const type = counted(() => false);
    const { program } = await completeOne(type, { inputs: { key: "k", tier: "paid", count: 0 } });
    assert.deepEqual(program, { key: "k", tier: "paid", count: 0 });
  });

  it("sets a zero if the provider accepts only some of the larger values", async () => {
    for (const least of [7, 50, 500]) {
      const type = counted((count, { tier }) => tier === "paid" && count !== 0 && count < least);
      const { program } = await completeOne(type, { inputs: { key: "k", tier: "paid", count: 0 } });
      assert.deepEqual(program, { key: "k", tier: "paid", count: 0 }, `at least ${least}`);
    }
  });

  it("sets a zero if the provider accepts only 0, whatever the other properties are", async () => {
    const type = counted((count) => count !== 0);
    const { program } = await completeOne(type, { inputs: { key: "k", tier: "paid", count: 0 } });
    assert.deepEqual(program, { key: "k", tier: "paid", count: 0 });
  });

  it("omits the zero in another resource only if the property that allows only 0 has the same value", async () => {
    const both = await derive(
      table,
      [
        { name: "a", inputs: { key: "id", mode: "demand", reads: 0, writes: 0 } },
        { name: "b", inputs: { key: "id", mode: "demand", reads: 0, writes: 0 } },
        { name: "c", inputs: { key: "id", mode: "provisioned", reads: 5, writes: 5 } },
      ],
      { mode: "minimal" },
    );
    assert.deepEqual(both.programs, [
      { key: "id", mode: "demand" },
      { key: "id", mode: "demand" },
      { key: "id", reads: 5, writes: 5 },
    ]);
  });
});
