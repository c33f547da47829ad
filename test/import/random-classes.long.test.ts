/**
 * Random providers for which a new object can differ from the read object although Diff shows no changes. imp gives each read value the correct
 * class, and the program recreates the read object.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { runs } from "../support/runs.ts";
import { type AccountingFault, accountingFaults, type Judged } from "./random-accounting.ts";
import { freshBehaviours } from "./random-type.ts";
import { cloudValues } from "./random-values.ts";

/** A type, and up to three objects of it. */
const estate = freshBehaviours.chain((given) =>
  fc.tuple(fc.constant(given), fc.array(cloudValues(given), { minLength: 1, maxLength: 3, size: "max" })),
);

const cases = Math.min(runs(2000), 20_000);

/**
 * With several rules that rejections do not name, a search can end at its call limit before it finds each value that can be set. This occurred
 * once in 160,000 cases, so one new case of `npm run prove` may fail. The usual cases are always the same, and none may fail.
 */
const isUsual = cases <= 2000;
const overlooked = isUsual ? 0 : 1;

describe("random providers whose new objects can differ from the read objects", function () {
  this.timeout(3_600_000);

  const allowed = isUsual ? "" : `, except at most ${overlooked}`;
  it(`classifies each value of a random provider, and recreates its object, in ${cases} cases${allowed}`, async () => {
    const judged: Judged = { all: 0, accounted: 0, unfinished: 0, refused: 0, calls: 0 };
    const faulty: (readonly AccountingFault[])[] = [];
    const property = fc.asyncProperty(estate, async ([given, objects]) => {
      const faults = await accountingFaults(given, objects, judged);
      if (faults.length > 0) faulty.push(faults);
    });
    await fc.assert(property, { numRuns: cases, ...(isUsual && { seed: 7 }) });
    const texts = faulty.map(([first]) => `${first?.fault}\n${first?.seen}`).sort((a, b) => a.length - b.length);
    assert.ok(faulty.length <= overlooked, texts.slice(0, 5).join("\n"));
    // Without this, the test could succeed without judging anything.
    assert.ok(judged.accounted > judged.all / 2 && judged.unfinished < judged.all / 20, JSON.stringify(judged));
    assert.ok(judged.refused > 0, JSON.stringify(judged));
  });
});
