/**
 * The cost of an import, counted in the provider's own journal.
 */
import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { count, isWithin } from "./calls.ts";

describe("calls to the provider", function () {
  this.timeout(120_000);
  // Of a type of manifests with several objects, one is read both ways (src/import/read/object-reads.ts).
  for (const { resources, readTwice } of [
    { resources: 40, readTwice: 0 },
    { resources: 240, readTwice: 2 },
  ]) {
    it(`are at most 3 Check, 2 Diff and 1.5 Create previews for each of ${resources} resources of many types`, async () => {
      const { read, check, diff, create } = await count(makeEstate({ seed: 7, resources }));
      assert.equal(read, resources + readTwice);
      const each = [check, diff, create].map((calls) => calls / resources);
      assert.ok(isWithin(each, [3, 2, 1.5]), each.join());
    });
  }
});
