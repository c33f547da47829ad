/**
 * Programs of mode `smallest` for estates of the simulated cloud set nothing that they could do without: each leaf that no rule keeps is
 * taken away in turn, and the provider is asked about the rest.
 */
import assert from "node:assert/strict";
import { type Estate, makeQuirkEstate } from "../../../../fixtures/simcloud/estate.ts";
import { spareIn } from "./irreducible.ts";

describe("programs of mode smallest cannot be reduced", function () {
  this.timeout(120_000);

  it("pain 29: for any type with quirks", async () => {
    assert.deepEqual(await spareIn(withoutSlow(makeQuirkEstate())), []);
  });
});

/** A second per call is not needed to see the values of a program. */
function withoutSlow(estate: Estate): Estate {
  const resources = estate.specs.resources.filter(({ type }) => !/:(Slow|Throttled)$/.test(type));
  return { ...estate, specs: { ...estate.specs, resources } };
}
