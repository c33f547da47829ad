import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { bindPcl } from "./bind-pcl.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { assertEngineAgrees, assertNoLeaks, imp } from "./judge-import.ts";
import { exitsWith, type Ran, runProcess, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { onPath, requireTools } from "./tools.ts";

describe("an import of 104 simulated resources in Go", () => {
  const tools = requireTools();
  const estate = makeEstate({ seed: 7, resources: 104 });
  let stack: RealStack;
  let ran: Ran;
  let state: Checkpoint;

  before(async function () {
    if (!onPath("go") || !onPath("gofmt")) {
      console.log("SKIPPED: imp run on an estate (Go): go and gofmt are not on the PATH");
      return this.skip();
    }
    stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
  });
  after(() => stack?.dispose());

  it("prints a Go program in gofmt style", async () => {
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify(estate.specs));
    ran = await imp(stack, "run", specs, "--yes", "--json", "--language", "typescript,go");
    assert.equal(ran.code, 0, showRun(ran));
    state = await stack.exportState({ showSecrets: true });
    assert.ok(resourcesOf(state).length > 100);
    const formatted = await runProcess(["gofmt", "-d", join(stack.directory, "main.go")]);
    assert.equal(formatted.stdout + formatted.stderr, "");
  });

  it("prints Go that compiles with the generated SDK, with an empty preview", async () => {
    await buildGo(stack.directory, await goSdk(tools, Buffer.from(await simcloudSchema(tools))));
    writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: go\n`);
    await assertEngineAgrees(stack, state);
    const program = readFileSync(join(stack.directory, "main.go"), "utf8");
    assert.ok(!program.includes("because it is null"));
    assert.match(
      program,
      /pulumi\.JSONMarshal\(pulumi\.Map/,
      "a JSON document with references is printed as an object",
    );
    assertNoLeaks(stack, estate.canaries, [ran]);
  });

  it("prints Go in several files, with an empty preview, and PCL that binds", async () => {
    await exitsWith(0, imp(stack, "generate", "--language", "go,pcl", "--layout", "per-type"));
    assert.match(readFileSync(join(stack.directory, "main.go"), "utf8"), /vpc, err := newVpcResources\(ctx/);
    const formatted = await runProcess(["gofmt", "-l", stack.directory]);
    assert.equal(formatted.stdout + formatted.stderr, "");
    await buildGo(stack.directory, await goSdk(tools, Buffer.from(await simcloudSchema(tools))));
    assert.equal((await stack.previewExpectingNoChanges()).code, 0);
    const bound = await bindPcl(tools, stack.directory, [await simcloudSchema(tools)]);
    assert.deepEqual(bound.errors, []);
    assert.ok(bound.resources > 100, `${bound.resources} resources in PCL`);
    assert.ok(bound.components > 0, "no component in PCL");
  });
});
