/** `imp verify` with real programs reports the same as `pulumi preview`, and changes nothing. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clearJournal, readJournal } from "./journal.ts";
import { imp } from "./judge-import.ts";
import { previewSteps } from "./preview-steps.ts";
import { showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { worldProgram } from "./world.ts";

interface Verified {
  readonly isClean: boolean;
  readonly steps: readonly { readonly op: string; readonly urn: string; readonly where?: string }[];
}

describe("imp verify", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openSimcloudStack(tools);
    writeFileSync(join(stack.directory, "package.json"), JSON.stringify({ name: "estate", main: "bin/index.js" }));
    await stack.compile(worldProgram);
    await stack.up();
  });
  after(async () => await stack?.dispose());

  async function verify(code: number): Promise<Verified> {
    clearJournal(stack.env);
    const ran = await imp(stack, "verify", "--json");
    assert.equal(ran.code, code, showRun(ran));
    const calls = readJournal(stack.env);
    for (const method of ["Create", "Update", "Delete"]) assert.equal(calls.get(method), undefined, method);
    return JSON.parse(ran.stdout) as Verified;
  }

  it("shows no changes for a program that was just deployed", async () => {
    const { isClean, steps } = await verify(0);
    assert.equal(isClean, true);
    assert.deepEqual(new Map(steps.map(({ urn, op }) => [urn, op])), await previewSteps(stack));
  });

  it("shows the same steps as pulumi preview for a changed program", async () => {
    const file = join(stack.directory, "bin", "index.js");
    const program = readFileSync(file, "utf8");
    writeFileSync(file, program.replace("10.0.0.1/16", "10.9.0.1/16").replace('name: "work"', 'name: "works"'));
    const { steps } = await verify(3);
    const shown = steps.filter(({ op }) => !["create-replacement", "delete-replaced"].includes(op));
    assert.deepEqual(new Map(shown.map(({ urn, op }) => [urn, op])), await previewSteps(stack));
    assert.match(shown.find(({ op }) => op === "replace")?.where ?? "", /^bin\/index\.js:\d+:\d+$/);
  });
});
