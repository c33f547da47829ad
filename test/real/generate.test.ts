/** The state that a hand-written program left, as a program again: the real engine finds nothing to do, and keeps the state. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJournal } from "./journal.ts";
import { assertNoLeaks, assertNothingToChange, imp } from "./judge-import.ts";
import { describe as show } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { worldProgram, worldSecrets } from "./world.ts";

/** What references do not tell: an order, an option, a secret output. A secret inside a secret is one for us: the state would tell. */
const moreProgram = `${worldProgram.replace('pulumi.secret("canary-0002")', '"canary-0002"')}
new simcloud.storage.Bucket("late", { bucket: "late" }, { dependsOn: [role], protect: true, ignoreChanges: ["tags"] });
new simcloud.storage.Bucket("hidden", { bucket: "hidden" }, { additionalSecretOutputs: ["region"], retainOnDelete: true });
`;

describe("imp generate on what pulumi up made", () => {
  const tools = requireTools();
  let stack: RealStack;
  before(async () => {
    stack = await openSimcloudStack(tools);
    await stack.compile(moreProgram);
    await stack.up();
  });
  after(() => stack?.dispose());

  it("prints a program with which the real Pulumi has nothing to do, and which keeps every dependency", async () => {
    const made = await stack.exportState({ showSecrets: true });
    rmSync(join(stack.directory, "index.ts"));
    const calls = readJournal(stack.env);
    const ran = await imp(stack, "generate");
    assert.equal(ran.code, 0, show(ran));
    for (const method of ["Configure", "Read", "Check", "Diff"])
      assert.equal(readJournal(stack.env).get(method) ?? 0, calls.get(method) ?? 0, `${method} was called`);
    const program = readFileSync(join(stack.directory, "index.ts"), "utf8");
    assert.match(program, /vpcId: vpc\.id/);
    assert.match(program, /dependsOn: \[role\]/);
    assert.deepEqual(await stack.exportState({ showSecrets: true }), made);
    await assertNothingToChange(stack, made);
    assertNoLeaks(stack, worldSecrets, [ran]);
  });
});
