import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { buildJavaProgram, formatJava, type Java, javaClassPath, javaSdk, requireJava, withoutFlaws } from "./java.ts";
import { assertEngineAgrees, assertNoLeaks, imp } from "./judge-import.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("an import of 104 simulated resources in Java", () => {
  const tools = requireTools();
  const estate = makeEstate({ seed: 7, resources: 104 });
  let java: Java;
  let sdk: string;
  let stack: RealStack;
  let ran: Ran;
  let state: Checkpoint;

  before(async function () {
    const available = requireJava("imp run on an estate (Java)");
    if (available === undefined) return this.skip();
    java = available;
    sdk = await javaSdk(java, withoutFlaws(Buffer.from(await simcloudSchema(tools))));
    stack = await openSimcloudStack(tools, {
      SIMCLOUD_REGION: "us-east-1",
      IMP_CLASSPATH: javaClassPath(java, sdk),
    });
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
  });
  after(() => stack?.dispose());

  it("prints a Java program in prettier style", async () => {
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify(estate.specs));
    ran = await imp(stack, "run", specs, "--yes", "--json", "--language", "typescript,java");
    assert.equal(ran.code, 0, showRun(ran));
    state = await stack.exportState({ showSecrets: true });
    assert.ok(resourcesOf(state).length > 100);
    const code = program();
    assert.equal(await formatJava(java, code), code);
  });

  it("prints Java that compiles with the generated SDK, with an empty preview", async () => {
    await buildJavaProgram(java, stack.directory, sdk);
    writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: java\n`);
    await assertEngineAgrees(stack, state);
    assert.ok(!program().includes("because it is null"));
    assertNoLeaks(stack, estate.canaries, [ran]);
  });

  it("prints Java in several files, with an empty preview", async () => {
    await exitsWith(0, imp(stack, "generate", "--language", "java", "--layout", "per-type"));
    assert.match(program(), /final var vpc = new VpcResources\(/);
    await buildJavaProgram(java, stack.directory, sdk);
    assert.equal((await stack.previewExpectingNoChanges()).code, 0);
  });

  function program(): string {
    return readFileSync(join(stack.directory, "src", "main", "java", "myproject", "App.java"), "utf8");
  }
});
