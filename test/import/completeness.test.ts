/**
 * Resources of which a program must set more than a Diff asks for: verdicts and programs, held against the tables that are kept by hand.
 */
import assert from "node:assert/strict";
import { makeCompletenessEstate } from "../../fixtures/simcloud/estate.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { verdictInTable, wrongVerdicts } from "../../fixtures/simcloud/verdict-table.ts";
import type { ImportPlan } from "../../src/graph.ts";
import { type Simcloud, startSimcloud } from "../simcloud/client.ts";
import { at, classify, see } from "../simcloud/recreate.ts";
import { bagOf } from "./bag-of.ts";
import { importEstate } from "./import-estate.ts";

/** Entries whose program does not set what it must, or sets what it need not. Each goes as soon as its program is right. */
const wrongPrograms: readonly string[] = [
  "fresh-vpc",
  "fresh-group",
  "fresh-group-rule",
  "fresh-role",
  "balancer-plain",
  "balancer-tuned",
  "targets-plain",
  "targets-tuned",
  "firewall-rules",
  "firewall-plain",
  "table-provisioned",
  "table-on-demand",
  "image-sourceless",
  "image-given",
  "exclusive",
  "routes-inline",
  "safe",
  "host",
  "repository",
];

describe("resources of which Diff does not ask for everything", function () {
  this.timeout(120_000);
  const estate = makeCompletenessEstate();
  let plan: ImportPlan;
  let simcloud: Simcloud;

  before(async () => {
    simcloud = await startSimcloud({ cloud: estate.cloud });
    ({ plan } = await importEstate(estate));
  });
  after(() => simcloud.close());

  it("get the verdicts of the table, but for those that are known to be wrong, and are", () => {
    assert.deepEqual(
      estate.specs.resources.map(({ name }, index) => [name, plan.outcomes[index]?.verdict]),
      estate.specs.resources.map(({ name }) => [name, wrongVerdicts[name] ?? verdictInTable(name)]),
    );
  });

  it("get programs that set what the table says, but for those that are known to be wrong, and are", async () => {
    const wrong: string[] = [];
    for (const [index, entry] of estate.specs.resources.entries()) {
      const resource = plan.graph.resources.find(({ urn }) => urn === plan.outcomes[index]?.urn);
      const definition = typeOf(entry.type)?.definition;
      assert.ok(resource && definition, entry.name);
      const seen = await see(simcloud, entry, definition.properties);
      const program = bagOf(resource.inputs);
      const faults = classify(seen).filter(({ classes, keys }) =>
        at(program, keys) === undefined ? classes.join() === "set" : !classes.includes("set"),
      );
      if (faults.length > 0) wrong.push(entry.name);
    }
    assert.deepEqual(wrong, wrongPrograms);
  });
});
