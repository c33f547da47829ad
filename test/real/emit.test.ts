/** With `--emit import-option`, the real preview has only imports, `up` imports them, and the next preview is empty. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { clearJournal } from "./journal.ts";
import { assertNoLeaks, assertOnlyReads, imp, type Report } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("imp run --emit import-option", () => {
  const tools = requireTools();
  const estate = makeWholeEstate();
  let stack: RealStack;
  after(() => stack?.dispose());

  it("writes code with which `pulumi up` imports resources of every simulated type", async () => {
    stack = await openSimcloudStack(tools);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    const entries = estate.specs.resources.filter(
      ({ type, name }) => !type.startsWith("gadgets:") && !name.startsWith("west-"),
    );
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: entries }));
    const ran = await exitsWith(
      3,
      imp(stack, "run", specs, "--yes", "--json", "--emit", "import-option", "--timeout", "15"),
    );
    const { resources } = JSON.parse(ran.stdout) as Report;
    const taken = resources.filter(({ verdict }) => verdict === "clean" || verdict === "ignored");
    const imported = new Set(
      taken.filter(({ id, type }) => id !== undefined && !type.startsWith("pulumi:")).map(({ urn }) => urn),
    );
    assert.ok(imported.size > 40, `only ${imported.size} of ${resources.length}`);
    assert.deepEqual(resourcesOf(await stack.exportState()), []);
    stack.env.SIMCLOUD_CALM = "1";
    await stack.compile();
    const steps = [...(await previewSteps(stack))];
    assert.deepEqual(
      steps
        .filter(([urn, op]) => imported.has(urn) !== (op === "import"))
        .filter(([urn, op]) => imported.has(urn) || op !== "create"),
      [],
    );
    // The preview creates only resources that are not in the cloud: the stack, components, and providers.
    const made = steps.filter(([, op]) => op === "create").map(([urn]) => urn.split("::")[2] ?? "");
    assert.deepEqual(
      made.filter((type) => /simcloud:/.test(type) && !type.startsWith("pulumi:providers:")),
      [],
    );
    clearJournal(stack.env);
    const counts = await stack.up();
    assert.equal(counts.import, imported.size);
    assertOnlyReads(stack);
    await exitsWith(0, stack.previewExpectingNoChanges());
    assertNoLeaks(stack, estate.canaries, [ran]);
  });
});
