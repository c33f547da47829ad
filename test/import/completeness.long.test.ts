/** Resources whose programs must set more values than Diff names. Compares verdicts and programs with tables that are written by hand. */
import assert from "node:assert/strict";
import { makeCompletenessEstate } from "../../fixtures/simcloud/estate.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import type { ImportPlan } from "../../src/domain/graph.ts";
import { type Simcloud, startSimcloud } from "../simcloud/client.ts";
import { classify, see, valueAt } from "../simcloud/recreate.ts";
import { bagOf } from "./bag-of.ts";
import { importEstate } from "./import-estate.ts";

describe("resources for which Diff shows no changes before all values are set", function () {
  this.timeout(120_000);
  const estate = makeCompletenessEstate();
  let plan: ImportPlan;
  let simcloud: Simcloud;

  before(async () => {
    simcloud = await startSimcloud({ cloud: estate.cloud });
    ({ plan } = await importEstate(estate));
  });
  after(() => simcloud.close());

  it("gives each resource the verdict that the table expects", () => {
    assert.deepEqual(
      estate.specs.resources.map(({ name }, index) => [name, plan.outcomes[index]?.verdict]),
      estate.specs.resources.map(({ name }) => [name, verdictInTable(name)]),
    );
  });

  it("sets exactly the values that the table lists as set", async () => {
    const wrong: string[] = [];
    for (const [index, entry] of estate.specs.resources.entries()) {
      const resource = plan.graph.resources.find(({ urn }) => urn === plan.outcomes[index]?.urn);
      const definition = typeOf(entry.type)?.definition;
      assert.ok(resource && definition, entry.name);
      const seen = await see(simcloud, entry, definition.properties);
      const program = bagOf(resource.inputs);
      const faults = classify(seen).filter(({ classes, keys }) =>
        valueAt(program, keys) === undefined ? classes.join() === "set" : !classes.includes("set"),
      );
      if (faults.length > 0) wrong.push(entry.name);
    }
    assert.deepEqual(wrong, []);
  });
});
