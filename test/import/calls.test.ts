/**
 * The cost of an import, counted in the provider's own journal.
 */
import assert from "node:assert/strict";
import { alikeEstate, type Estate, makeEstate } from "../../fixtures/simcloud/estate.ts";
import { importEstate } from "./import-estate.ts";

describe("calls to the provider", function () {
  this.timeout(120_000);

  it("pain 27: are at most 1.2 Check, 1.1 Diff and 0.1 Create previews and one Read for each resource that differs in its data only", async () => {
    const { read, check, diff, create, resources } = await count(alikeEstate(300));
    assert.equal(read, resources);
    const each = [check, diff, create].map((calls) => calls / resources);
    assert.ok(isWithin(each, [1.2, 1.1, 0.1]), each.join());
  });

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

function isWithin(each: readonly number[], limits: readonly number[]): boolean {
  return each.every((calls, i) => calls <= (limits[i] ?? 0));
}

async function count(estate: Estate) {
  const { calls, plan } = await importEstate(estate);
  const expected = estate.specs.resources.map(({ name }) => estate.expectedVerdict[name]);
  assert.deepEqual(
    plan.outcomes.map(({ verdict }) => verdict),
    expected,
  );
  const of = (method: string): number => calls.filter((call) => call.method === method).length;
  const resources = estate.specs.resources.filter(({ id }) => id !== undefined).length;
  return { resources, read: of("Read"), check: of("Check"), diff: of("Diff"), create: of("Create") };
}
