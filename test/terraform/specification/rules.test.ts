/**
 * imp reports the errors of provider specifications. The expected rules, severities, and paths are written by hand.
 * `test/real/specifications.test.ts` compares them with the published validator.
 */
import assert from "node:assert/strict";
import { judgeSpecification } from "../../../src/terraform/index.ts";
import { formatPath } from "../../../src/value/path.ts";
import { documents } from "../../support/specifications.ts";

describe("provider specifications", () => {
  for (const { title, text, faults } of documents) {
    it(`${faults.length === 0 ? "accepts" : `reports ${faults.map(([, rule]) => rule).join(", ")} for`} a specification with ${title}`, () => {
      const judged = judgeSpecification(Buffer.from(text));
      const found = judged.faults.map(({ severity, rule, path }) => [severity, rule, formatPath(path)]);
      assert.deepEqual(found, faults);
      assert.equal(judged.errors, faults.filter(([severity]) => severity === "error").length);
      assert.equal(judged.specification === undefined, judged.errors > 0);
    });
  }
});
