/**
 * Programs of mode `smallest` for estates of the simulated cloud set nothing that they could do without: each leaf that no rule keeps is
 * taken away in turn, and the provider is asked about the rest.
 */
import assert from "node:assert/strict";
import { makeEstate } from "../../../../fixtures/simcloud/estate.ts";
import { runs } from "../../../support/runs.ts";
import { spareIn } from "./irreducible.ts";

describe("programs of mode smallest cannot be reduced", function () {
  this.timeout(120_000);
  for (let seed = 1; seed <= runs(1); seed += 1) {
    it(`for services with references, cycles and secrets, random seed ${seed}`, async () => {
      assert.deepEqual(await spareIn(makeEstate({ seed, resources: 78 })), []);
    });
  }
});
