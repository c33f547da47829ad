/**
 * What an import costs, counted in the provider's own journal.
 */
import assert from "node:assert/strict";
import { alikeEstate, type Estate, makeEstate } from "../../fixtures/simcloud/estate.ts";
import { importEstate } from "./import-estate.ts";

describe("calls to the provider", function () {
  this.timeout(120_000);

  it("resources that differ in their data only cost at most 6.2 each, Read included", async () => {
    const { read, check, diff, resources } = await count(alikeEstate(300));
    assert.equal(read, resources);
    assert.ok((read + check + diff) / resources <= 6.2, `${read} Read, ${check} Check, ${diff} Diff`);
  });

  for (const resources of [40, 240]) {
    it(`${resources} resources of many types cost at most 9 Check and 6 Diff each`, async () => {
      const { read, check, diff } = await count(makeEstate({ seed: 7, resources }));
      assert.equal(read, resources);
      assert.ok(check / resources <= 9 && diff / resources <= 6, `${check} Check, ${diff} Diff`);
    });
  }
});

async function count(estate: Estate) {
  const { calls, plan } = await importEstate(estate);
  const expected = estate.specs.resources.map(({ name }) => estate.expectedVerdict[name]);
  assert.deepEqual(
    plan.outcomes.map(({ verdict }) => verdict),
    expected,
  );
  const of = (method: string): number => calls.filter((call) => call.method === method).length;
  const resources = estate.specs.resources.filter(({ id }) => id !== undefined).length;
  return { resources, read: of("Read"), check: of("Check"), diff: of("Diff") };
}
