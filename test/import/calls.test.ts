/**
 * The cost of an import, counted in the provider's own journal.
 */
import assert from "node:assert/strict";
import { alikeEstate } from "../../fixtures/simcloud/estate.ts";
import { count, isWithin } from "./calls.ts";

describe("calls to the provider", function () {
  this.timeout(120_000);

  it("pain 27: are at most 1.2 Check, 1.1 Diff and 0.1 Create previews and one Read for each resource that differs in its data only", async () => {
    const { read, check, diff, create, resources } = await count(alikeEstate(300));
    assert.equal(read, resources);
    const each = [check, diff, create].map((calls) => calls / resources);
    assert.ok(isWithin(each, [1.2, 1.1, 0.1]), each.join());
  });

  // Of a type of manifests with several objects, one is read both ways (src/import/read/object-reads.ts).
});
