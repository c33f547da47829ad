/** The result for the first resource of a type (the sample) saves provider calls for later resources. */
import assert from "node:assert/strict";
import type { Mode } from "../../../../src/import/search/index.ts";
import { stringValue } from "../../../../src/value/value.ts";
import { derive as deriveIn, reasonsOf } from "../../honest.ts";
import { detailed, ModelCloud, type ModelObject, type ModelType, refuse, unknownText } from "../../model-cloud.ts";

import { objects, wide, wideInputs } from "./wide-type.ts";

const text = { type: "string" };

describe("the first resource of a type of a bridged provider", () => {
  const number = { type: "number" };
  const properties = { name: text, zone: text, zoneId: text, version: number, queues: number, note: text };
  let answers = 0;
  /** A type whose rejections contain the name of the resource, and two failures in alternating order. */
  const topic: ModelType = {
    inputProperties: properties,
    properties,
    requiredInputs: ["name"],
    check: (_, news) => {
      const locationOf = (property: string): string => `Examine values at '${String(news.name)}.${property}'.`;
      const failures = [
        ...(news.version === 0 ? [`expected version to be in the range (1 - 2), got 0. ${locationOf("version")}`] : []),
        ...(news.zone !== undefined && news.zoneId !== undefined
          ? [
              `Conflicting arguments. "zone_id": conflicts with zone. ${locationOf("zoneId")}`,
              `Conflicting arguments. "zone": conflicts with zone_id. ${locationOf("zone")}`,
            ]
          : []),
      ].map((reason) => ({ property: "", reason }));
      answers += 1;
      return { inputs: news, failures: answers % 2 === 0 ? failures : failures.toReversed() };
    },
    diff: ({ olds, news }) => {
      const diffs = Object.keys(news).filter((name) => news[name] !== olds[name]);
      return { changes: diffs.length > 0 ? "some" : "none", diffs };
    },
    create: ({ name = "", zone = null, zoneId = null, note = null }) => ({
      name,
      zone: zone ?? unknownText,
      zoneId: zoneId ?? unknownText,
      note,
      version: null,
      queues: null,
    }),
  };
  const topics = [1, 2, 3, 4].map((n) => {
    const inputs = { name: `topic-${n}`, zone: "a", zoneId: "z1" };
    return { name: inputs.name, inputs, outputs: { ...inputs, version: 0, queues: 0 } };
  });

  it("omits zeros that are only in the outputs, as the program of the first resource does", async () => {
    const { programs } = await deriveIn(topic, topics, { mode: "minimal" });
    assert.deepEqual(
      programs,
      topics.map(({ name }) => ({ name, zone: "a" })),
    );
  });

  it("recognizes the rejection of the first resource in spite of another resource name and order", async () => {
    const { calls, cloud } = await deriveIn(topic, topics, { mode: "minimal" });
    const counts = topics.slice(1).map(({ name }) => calls.get(name)?.check ?? 0);
    assert.ok(Math.max(...counts) <= 3, JSON.stringify(counts));
    assert.ok(cloud.calls.length > 0);
  });
});

for (const mode of ["minimal", "smallest"] as const) {
  describe(`the first resource of a type, in mode ${mode}`, () => {
    sampleAndOthers(mode);
  });
}

function sampleAndOthers(mode: Mode): void {
  const derive = (type: ModelType, some: readonly ModelObject[]) => deriveIn(type, some, { mode });

  const checks = mode === "minimal" ? 2 : 1;

  it(`calls Read once, Check ${checks === 1 ? "once" : "twice"}, and Diff once for a later resource of a type`, async () => {
    const { calls, programs, cloud, proofs } = await derive(
      wide,
      objects(20, () => wideInputs(0)),
    );
    for (const [index, program] of programs.entries()) {
      assert.deepEqual(Object.keys(program), ["p6", "p7", "p8", "p9", "p10", "p11"]);
      assert.equal(proofs[index]?.verdict, "clean");
      if (index > 0) assert.deepEqual(calls.get(`n${index}`), { check: checks, diff: 1 });
      assert.equal(cloud.calls.filter(({ method, name }) => method === "Read" && name === `n${index}`).length, 1);
    }
  });

  it("derives the program of the first resource of a type before the programs of later resources", async () => {
    const { cloud } = await derive(wide, objects(5, wideInputs));
    const names = cloud.calls.filter(({ method }) => method !== "Read").map(({ name }) => name);
    const first = names.findIndex((name) => name !== "n0");
    assert.ok(first > 0);
    assert.ok(!names.slice(first).includes("n0"));
  });

  it("derives a separate program for a resource that differs from the first", async () => {
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

  it("omits a property that the first resource sets if a later resource has no value for it", async () => {
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

  it("derives the programs of later resources if the first resource fails", async () => {
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

  it("uses the second resource as the sample if the first lacks a required input", async () => {
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
    const withCode = (name: string): ModelObject => ({
      name,
      inputs: { name, publish: false },
      supplied: new Map([["code", stringValue("zip")]]),
    });
    const lacking = { name: "lacking", inputs: { name: "lacking", publish: false } };
    const { programs, proofs, calls } = await derive(type, [lacking, withCode("a"), withCode("b")]);
    assert.deepEqual(
      proofs.map(({ verdict }) => verdict),
      ["failed", "ignored", "ignored"],
    );
    assert.deepEqual(programs.slice(1), [
      { name: "a", code: "zip" },
      { name: "b", code: "zip" },
    ]);
    const alone = await derive(type, [withCode("a"), withCode("b")]);
    assert.deepEqual(programs.slice(1), alone.programs);
    assert.deepEqual(calls.get("b"), alone.calls.get("b"));
  });

  it("uses the second resource as the sample if the plugin ends during the calls for the first", async () => {
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

  it("gives the same result in any order of the later resources", async () => {
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
