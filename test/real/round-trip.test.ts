/** `imp run` imports the resources of a stack from `pulumi up` into another stack. The real previews of both stacks are empty. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertNoLeaks, assertNothingToChange, assertPclBinds, imp, importSpecs, verdictsOf } from "./judge-import.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { southInputs, worldProgram, worldSecrets } from "./world.ts";

describe("an import of resources that pulumi up created for another stack", () => {
  const tools = requireTools();
  let first: RealStack;
  let second: RealStack;
  let made: Checkpoint;

  before(async () => {
    first = await openSimcloudStack(tools);
    await first.compile(worldProgram);
    await first.up();
    made = await first.exportState({ showSecrets: true });
    second = await openSimcloudStack(tools, { SIMCLOUD_FILE: String(first.env.SIMCLOUD_FILE) });
  });
  after(async () => {
    await first?.dispose();
    await second?.dispose();
  });

  it("gives an empty preview, and resources with the same IDs as those of pulumi up", async () => {
    const specs = join(second.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: specsOf(made) }, null, 2));
    const plan = await imp(second, "run", specs, "--yes", "--plan-only");
    const imported = await importSpecs(second, specs, 0);
    const verdicts = verdictsOf(imported.report);
    assert.equal(verdicts.db, "ignored");
    const others = Object.entries(verdicts).filter(([name]) => name !== "db");
    assert.deepEqual(
      others.filter(([, verdict]) => verdict !== "clean"),
      [],
    );
    await assertNothingToChange(second, imported.state);
    assert.deepEqual(identities(imported.state), identities(made));
    await assertPclBinds(tools, second, imported);
    assertNoLeaks(second, worldSecrets, [plan, imported.ran]);
  });

  it("reports all resources as unchanged in a second run, and keeps program and state", async () => {
    const specs = join(second.root, "specs.json");
    const before = readFileSync(join(second.directory, "index.ts"));
    const state = await second.exportState({ showSecrets: true });
    const again = await importSpecs(second, specs, 0);
    assert.deepEqual([...new Set(Object.values(verdictsOf(again.report)))], ["unchanged"]);
    assert.deepEqual(again.state, state);
    assert.deepEqual(readFileSync(join(second.directory, "index.ts")), before);
  });
});

/** Returns URN and ID of all cloud resources. */
function identities(checkpoint: Checkpoint): readonly string[] {
  return resourcesOf(checkpoint)
    .filter(({ type }) => !type.startsWith("pulumi:"))
    .map(({ urn, id }) => `${urn} ${String(id)}`)
    .sort();
}

/** Returns the import file for a state, with components and explicit providers. */
function specsOf(checkpoint: Checkpoint): readonly object[] {
  const nameOf = (urn: string) => urn.split("::")[3] ?? "";
  return resourcesOf(checkpoint).flatMap((resource): readonly object[] => {
    const { urn, type } = resource;
    const name = nameOf(urn);
    if (type === "pulumi:pulumi:Stack" || (type.startsWith("pulumi:providers:") && name.startsWith("default")))
      return [];
    const parent = String(resource.parent ?? "").includes("pulumi:pulumi:Stack")
      ? {}
      : { parent: nameOf(String(resource.parent)) };
    if (resource.custom !== true) return [{ type, name, component: true, ...parent }];
    if (type.startsWith("pulumi:providers:")) return [{ type, name, inputs: southInputs, ...parent }];
    const provider = nameOf(String(resource.provider));
    return [
      {
        type,
        name,
        id: resource.id,
        ...parent,
        ...(provider.startsWith("default") ? {} : { provider }),
        // Read never returns the password.
        ...(type.includes("db/") ? { inputs: { password: "canary-0003" } } : {}),
      },
    ];
  });
}
