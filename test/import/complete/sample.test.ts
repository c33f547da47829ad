/**
 * The first resource of a type, the sample, guides the others, and no search goes on for ever: counted in calls.
 */
import assert from "node:assert/strict";
import { stringValue } from "../../../src/value/value.ts";
import { derive as deriveIn, deriveOne, reasonsOf } from "../honest.ts";
import {
  detailed,
  type Json,
  type JsonObject,
  ModelCloud,
  type ModelObject,
  type ModelType,
  refuse,
  urnOf,
} from "../model-cloud.ts";

const text = { type: "string" };

function objects(count: number, inputs: (index: number) => JsonObject): readonly ModelObject[] {
  return Array.from({ length: count }, (_, index) => ({ name: `n${index}`, inputs: inputs(index) }));
}

/** Twelve optional properties: half are filled in by the provider. */
const wide: ModelType = {
  inputProperties: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, text])),
  check: (_, news) => ({
    inputs: { ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [`p${i}`, "given"])), ...news },
  }),
};
const wideInputs = (index: number): JsonObject =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, i < 6 ? "given" : `${index}-${i}`]));

for (const mode of ["minimal"] as const) {
  describe(`the sample of a type, in mode ${mode},`, () => {
    sampleAndOthers(mode);
  });
}

function sampleAndOthers(mode: "minimal"): void {
  const derive = (type: ModelType, some: readonly ModelObject[]) => deriveIn(type, some, { mode });

  it("leaves one Read, two Checks and a Diff for another resource whose inputs Check completes", async () => {
    const { calls, programs, cloud, proofs } = await derive(
      wide,
      objects(20, () => wideInputs(0)),
    );
    for (const [index, program] of programs.entries()) {
      assert.deepEqual(Object.keys(program), ["p6", "p7", "p8", "p9", "p10", "p11"]);
      assert.equal(proofs[index]?.verdict, "clean");
      if (index > 0) assert.deepEqual(calls.get(`n${index}`), { check: 2, diff: 1 });
      assert.equal(cloud.calls.filter(({ method, name }) => method === "Read" && name === `n${index}`).length, 1);
    }
  });

  it("is searched before any other resource, and is the first in spec order", async () => {
    const { cloud } = await derive(wide, objects(5, wideInputs));
    const names = cloud.calls.filter(({ method }) => method !== "Read").map(({ name }) => name);
    const first = names.findIndex((name) => name !== "n0");
    assert.ok(first > 0);
    assert.ok(!names.slice(first).includes("n0"));
  });

  it("does not bind a resource that differs, which gets its own program", async () => {
    const type: ModelType = {
      inputProperties: { kind: text, disk: text, bucket: text, note: text },
      requiredInputs: ["kind"],
      check: (_, news) => {
        const wanted = news.kind === "disk" ? "disk" : "bucket";
        const other = news.kind === "disk" ? "bucket" : "disk";
        if (news[wanted] === undefined) return { failures: [{ property: wanted, reason: "is required" }] };
        return news[other] === undefined
          ? { inputs: news }
          : { failures: [{ property: other, reason: "does not belong here" }] };
      },
    };
    const { programs, proofs } = await derive(type, [
      { name: "a", inputs: { kind: "disk", disk: "d1" } },
      { name: "b", inputs: { kind: "bucket", bucket: "b1", note: "n" } },
      { name: "c", inputs: { kind: "disk", disk: "d2", note: "n" } },
    ]);
    assert.deepEqual(programs, [
      { kind: "disk", disk: "d1" },
      { kind: "bucket", bucket: "b1", note: "n" },
      { kind: "disk", disk: "d2", note: "n" },
    ]);
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["clean", "clean", "clean"],
    );
  });

  it("predicts nothing for a property that the other resource has no value for", async () => {
    const type: ModelType = {
      inputProperties: { a: text, b: text },
      diff: ({ olds, news }) =>
        detailed({ a: olds.a ?? null, b: olds.b || null }, { a: news.a ?? null, b: news.b || null }),
    };
    const { programs } = await derive(type, [
      { name: "a", inputs: { a: "1", b: "2" } },
      { name: "b", inputs: { a: "1", b: "" } },
      { name: "c", inputs: { a: "1" } },
    ]);
    assert.deepEqual(programs, [{ a: "1", b: "2" }, { a: "1" }, { a: "1" }]);
  });

  it("leaves the others to their own searches where it fails", async () => {
    const type: ModelType = {
      inputProperties: { a: text, size: text },
      check: (_, news) => (news.a === "bad" ? refuse("other") : { inputs: news }),
    };
    const { proofs } = await derive(type, [
      { name: "a", inputs: { a: "bad", size: "1" } },
      { name: "b", inputs: { a: "good", size: "2" } },
    ]);
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["update", "clean"],
    );
  });

  it("is replaced by the first resource with the value where it lacks an input that cannot be read", async () => {
    const type: ModelType = {
      inputProperties: { name: text, code: text, publish: { type: "boolean" } },
      requiredInputs: ["name"],
      check: (_, news) =>
        news.code === undefined
          ? { failures: [{ property: "code", reason: "is required" }] }
          : { inputs: { publish: false, ...news } },
      diff: ({ ignoreChanges }) =>
        ignoreChanges.includes("code") ? { changes: "none" } : { changes: "some", diffs: ["code"] },
    };
    const given = (name: string): ModelObject => ({
      ...{ name, inputs: { name, publish: false }, supplied: new Map([["code", stringValue("zip")]]) },
    });
    const lacking = { name: "lacking", inputs: { name: "lacking", publish: false } };
    const { programs, proofs, calls } = await derive(type, [lacking, given("a"), given("b")]);
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["failed", "ignored", "ignored"],
    );
    assert.deepEqual(programs.slice(1), [
      { name: "a", code: "zip" },
      { name: "b", code: "zip" },
    ]);
    const alone = await derive(type, [given("a"), given("b")]);
    assert.deepEqual(programs.slice(1), alone.programs);
    assert.deepEqual(calls.get("b"), alone.calls.get("b"));
  });

  it("is replaced by one other sample where its plugin dies", async () => {
    const fatal: ModelType = {
      ...wide,
      check: (olds, news, seed) => (news.p6 === "0-6" ? refuse("died") : (wide.check?.(olds, news, seed) ?? {})),
    };
    const all = objects(8, wideInputs);
    const callsIn = async (type: ModelType, some: readonly ModelObject[]): Promise<readonly string[]> => {
      const cloud = new ModelCloud({ Thing: type }, some);
      await cloud.derive({ mode });
      return cloud.calls.filter(({ name }) => name !== "n0").map(({ method, name }) => `${method} ${name}`);
    };
    assert.deepEqual(await callsIn(fatal, all), await callsIn(wide, all.slice(1)));
  });

  it("gives the same result whichever resource is asked next", async () => {
    const [sample, ...others] = objects(6, wideInputs);
    assert.ok(sample);
    const resultsOf = async (order: readonly ModelObject[]) => {
      const { programs, proofs } = await derive(wide, order);
      return new Map(
        order.map(({ name }, i) => [name, [programs[i], proofs[i]?.verdict, proofs[i] && reasonsOf(proofs[i])]]),
      );
    };
    assert.deepEqual(await resultsOf([sample, ...others]), await resultsOf([sample, ...others.toReversed()]));
  });
}

describe("budgets of calls", () => {
  /** Nothing is ever enough, and every candidate is refused for another path. */
  const endless: ModelType = {
    inputProperties: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, text])),
    diff: ({ news }) => ({ changes: "some", diffs: [`p${Object.keys(news).length}`] }),
  };
  const inputs: { [key: string]: Json } = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, "x"]));

  /** Programs that each search may try, and the few Checks of the proof. */
  const limits = {
    // The search from everything first, with two Checks for each program; then the growing one.
    minimal: { sample: 2 * 16 + 40 + 8, other: 2 * 8 + 40 + 8 },
  } as const;

  for (const mode of ["minimal"] as const) {
    const { sample, other } = limits[mode];

    it(`end the search of a sample after ${sample} Checks, of another after ${other}, in mode ${mode}`, async () => {
      const objects = ["sample", "other"].map((name) => ({ name, inputs }));
      const { calls, derivations } = await deriveIn(endless, objects, { mode });
      assert.deepEqual(
        derivations.map(({ proof, remarks }) => [proof.verdict, remarks]),
        [
          ["update", [{ kind: "budget" }]],
          ["update", [{ kind: "budget" }]],
        ],
      );
      assert.ok((calls.get("sample")?.check ?? 999) <= sample, JSON.stringify([...calls]));
      assert.ok((calls.get("other")?.check ?? 999) <= other, JSON.stringify([...calls]));
    });

    it(`end a search for a refusal that nothing repairs, in mode ${mode}`, async () => {
      const type: ModelType = {
        ...endless,
        check: () => ({ failures: [{ property: "", reason: "never" }] }),
      };
      const { proof, calls } = await deriveOne(type, { inputs }, { mode });
      assert.equal(proof.verdict, "failed");
      assert.ok((calls.get("one")?.check ?? 999) <= 16 + 41 + 3, JSON.stringify([...calls]));
    });

    it(`are not exceeded by many like resources: each costs as many calls as of few, in mode ${mode}`, async () => {
      const counted = async (count: number): Promise<number> => {
        const { cloud } = await deriveIn(
          { ...wide, diff: ({ olds, news }) => detailed(olds, news) },
          objects(count, wideInputs),
          { mode },
        );
        return cloud.calls.length;
      };
      const [few, many] = [await counted(20), await counted(320)];
      assert.equal(many - few, 300 * 4);
    });
  }

  /** Each question that was asked more than once. */
  async function askedTwice(mode: "minimal", requiredInputs: readonly string[]) {
    const seen = new Map<string, number>();
    const noted = (method: string, olds: JsonObject | undefined, news: JsonObject): void => {
      const key = JSON.stringify([method, olds, news]);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    };
    const type: ModelType = {
      ...wide,
      requiredInputs,
      check: (olds, news, seed) => {
        noted("Check", olds, news);
        return wide.check?.(olds, news, seed) ?? {};
      },
      create: (news) => {
        noted("Create", undefined, news);
        return news;
      },
    };
    await deriveOne(type, { inputs: wideInputs(0) }, { mode });
    assert.ok(seen.size > 0);
    return [...seen].filter(([, times]) => times > 1);
  }

  it("are spent once on each candidate, though the smallest program may be the whole one", async () => {
    assert.deepEqual(await askedTwice("minimal", ["p6", "p7", "p8", "p9", "p10", "p11"]), []);
    assert.deepEqual(await askedTwice("minimal", []), []);
  });

  it("do not cover a call that hangs, dies or is denied, which fails the resource", async () => {
    for (const [failure, code] of [
      ["died", "PLUGIN_DIED"],
      ["timeout", "CALL_TIMEOUT"],
      ["unauthorised", "CALL_UNAUTHORISED"],
      ["throttled", "CALL_THROTTLED"],
      ["malformed", "ANSWER_MALFORMED"],
    ] as const) {
      const cloud = new ModelCloud({ Thing: { inputProperties: { a: text }, check: () => refuse(failure) } }, [
        { inputs: { a: "1" } },
      ]);
      const derivation = (await cloud.derive({ mode: "minimal" })).get(urnOf("one"));
      assert.ok(derivation?.kind === "failed");
      assert.equal(derivation.error.code, code);
      assert.equal(cloud.calls.filter(({ method }) => method === "Check").length, 1);
    }
  });
});
