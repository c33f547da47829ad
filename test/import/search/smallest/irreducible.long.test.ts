/**
 * Programs of mode `smallest` for the simulated cloud set only necessary values. The test removes each value that no rule requires, and calls
 * the provider with the other values.
 */
import assert from "node:assert/strict";
import { type Estate, makeEstate, makeQuirkEstate, type SpecEntry } from "../../../../fixtures/simcloud/estate.ts";
import { problemOf } from "../../../../src/domain/outcome.ts";
import { startSimcloud } from "../../../simcloud/client.ts";
import { runs } from "../../../support/runs.ts";
import { bagOf } from "../../bag-of.ts";
import { importEstate } from "../../import-estate.ts";
import { servedSchema, spareLeaves } from "../../judge-leaves.ts";

describe("programs of mode smallest", function () {
  this.timeout(120_000);

  it("sets no unnecessary value in mode smallest, for each type with a quirk", async () => {
    assert.deepEqual(await spareIn(withoutSlow(makeQuirkEstate())), []);
  });

  for (let seed = 1; seed <= runs(1); seed += 1) {
    it(`sets no unnecessary value in mode smallest, for random resources (seed ${seed})`, async () => {
      assert.deepEqual(await spareIn(makeEstate({ seed, resources: 78 })), []);
    });
  }
});

async function spareIn(estate: Estate): Promise<readonly string[]> {
  const { plan } = await importEstate(estate, "smallest");
  const clouds = new Map<string, Awaited<ReturnType<typeof startSimcloud>>>();
  const sparePaths: string[] = [];
  try {
    for (const [index, entry] of estate.specs.resources.entries()) {
      const outcome = plan.outcomes[index];
      assert.equal(
        outcome?.verdict,
        estate.expectedVerdict[entry.name],
        `${entry.name}: ${outcome && problemOf(outcome)?.message}`,
      );
      const resource = plan.graph.resources.find(({ urn }) => urn === outcome?.urn);
      if (outcome?.verdict !== "clean" || outcome.resourceKind !== "custom" || entry.id === undefined) continue;
      const region = entry.provider?.replace(/^in-/, "") ?? "us-east-1";
      const simcloud = clouds.get(region) ?? (await startSimcloud({ cloud: estate.cloud, region }));
      clouds.set(region, simcloud);
      assert.ok(resource !== undefined);
      const others = new Set(
        estate.specs.resources.flatMap((other) => (other === entry ? [] : namesOf(estate, other))),
      );
      const spare = await spareLeaves(simcloud, await servedSchema(simcloud), {
        type: entry.type,
        id: entry.id,
        program: bagOf(resource.inputs),
        asked: new Set([...Object.keys(entry.inputs ?? {}), ...(entry.properties ?? [])]),
        others,
      });
      sparePaths.push(...spare.map((path) => `${entry.name} (${entry.type}): ${path}`));
    }
  } finally {
    await Promise.all([...clouds.values()].map((simcloud) => simcloud.close()));
  }
  return sparePaths;
}

/** Returns the ID and the ARN of an object, which other resources may contain. */
function namesOf({ cloud }: Estate, { id, type }: SpecEntry): readonly string[] {
  if (id === undefined) return [];
  const [object] = Object.entries(cloud.objects).filter(([key]) => key.endsWith(`|${type}|${id}`));
  const arn = object?.[1].arn;
  return typeof arn === "string" ? [id, arn] : [id];
}

/** Removes types whose calls take a second, to save time. */
function withoutSlow(estate: Estate): Estate {
  const resources = estate.specs.resources.filter(({ type }) => !/:(Slow|Throttled)$/.test(type));
  return { ...estate, specs: { ...estate.specs, resources } };
}
