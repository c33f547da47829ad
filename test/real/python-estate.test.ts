import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { assertEngineAgrees, assertNoLeaks, assertNothingToChange, imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { checkTypes, type Python, pythonSdk, requirePython, runModule } from "./python.ts";
import { exitsWith, type Ran } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("an import of 104 simulated resources in Python", () => {
  const tools = requireTools();
  const estate = makeEstate({ seed: 7, resources: 104 });
  const rans: Ran[] = [];
  let python: Python;
  let stack: RealStack;
  let state: Checkpoint;

  before(async function () {
    const available = requirePython("imp run on an estate (Python)");
    if (available === undefined) return this.skip();
    python = available;
    const sdk = await pythonSdk(tools, Buffer.from(await simcloudSchema(tools)));
    stack = await openSimcloudStack(tools, {
      SIMCLOUD_REGION: "us-east-1",
      PYTHONPATH: sdk,
      IMP_PYTHON: python.interpreter,
      IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
    });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
  });
  after(() => stack?.dispose());

  it("prints TypeScript and Python in each of two runs", async () => {
    const half = 70;
    const entries = estate.specs.resources;
    for (const batch of [entries.slice(0, half), entries]) {
      const specs = join(stack.root, "specs.json");
      writeFileSync(specs, JSON.stringify({ resources: batch satisfies readonly SpecEntry[] }));
      const ran = await exitsWith(0, imp(stack, "run", specs, "--yes", "--json", "--language", "typescript,python"));
      rans.push(ran);
    }
    state = await stack.exportState({ showSecrets: true });
    assert.ok(resourcesOf(state).length > 100);
    const documents = { "index.ts": /pulumi\.jsonStringify\(\{/, "__main__.py": /pulumi\.Output\.json_dumps\(/ };
    for (const [name, document] of Object.entries(documents)) {
      assert.match(
        readFileSync(join(stack.directory, name), "utf8"),
        document,
        "a JSON document with references is printed as an object",
      );
    }
  });

  it("gives an empty preview in TypeScript", () => assertNothingToChange(stack, state));

  it("gives an empty preview in Python, with the same state", async () => {
    writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: python\n`);
    await assertEngineAgrees(stack, state);
  });

  it("prints formatted Python that passes strict type checks, and keeps secrets encrypted", async () => {
    const file = join(stack.directory, "__main__.py");
    await exitsWith(0, runModule(python, "ruff", "format", "--isolated", "--check", "--diff", file));
    const place = join(stack.root, "typed");
    cpSync(String(stack.env.PYTHONPATH), join(place, "estate"), { recursive: true });
    writeFileSync(join(place, "estate", "program.py"), readFileSync(file));
    assert.deepEqual(await checkTypes(python, place), []);
    assertNoLeaks(stack, estate.canaries, rans);
  });
});
