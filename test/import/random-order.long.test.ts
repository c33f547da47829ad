/** Programs and verdicts do not depend on the order of import specs. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { permutationsOf } from "../support/permutations.ts";
import { derive } from "./honest.ts";
import type { Json, JsonObject, ModelObject } from "./model-cloud.ts";
import { thing } from "./random-accounting.ts";
import { randomProvider } from "./random-provider.ts";
import { type Behaviours, behaviours, freshBehaviours, sentBySdk } from "./random-type.ts";
import { cloudValues } from "./random-values.ts";

/** A type, and three objects of it. */
const estate = fc
  .oneof(behaviours, freshBehaviours)
  .chain((given) =>
    fc.tuple(fc.constant(given), fc.array(cloudValues(given), { minLength: 3, maxLength: 3, size: "max" })),
  );

/** Each estate is derived in six orders, which gives five comparisons. */
const estates = process.env.IMP_PROVE === "1" ? 420 : 40;

describe("import specs of random types in different orders", function () {
  this.timeout(3_600_000);

  it(`derives the same programs in every order of random import specs (${estates * 5} comparisons)`, async () => {
    const faults: string[] = [];
    let compared = 0;
    const property = fc.asyncProperty(estate, async ([given, objects]) => {
      const things = objects.map((inputs, index) => thing(given, inputs, index));
      const [first, ...others] = await Promise.all(
        [...permutationsOf(things)].map((order) => programsOf(given, order)),
      );
      for (const other of others) {
        compared += 1;
        if (other !== first) faults.push(JSON.stringify({ given, objects, first, other }));
      }
    });
    await fc.assert(property, { numRuns: estates, seed: 1 });
    assert.deepEqual(faults.toSorted((a, b) => a.length - b.length).slice(0, 3), []);
    assert.equal(compared, estates * 5);
  });
});

/** Returns the verdict and the program of each object as JSON. */
async function programsOf(given: Behaviours, order: readonly ModelObject[]): Promise<string> {
  const { type, objectTypes } = randomProvider(given);
  const sent = (program: JsonObject): JsonObject => sentBySdk(given, program);
  const { programs, proofs } = await derive(type, order, { mode: "minimal", objectTypes, sent });
  const results = order.map(({ name = "" }, index) => [
    name,
    { verdict: proofs[index]?.verdict, program: programs[index] },
  ]);
  return JSON.stringify(sorted(Object.fromEntries(results)));
}

/** Sorts keys, and replaces values that a provider generates. */
function sorted(json: Json): Json {
  if (typeof json === "string") return json.replace(/^[sn]\d+$/, "drawn");
  if (Array.isArray(json)) return json.map(sorted);
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(
    Object.entries(json)
      .toSorted()
      .map(([key, value]) => [key, sorted(value)]),
  );
}
