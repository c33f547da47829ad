/** After `imp run --assume-defaults`, the real preview is empty. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import { clearJournal } from "./journal.ts";
import { assertEngineAgrees, assertOnlyReads, imp, importSpecs, type Report, verdictsOf } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const estate = makeWholeEstate();

/** A secret with two inputs that Read does not return, and a resource that refers to the secret, with their verdicts. */
const stable: Readonly<Record<string, string>> = { secret: "assumed", rotation: "clean" };

describe("imp run --assume-defaults", () => {
  const tools = requireTools();
  const stacks: RealStack[] = [];

  const open = async (): Promise<RealStack> => {
    const stack = await openSimcloudStack(tools);
    stacks.push(stack);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    return stack;
  };
  const write = (stack: RealStack, resources: readonly SpecEntry[]): string => {
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify({ resources }));
    return file;
  };
  const both = estate.specs.resources.filter(({ name }) => name in stable);
  const preview = async (stack: RealStack): Promise<void> => {
    await exitsWith(0, stack.previewExpectingNoChanges());
  };

  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  it("gives an empty preview, also after pulumi refresh and pulumi up", async () => {
    const stack = await open();
    const { report, state } = await importSpecs(stack, write(stack, both), 0, "--assume-defaults");
    assert.deepEqual(verdictsOf(report), stable);
    assertStable(state);
    const program = readFileSync(join(stack.directory, "index.ts"), "utf8");
    assert.doesNotMatch(program, /recoveryWindowInDays|forceOverwriteReplica|ignoreChanges/);
    assert.match(program, /firstVersion: secret\.versionId/);
    await stack.compile();
    await preview(stack);
    clearJournal(stack.env);
    await exitsWith(0, stack.pulumi("refresh", "--yes", "--skip-preview"));
    assertOnlyReads(stack);
    assertStable(await stack.exportState());
    await assertEngineAgrees(stack, state);
  });

  it("predicts the update that Pulumi previews without the flag", async () => {
    const stack = await open();
    const { report } = await importSpecs(stack, write(stack, both), 3);
    assert.deepEqual(verdictsOf(report), { ...stable, secret: "update" });
    await stack.compile();
    const steps = await previewSteps(stack);
    assert.deepEqual(
      report.resources.map(({ name, urn }) => [name, steps.get(urn)]),
      [
        ["secret", "update"],
        ["rotation", "same"],
      ],
    );
  });

  it("assumes a default only if it is known, and Read does not return the property", async () => {
    const stack = await open();
    const updated = estate.specs.resources.filter(
      ({ name, id }) => id !== undefined && verdictInTable(name) === "update",
    );
    const providers = estate.specs.resources.filter(({ name }) => updated.some(({ provider }) => provider === name));
    const flags = ["--plan-only", "--yes", "--json", "--assume-defaults"];
    const ran = await exitsWith(3, imp(stack, "run", write(stack, [...providers, ...updated]), ...flags));
    assertOnlyReads(stack);
    const verdicts = verdictsOf(JSON.parse(ran.stdout) as Report);
    assert.deepEqual(
      updated.map(({ name }) => [name, verdicts[name]]),
      updated.map(({ name }) => [name, stable[name] ?? "update"]),
    );
    assert.ok(updated.length > 5);
  });
});

/** Asserts that the state has defaults for inputs that Read does not return. */
function assertStable(state: Checkpoint): void {
  const secret = resourcesOf(state).find(({ urn }) => urn.endsWith("::secret"));
  const outputs = secret?.outputs as Readonly<Record<string, unknown>>;
  assert.deepEqual([outputs.recoveryWindowInDays, outputs.forceOverwriteReplica], [30, false]);
}
