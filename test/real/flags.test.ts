/** After imports with placeholders and in each mode, the real preview is as imp predicted. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate, makeQuirkEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";
import { findLeaks } from "./find-leaks.ts";
import { assertNothingToChange, importSpecs, type Report } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

const word = "placeholder-to-be-replaced";

async function withStack(cloud: unknown, use: (stack: RealStack) => Promise<void>): Promise<void> {
  const stack = await openSimcloudStack(requireTools(), { SIMCLOUD_REGION: "us-east-1" });
  try {
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    await use(stack);
  } finally {
    await stack.dispose();
  }
}

function writeSpecs(stack: RealStack, resources: readonly SpecEntry[]): string {
  const file = join(stack.root, "specs.json");
  writeFileSync(file, JSON.stringify({ resources }));
  return file;
}

function bare(entries: readonly SpecEntry[]): readonly SpecEntry[] {
  return entries.map(({ inputs: _, ...entry }) => entry);
}

describe("imp run --placeholder", () => {
  it("gives an empty preview with a placeholder for a password", async () => {
    const tokens = new Set(["simcloud:db/instance:Instance"]);
    const { cloud, specs } = makeEstate({ seed: 3, resources: 2, regions: ["us-east-1"], tokens });
    await withStack(cloud, async (stack) => {
      const imported = await importSpecs(stack, writeSpecs(stack, bare(specs.resources)), 0, "--placeholder");
      assertHeld(stack, imported.report, "password");
      await assertNothingToChange(stack, imported.state);
    });
  });

  it("gives an empty preview with a placeholder for one of several alternative inputs", async () => {
    const { cloud, specs } = makeQuirkEstate();
    const entry = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable");
    await withStack(cloud, async (stack) => {
      const imported = await importSpecs(stack, writeSpecs(stack, entry), 0, "--placeholder");
      assertHeld(stack, imported.report, "filename");
      await assertNothingToChange(stack, imported.state);
    });
  });
});

describe("imp run --mode", () => {
  const workload = makeEstate({ seed: 5, resources: 33, regions: ["us-east-1"] });
  const quirks = makeQuirkEstate();
  const clean = quirks.specs.resources.filter(
    ({ name, type }) => quirks.expectedVerdict[name ?? ""] === "clean" && !/Throttled|Slow/.test(type),
  );

  for (const mode of ["smallest", "lossless"]) {
    for (const [what, cloud, resources] of [
      ["resources of usual types", workload.cloud, workload.specs.resources],
      ["resources of unusual types", quirks.cloud, clean],
    ] as const) {
      it(`gives an empty preview in mode ${mode} with ${what}`, () =>
        withStack(cloud, async (stack) => {
          const imported = await importSpecs(stack, writeSpecs(stack, resources), 0, "--mode", mode);
          await assertNothingToChange(stack, imported.state);
        }));
    }
  }
});

/** Asserts that every resource ignores the difference of its placeholder, and that no file has the placeholder in plain text. */
function assertHeld(stack: RealStack, report: Report, property: string): void {
  const custom = report.resources.filter(({ id }) => id !== undefined);
  assert.ok(custom.length > 0);
  for (const { name, verdict, differences } of custom) {
    assert.equal(verdict, "ignored", name);
    assert.deepEqual(
      differences.map(({ path }) => path),
      [property],
    );
  }
  const text = new Map([["the report", JSON.stringify(report)]]);
  assert.deepEqual(findLeaks([stack.directory], [word], text), []);
}

describe("imp run --replace-entry", () => {
  it("gives an empty preview after an object replaced another one in the state", async () => {
    const cloud = readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8");
    await withStack(JSON.parse(cloud), async (stack) => {
      const { report } = await importSpecs(stack, writeSpecs(stack, [vpc, subnetA]), 0);
      const urn = report.resources[1]?.urn ?? "";
      const other = writeSpecs(stack, [{ ...subnetB, name: subnetA.name }]);
      const imported = await importSpecs(stack, other, 0, "--replace-entry", urn);
      assert.equal(imported.report.resources[0]?.id, subnetB.id);
      await assertNothingToChange(stack, imported.state);
    });
  });
});
