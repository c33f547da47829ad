import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commit } from "../../../src/store/commit/commit.ts";
import { recover } from "../../../src/store/commit/recover.ts";
import { killAt, makeScene, noRemote, treeOf } from "./commit.ts";

describe("an interrupted commit", () => {
  const base = mkdtempSync(join(tmpdir(), "imp-commit-"));
  const root = join(base, "project");
  after(() => rmSync(base, { recursive: true, force: true }));

  async function stepsOf(): Promise<readonly string[]> {
    const scene = makeScene(root);
    const names: string[] = [];
    await commit(scene.changes, { ...scene, onStep: (_, name) => names.push(name) });
    return names;
  }

  it("recovers in a moved or copied project, and keeps the original of a copy", async () => {
    const steps = await stepsOf();
    const otherPlace = join(base, "elsewhere");
    for (const how of ["moved", "copied"] as const)
      for (const [step, name] of steps.entries()) {
        const scene = makeScene(root);
        await assert.rejects(commit(scene.changes, { ...scene, onStep: killAt(step) }), /killed/);
        const left = treeOf(root);
        rmSync(otherPlace, { recursive: true, force: true });
        cpSync(root, otherPlace, { recursive: true });
        if (how === "moved") rmSync(root, { recursive: true });
        const report = await recover(join(otherPlace, ".imp/journal"), noRemote);
        const expected = report?.action === "finished" ? scene.after : scene.before;
        assert.deepEqual(treeOf(otherPlace), expected, `${how}, killed before "${name}"`);
        if (how === "copied") assert.deepEqual(treeOf(root), left);
      }
  });
});
