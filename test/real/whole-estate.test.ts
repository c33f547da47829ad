/**
 * Imports every row of the simulated cloud's table in each variant, and resources of a provider on Pulumi's Node.js server, in one run. The
 * real Pulumi then previews and updates the program.
 */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinboardEstate } from "../../fixtures/pinboard/estate.ts";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import type { Verdict } from "../../src/domain/graph.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { clearJournal, readJournal } from "./journal.ts";
import { assertNoLeaks, type Imported, importSpecs } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { exitsWith } from "./run-process.ts";
import { type RealStack, resourcesOf, type StateResource } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { openWholeStack } from "./whole-stack.ts";

/** The names of resources whose provider reports a difference after every update. */
const perpetual: ReadonlySet<string> = new Set([
  "quirk-phantom-stubborn",
  "west-quirk-phantom-stubborn",
  "quirk-nullDefault-stubborn",
  "west-quirk-nullDefault-stubborn",
  "quirk-unstableCheck",
  "west-quirk-unstableCheck",
]);

describe("an import of resources of every simulated type", () => {
  const tools = requireTools();
  const estate = makeWholeEstate();
  const entries = [...estate.specs.resources, ...pinboardEstate.specs.resources];
  const expected = new Map(entries.map(({ name }) => [name, verdictOf(name)]));
  let stack: RealStack;
  let imported: Imported;
  /** Entry names by URN. */
  let names: ReadonlyMap<string, string>;

  before(async () => {
    stack = await openWholeStack(tools);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    writeFileSync(String(stack.env.PINBOARD_FILE), JSON.stringify(pinboardEstate.cloud));
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: entries }));
    imported = await importSpecs(stack, specs, 3, "--timeout", "15");
    names = new Map(imported.report.resources.map(({ urn }, index) => [urn, entries[index]?.name ?? ""]));
    // The real CLI does not retry rate limits.
    stack.env.SIMCLOUD_CALM = "1";
  });
  after(() => stack?.dispose());

  it("gives each resource the expected verdict", () => {
    assert.ok(entries.length >= 150);
    const reached = Object.fromEntries(imported.report.resources.map(({ urn, verdict }) => [names.get(urn), verdict]));
    assert.deepEqual(reached, Object.fromEntries(expected));
  });

  it("gives a reason for each resource that was not imported", () => {
    for (const { name, verdict, error } of imported.report.resources)
      if (verdict === "failed" || verdict === "replace") assert.ok(error?.hint, name);
  });

  it("writes resources that were not imported neither to the state nor to the program", () => {
    const written = new Set(resourcesOf(imported.state).map(({ urn }) => urn));
    const program = readFileSync(join(stack.directory, "index.ts"), "utf8");
    for (const { urn, name, verdict } of imported.report.resources) {
      const isIn = verdict !== "failed" && verdict !== "replace";
      assert.equal(written.has(urn), isIn, urn);
      assert.equal(program.includes(`"${name}"`), isIn, name);
    }
  });

  it("writes a state that the real Pulumi accepts", async () => {
    const file = join(stack.root, "tmp", "exported.json");
    assert.equal((await stack.pulumi("stack", "export", "--file", file)).code, 0);
    await exitsWith(0, stack.pulumi("stack", "import", "--file", file));
    const again = await stack.exportState({ showSecrets: true });
    assert.equal(showDifferences(compareStates(imported.state, again)), "");
  });

  it("gives each resource the verdict that the preview of Pulumi shows, twice", async () => {
    await stack.compile();
    for (const time of ["first", "second"]) {
      const steps = await previewSteps(stack);
      const registered = registeredIn(imported);
      for (const { urn } of registered) {
        const verdict = expected.get(names.get(urn) ?? "");
        assert.equal(steps.get(urn), verdict === "update" ? "update" : "same", `${time}: ${urn}`);
      }
      assert.equal(steps.size, registered.length, "the steps are only for resources in the state");
    }
  });

  it("keeps the secrets of the simulated cloud encrypted", () => {
    const canaries = [...estate.canaries, ...pinboardEstate.canaries];
    assert.ok(canaries.length >= 15);
    assertNoLeaks(stack, canaries, [imported.ran]);
  });

  it("changes nothing in pulumi up except for resources with the verdict update", async () => {
    for (const name of ["SIMCLOUD_FILE", "PINBOARD_FILE"]) {
      const copy = join(stack.root, `cloud-${name}.json`);
      copyFileSync(String(stack.env[name]), copy);
      stack.env[name] = copy;
    }
    clearJournal(stack.env);
    const updates = [...expected].filter(([, verdict]) => verdict === "update").map(([name]) => name);
    const counts = await stack.up();
    assert.deepEqual(counts, { same: registeredIn(imported).length - updates.length, update: updates.length });
    const calls = readJournal(stack.env);
    assert.equal((calls.get("Create") ?? 0) + (calls.get("Delete") ?? 0), 0);

    const after = await stack.exportState({ showSecrets: true });
    const differences = compareStates(imported.state, after).filter(
      ({ urn }) => !updates.includes(names.get(urn) ?? ""),
    );
    assert.equal(showDifferences(differences), "");

    const changing = [...(await previewSteps(stack))].filter(([, op]) => op !== "same");
    assert.deepEqual(
      Object.fromEntries(changing.map(([urn, op]) => [names.get(urn), op])),
      Object.fromEntries([...perpetual].map((name) => [name, "update"])),
    );
  });
});

/** Returns the registrations of the program and the stack, without default providers, which the engine hides. */
function registeredIn({ state }: Imported): readonly StateResource[] {
  return resourcesOf(state).filter(({ urn }) => !/::pulumi:providers:[^:]+::default/.test(urn));
}

function verdictOf(name: string): Verdict {
  const verdict = verdictInTable(name) ?? new Map<string, Verdict>(Object.entries(pinboardEstate.verdicts)).get(name);
  assert.ok(verdict, `the table does not list ${name}`);
  return verdict;
}
