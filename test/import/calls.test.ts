/** Counts the provider calls of an import in the provider's journal. */
import assert from "node:assert/strict";
import { alikeEstate } from "../../fixtures/simcloud/estate.ts";
import { count, isWithin } from "./calls.ts";

describe("the number of provider calls", function () {
  this.timeout(120_000);

  it("calls Check at most 1.2, Diff 1.1, and Create 0.1 times per similar resource", async () => {
    const { read, check, diff, create, resources } = await count(alikeEstate(300));
    assert.equal(read, resources);
    const each = [check, diff, create].map((calls) => calls / resources);
    assert.ok(isWithin(each, [1.2, 1.1, 0.1]), each.join());
  });
});
