/**
 * Random providers for which imp once found no clean program, or the wrong class of a value (random-cases.json).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { derive } from "./honest.ts";
import type { JsonObject } from "./model-cloud.ts";
import { accountingFaults, thing } from "./random-accounting.ts";
import { randomProvider } from "./random-provider.ts";
import { type Behaviours, sentBySdk } from "./random-type.ts";

interface RandomCase {
  readonly given: Behaviours;
  readonly objects: readonly JsonObject[];
}

const cases = JSON.parse(readFileSync(new URL("random-cases.json", import.meta.url), "utf8")) as {
  /** Cases in which the program of the object at `index` was not clean, although a clean program exists. */
  readonly programs: readonly (RandomCase & { readonly index: number })[];
  /** Cases in which a value had a wrong class. */
  readonly classes: readonly RandomCase[];
};

/** Numbers of the cases for which imp doesn't find a clean program yet. The test fails if it finds one. */
const knownFailures = [10, 15, 16, 18, 24, 25, 26];

describe("random providers whose programs once had a difference", () => {
  it("finds programs without a difference, except for the known failures", async () => {
    const differing: number[] = [];
    for (const [number, { given, objects, index }] of cases.programs.entries()) {
      const { type, objectTypes } = randomProvider(given);
      const things = objects.map((inputs, index) => thing(given, inputs, index));
      const sent = (program: JsonObject): JsonObject => sentBySdk(given, program);
      const { proofs } = await derive(type, things, { mode: "minimal", objectTypes, sent });
      if (proofs[index]?.verdict !== "clean") differing.push(number);
    }
    assert.deepEqual(differing, knownFailures);
  }).timeout(120_000);
});

describe("random providers for which imp once classified a value wrongly", () => {
  it("classifies each value correctly", async () => {
    const wrong: number[] = [];
    for (const [number, { given, objects }] of cases.classes.entries()) {
      const judged = { all: 0, accounted: 0, unfinished: 0, refused: 0, calls: 0 };
      if ((await accountingFaults(given, objects, judged)).length > 0) wrong.push(number);
    }
    assert.deepEqual(wrong, []);
  }).timeout(120_000);
});
