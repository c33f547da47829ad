/**
 * The first resource of a type, the sample, guides the others, and every search ends: counted in calls.
 */
import assert from "node:assert/strict";
import { derive, deriveOne, reasonsOf } from "../honest.ts";
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

describe("the sample of a type, in mode smallest,", () => {
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

  it("is replaced by one other sample where its plugin dies", async () => {
    const fatal: ModelType = {
      ...wide,
      check: (olds, news, seed) => (news.p6 === "0-6" ? refuse("died") : (wide.check?.(olds, news, seed) ?? {})),
    };
    const all = objects(8, wideInputs);
    const callsIn = async (type: ModelType, some: readonly ModelObject[]): Promise<readonly string[]> => {
      const cloud = new ModelCloud({ Thing: type }, some);
      await cloud.derive();
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
});

describe("budgets of calls, in mode smallest,", () => {
  /** Nothing is ever enough, and every candidate is refused for another path. */
  const endless: ModelType = {
    inputProperties: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, text])),
    diff: ({ news }) => ({ changes: "some", diffs: [`p${Object.keys(news).length}`] }),
  };
  const inputs: { [key: string]: Json } = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`p${i}`, "x"]));

  it("end the search of a sample after 40 candidates, of another resource after 12", async () => {
    const { calls, derivations } = await derive(endless, [
      { name: "sample", inputs },
      { name: "other", inputs },
    ]);
    assert.deepEqual(
      derivations.map(({ proof, remarks }) => [proof.verdict, remarks]),
      [
        ["update", [{ kind: "budget" }]],
        ["update", [{ kind: "budget" }]],
      ],
    );
    const [sample, other] = [calls.get("sample"), calls.get("other")];
    assert.ok(sample !== undefined && other !== undefined);
    assert.ok(sample.check <= 40 + 8, `${sample.check} calls of Check`);
    assert.ok(other.check <= 12 + 8, `${other.check} calls of Check`);
  });

  it("end a search for a refusal that nothing repairs", async () => {
    const type: ModelType = {
      ...endless,
      check: () => ({ failures: [{ property: "", reason: "never" }] }),
    };
    const { proof, calls } = await deriveOne(type, { inputs });
    assert.equal(proof.verdict, "failed");
    assert.ok((calls.get("one")?.check ?? 0) <= 41);
  });

  it("are spent once on each candidate", async () => {
    const seen = new Map<string, number>();
    const type: ModelType = {
      ...wide,
      check: (olds, news, seed) => {
        const key = JSON.stringify([olds, news]);
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return wide.check?.(olds, news, seed) ?? {};
      },
    };
    const [object] = objects(1, wideInputs);
    assert.ok(object);
    await derive(type, [object]);
    // Growing begins with nothing, and dropping would try nothing again.
    assert.equal(seen.get(JSON.stringify([object.inputs, {}])), 1);
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
      const derivation = (await cloud.derive()).get(urnOf("one"));
      assert.ok(derivation?.kind === "failed");
      assert.equal(derivation.error.code, code);
      assert.equal(cloud.calls.filter(({ method }) => method === "Check").length, 1);
    }
  });

  it("are not exceeded by many like resources: each costs as many calls as of few", async () => {
    const counted = async (count: number): Promise<number> => {
      const { cloud } = await derive(
        { ...wide, diff: ({ olds, news }) => detailed(olds, news) },
        objects(count, wideInputs),
      );
      return cloud.calls.length;
    };
    const [few, many] = [await counted(20), await counted(320)];
    assert.equal(many - few, 300 * 4);
  });
});
