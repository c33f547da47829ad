/** Counts the provider calls of an import in the provider's journal. */
import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { count, isWithin } from "./calls.ts";

describe("the number of provider calls", function () {
  this.timeout(120_000);
  // imp reads the first of several Kubernetes objects of a type twice (src/import/read/object-reads.ts).
  for (const { resources, readTwice } of [
    { resources: 40, readTwice: 0 },
    { resources: 240, readTwice: 2 },
  ]) {
    it(`calls Check at most 3, Diff 2, and Create 1.5 times per resource (${resources} resources)`, async () => {
      const { read, check, diff, create } = await count(makeEstate({ seed: 7, resources }));
      assert.equal(read, resources + readTwice);
      const each = [check, diff, create].map((calls) => calls / resources);
      assert.ok(isWithin(each, [3, 2, 1.5]), each.join());
    });
  }
});
