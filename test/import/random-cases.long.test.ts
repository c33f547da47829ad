/**
 * Random providers whose programs once were not the best ones, or whose values were in a wrong class (random-cases.json).
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
  /** The program of one of the objects was not clean, though another one is. */
  readonly programs: readonly (RandomCase & { readonly index: number })[];
  /** A value had a wrong class. */
  readonly classes: readonly RandomCase[];
};

/** Numbers of the cases for which imp doesn't find a clean program yet. The test fails if it finds one. */
const known = [10, 15, 16, 18, 24, 25, 26];

describe("random providers that once had a program with a difference", () => {
  it("have a clean one, but for the known failures", async () => {
    const differing: number[] = [];
    for (const [number, { given, objects, index }] of cases.programs.entries()) {
      const { type, objectTypes } = randomProvider(given);
      const things = objects.map((inputs, place) => thing(given, inputs, place));
      const sent = (program: JsonObject): JsonObject => sentBySdk(given, program);
      const { proofs } = await derive(type, things, { mode: "minimal", objectTypes, sent });
      if (proofs[index]?.verdict !== "clean") differing.push(number);
    }
    assert.deepEqual(differing, known);
  }).timeout(120_000);
});

describe("random providers that once had a value in a wrong class", () => {
  it("have each value in its class", async () => {
    const wrong: number[] = [];
    for (const [number, { given, objects }] of cases.classes.entries()) {
      const judged = { all: 0, accounted: 0, unfinished: 0, refused: 0, calls: 0 };
      if ((await accountingFaults(given, objects, judged)).length > 0) wrong.push(number);
    }
    assert.deepEqual(wrong, []);
  }).timeout(120_000);
});
