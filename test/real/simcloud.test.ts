/** The real engine deploys objects to the simulated cloud, shows no changes for them, and imports them with `pulumi import`. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareStates, resourceOf, showDifferences } from "./compare-states.ts";
import { readJournal } from "./journal.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { worldProgram } from "./world.ts";

describe("the simulated cloud with the real pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openSimcloudStack(tools);
    await stack.compile(worldProgram);
  });
  after(() => stack?.dispose());

  it("supports pulumi up and pulumi import", async () => {
    assert.equal((await stack.up()).create, 15);
    const made = await stack.exportState({ showSecrets: true });
    await exitsWith(0, stack.previewExpectingNoChanges());
    assert.deepEqual(await stack.up(), { same: 15 });
    assert.equal(showDifferences(compareStates(made, await stack.exportState({ showSecrets: true }))), "");
    const calls = readJournal(stack.env);
    assert.equal(calls.get("Create"), 12);
    assert.equal(calls.get("Update"), undefined);

    const peer = await openSimcloudStack(tools, { SIMCLOUD_FILE: String(stack.env.SIMCLOUD_FILE) });
    try {
      const north = resourcesOf(made).filter(({ provider }) => /::default_/.test(String(provider)));
      const resources = north
        // `pulumi import` cannot import databases, because Read does not return their passwords.
        .filter(({ type }) => !type.includes("db/"))
        .map(({ type, urn, id }) => ({ type, id, name: urn.split("::").at(-1) }));
      assert.equal(resources.length, 8);
      const specs = join(peer.root, "specs.json");
      writeFileSync(specs, JSON.stringify({ resources }));
      await exitsWith(0, peer.pulumi("import", "-f", specs, "--yes", "--skip-preview", "--generate-code=false"));
      const imported = await peer.exportState();
      assert.deepEqual(resourceOf(imported, "::vpc").inputs, {
        ...(resourceOf(imported, "::vpc").inputs as object),
        cidrBlock: "10.0.0.0/16",
      });
    } finally {
      await peer.dispose();
    }
  });
});
