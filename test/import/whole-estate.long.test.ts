/** Imports every type of the simulated cloud. Compares the verdicts and the class of every value with tables that are written by hand. */
import assert from "node:assert/strict";
import { makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { covers } from "../../fixtures/simcloud/recreated-table.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import type { Outcome } from "../../src/domain/graph.ts";
import { definitionOf, openClouds, propertiesOf } from "../simcloud/clouds.ts";
import { classify, see } from "../simcloud/recreate.ts";
import { type ImportedEstate, importEstate, type ProviderCall } from "./import-estate.ts";

const estate = makeWholeEstate();
const changing: ReadonlySet<string> = new Set(["Create", "Update", "Delete"]);

describe("an import of resources of every simulated type", function () {
  this.timeout(300_000);
  let imported: ImportedEstate;

  before(async () => {
    imported = await importEstate(estate);
  });

  it("gives each resource the verdict that the table expects", () =>
    assert.deepEqual(verdictsOf(imported), expectedVerdicts()));

  it("classifies each read value as the table expects", async () => {
    const clouds = openClouds(estate.cloud);
    const wrong: string[] = [];
    let judged = 0;
    try {
      for (const [entry, outcome] of outcomesOf(imported)) {
        // Read of type InitFailed returns its object in an error, so `see` can't read it.
        if (outcome.accounting === undefined || entry.type.endsWith(":InitFailed")) continue;
        const named: SpecEntry = { ...entry, type: definitionOf(entry).token };
        const seen = await see(await clouds.of(named), named, propertiesOf(named));
        const { accounting } = outcome;
        for (const { path, classes } of classify(seen)) {
          // imp classifies a map as one value, but the table lists the entries of the map.
          const claim = accounting.find((one) => covers(one.path, path))?.class;
          judged += 1;
          if (claim === undefined || !classes.includes(claim)) {
            wrong.push(`${entry.name}: ${path} is ${claim ?? "without a class"}, not ${classes.join(" or ")}`);
          }
        }
      }
    } finally {
      await clouds.close();
    }
    assert.deepEqual(wrong, []);
    assert.ok(judged > 1000, `${judged} values`);
  });

  it("calls Create and Update only as previews, and never calls Delete", () => {
    const changes = changesIn(imported);
    assert.deepEqual(
      changes.filter(({ method, preview }) => preview !== true || method === "Delete"),
      [],
    );
    assert.ok(changes.some(({ method }) => method === "Create"));
  });
});

describe("an import from a provider without previews", function () {
  this.timeout(300_000);

  it("gives the same verdicts without calls of Create and Update", async () => {
    const imported = await importEstate(estate, "minimal", { switches: { SIMCLOUD_NO_PREVIEW: "1" } });
    assert.deepEqual(changesIn(imported), []);
    assert.deepEqual(verdictsOf(imported), expectedVerdicts());
  });
});

function outcomesOf({ plan }: ImportedEstate): readonly (readonly [SpecEntry, Outcome])[] {
  return estate.specs.resources.map((entry, index) => {
    const outcome = plan.outcomes[index];
    assert.ok(outcome, entry.name);
    return [entry, outcome];
  });
}

function verdictsOf(imported: ImportedEstate): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(outcomesOf(imported).map(([{ name }, { verdict }]) => [name, verdict]));
}

function expectedVerdicts(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(estate.specs.resources.map(({ name }) => [name, verdictInTable(name)]));
}

function changesIn({ calls }: ImportedEstate): readonly ProviderCall[] {
  return calls.filter(({ method }) => changing.has(method));
}
