/** `imp generate` prints a program for the state of a handwritten program. Its preview is empty, and an update keeps the state. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJournal } from "./journal.ts";
import { assertNoLeaks, assertNothingToChange, imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { type Python, pythonSdk, requirePython, runModule } from "./python.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools, type Tools } from "./tools.ts";
import { worldProgram, worldSecrets } from "./world.ts";

/** Adds dependencies, options, and a secret output. One nested secret becomes plain, because imp unwraps secrets inside secrets. */
const moreProgram = `${worldProgram.replace('pulumi.secret("canary-0002")', '"canary-0002"')}
new simcloud.storage.Bucket("late", { bucket: "late" }, { dependsOn: [role], protect: true, ignoreChanges: ["tags"] });
new simcloud.storage.Bucket("hidden", { bucket: "hidden" }, { additionalSecretOutputs: ["region"], retainOnDelete: true });
new simcloud.storage.Bucket("along", { bucket: "along" }, { deletedWith: role, customTimeouts: { create: "90m", delete: "1.5s" } });
`;

describe("imp generate with resources from pulumi up", () => {
  const tools = requireTools();
  let stack: RealStack;
  let python: Python | undefined;
  before(async () => {
    python = requirePython("several files in Python");
    const env = python === undefined ? {} : await pythonEnvironment(tools, python);
    stack = await openSimcloudStack(tools, env);
    if (python !== undefined) installPyright(stack, python);
    symlinkSync(join(projectRoot, "node_modules", "typescript"), join(stack.directory, "node_modules", "typescript"));
    await stack.compile(moreProgram);
    await stack.up();
  });
  after(() => stack?.dispose());

  it("prints a program that keeps every dependency, with an empty preview", async () => {
    const made = await stack.exportState({ showSecrets: true });
    rmSync(join(stack.directory, "index.ts"));
    const calls = readJournal(stack.env);
    const ran = await exitsWith(0, imp(stack, "generate"));
    for (const method of ["Configure", "Read", "Check", "Diff"])
      assert.equal(readJournal(stack.env).get(method) ?? 0, calls.get(method) ?? 0, `${method} was called`);
    const program = readFileSync(join(stack.directory, "index.ts"), "utf8");
    assert.match(program, /vpcId: vpc\.id/);
    assert.match(program, /dependsOn: \[role\]/);
    assert.match(program, /deletedWith: role/);
    assert.match(program, /customTimeouts: \{\s+create: "90m",\s+delete: "1\.5s",\s+\}/);
    assert.deepEqual(await stack.exportState({ showSecrets: true }), made);
    await assertNothingToChange(stack, made);
    assertNoLeaks(stack, worldSecrets, [ran]);
  });

  for (const layout of ["per-type", "per-parent"]) {
    it(`prints several files in TypeScript and Python, with an empty preview: ${layout}`, async () => {
      const languages = python === undefined ? "typescript" : "typescript,python";
      const ran = await exitsWith(0, imp(stack, "generate", "--layout", layout, "--language", languages, "--check"));
      assert.match(ran.stdout, /^Compiled: index\.ts with tsc /m);
      if (python !== undefined) assert.match(ran.stdout, /^Compiled: __main__\.py with pyright$/m);
      assert.match(readFileSync(join(stack.directory, "index.ts"), "utf8"), /^(import "\.\/\w+";\n){2,}$/);
      await stack.compile();
      assert.equal((await stack.previewExpectingNoChanges()).code, 0);
      if (python === undefined) return;
      await exitsWith(
        0,
        runModule(
          python,
          "ruff",
          "format",
          "--isolated",
          "--check",
          "--diff",
          "--exclude",
          "venv,node_modules",
          stack.directory,
        ),
      );
      const unused = ["--select", "F", "--per-file-ignores", "__main__.py:F401", "--exclude", "node_modules,venv"];
      await exitsWith(0, runModule(python, "ruff", "check", "--isolated", ...unused, stack.directory));
      writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: python\n`);
      assert.equal((await stack.previewExpectingNoChanges()).code, 0);
      writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: nodejs\n`);
    });
  }
});

/** Adds a Python environment to the program, and the type checker to PATH. */
function installPyright(stack: RealStack, { interpreter, pyright }: Python): void {
  symlinkSync(dirname(dirname(interpreter)), join(stack.directory, "venv"));
  const file = join(stack.root, "bin", "pyright");
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${pyright}' "$@"\n`, { mode: 0o755 });
}

async function pythonEnvironment(tools: Tools, { interpreter }: Python): Promise<Readonly<Record<string, string>>> {
  return {
    PYTHONPATH: await pythonSdk(tools, Buffer.from(await simcloudSchema(tools))),
    IMP_PYTHON: interpreter,
    IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
  };
}
