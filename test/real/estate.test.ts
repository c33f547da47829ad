/** `imp run` imports resources in two batches into one stack. The preview of the real Pulumi is as imp predicted. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Estate, makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import type { Verdict } from "../../src/domain/graph.ts";
import {
  assertNoLeaks,
  assertNothingToChange,
  assertPclBinds,
  type Imported,
  imp,
  importSpecs,
  type Report,
} from "./judge-import.ts";
import type { Ran } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("an import of 104 simulated resources in two batches", () => {
  const tools = requireTools();
  // Four services in alternating regions. The second half of the third service is in the second batch.
  const estate = makeEstate({ seed: 7, resources: 104 });
  const entries = estate.specs.resources;
  const half = 70;
  const rans: Ran[] = [];
  let stack: RealStack;
  let first: Imported;

  before(async () => {
    stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
  });
  after(() => stack?.dispose());

  it("writes nothing with --plan-only", async () => {
    const before = await stack.exportState();
    const specs = writeSpecs(stack, "specs-1.json", entries.slice(0, half));
    const plan = await imp(stack, "run", specs, "--yes", "--plan-only");
    assert.equal(plan.code, 0, plan.stdout + plan.stderr);
    assert.deepEqual(await stack.exportState(), before);
    rans.push(plan);
  });

  it("gives each resource of the first batch the expected verdict, with an empty preview", async () => {
    first = await importSpecs(stack, writeSpecs(stack, "specs-1.json", entries.slice(0, half)), 0);
    rans.push(first.ran);
    assert.deepEqual(verdictsInOrder(first.report), expected(estate, entries.slice(0, half)));
    await assertNothingToChange(stack, first.state);
  });

  it("imports the second batch into the same stack, with an empty preview", async () => {
    const before = await stack.exportState({ showSecrets: true });
    const rest = entries.slice(half);
    const second = await importSpecs(
      stack,
      writeSpecs(stack, "specs-2.json", rest, namesOf(stack, entries.slice(0, half))),
      0,
    );
    rans.push(second.ran);
    assert.deepEqual(verdictsInOrder(second.report), expected(estate, rest));
    const urns = new Set(resourcesOf(before).map(({ urn }) => urn));
    const kept = resourcesOf(second.state).filter(({ urn }) => urns.has(urn));
    assert.deepEqual(kept, resourcesOf(before), "existing resources are unchanged");
    await assertNothingToChange(stack, second.state);
    await assertPclBinds(tools, stack, second);
  });

  it("reports all resources as unchanged in another run", async () => {
    const files = ["index.ts", "Pulumi.dev.yaml"].map((name) => join(stack.directory, name));
    const before = files.map((file) => readFileSync(file, "utf8"));
    const again = await importSpecs(stack, writeSpecs(stack, "specs-3.json", entries), 0);
    rans.push(again.ran);
    assert.deepEqual([...new Set(again.report.resources.map(({ verdict }) => verdict))], ["unchanged"]);
    assert.deepEqual(
      files.map((file) => readFileSync(file, "utf8")),
      before,
    );
  });

  it("keeps the secrets of the simulated cloud encrypted", () => {
    assert.ok(estate.canaries.length >= 4);
    assertNoLeaks(stack, estate.canaries, rans);
  });
});

describe("an import of simulated resources, some of which cannot be imported", () => {
  const tools = requireTools();

  it("imports the other resources, with an empty preview", async () => {
    const estate = makeEstate({ seed: 11, resources: 33, failing: true });
    const stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    try {
      writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
      const imported = await importSpecs(stack, writeSpecs(stack, "specs.json", estate.specs.resources), 3);
      assert.deepEqual(verdictsInOrder(imported.report), expected(estate, estate.specs.resources));
      for (const { verdict, error } of imported.report.resources)
        assert.equal(error !== undefined, verdict === "failed");
      await assertNothingToChange(stack, imported.state);
      assertNoLeaks(stack, estate.canaries, [imported.ran]);
    } finally {
      await stack.dispose();
    }
  });
});

function writeSpecs(
  stack: RealStack,
  name: string,
  resources: readonly SpecEntry[],
  nameTable: Readonly<Record<string, string>> = {},
): string {
  const file = join(stack.root, name);
  writeFileSync(file, JSON.stringify({ nameTable, resources }, null, 1));
  return file;
}

/** Returns the name table of the second import file: the parents and providers that are in the first batch. */
function namesOf(stack: RealStack, entries: readonly SpecEntry[]): Readonly<Record<string, string>> {
  const types = new Map(entries.map((entry) => [entry.name, entry]));
  const qualified = ({ type, parent }: SpecEntry): string => {
    const above = parent === undefined ? undefined : types.get(parent);
    return above === undefined ? type : `${qualified(above)}$${type}`;
  };
  const named = entries.filter(({ component, type }) => component || type.startsWith("pulumi:providers:"));
  return Object.fromEntries(
    named.map((entry) => [
      entry.name,
      `urn:pulumi:${stack.stack}::${stack.project}::${qualified(entry)}::${entry.name}`,
    ]),
  );
}

function verdictsInOrder(report: Report): readonly (readonly [string, Verdict])[] {
  return report.resources.map(({ type, verdict }) => [type, verdict]);
}

function expected(estate: Estate, entries: readonly SpecEntry[]): readonly (readonly [string, Verdict])[] {
  return entries.map(({ name, type }) => [type, estate.expectedVerdict[name] ?? "clean"]);
}
