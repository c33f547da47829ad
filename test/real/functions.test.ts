/** Programs with the function calls of `imp run --functions` compile, and their previews are empty. */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { answeredEstate } from "../support/answered-estate.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compileProgram, csharpSdk, requireCsharp } from "./csharp.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { buildJavaProgram, type Java, javaClassPath, javaSdk, requireJava, withoutFlaws } from "./java.ts";
import { assertOnlyReads, imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { checkTypes, type Python, pythonSdk, requirePython } from "./python.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { onPath, requireTools, type Tools } from "./tools.ts";

const { account, cloud, specs } = answeredEstate();

describe("imp run --functions", () => {
  const tools = requireTools();
  let stack: RealStack;
  let python: Python | undefined;
  let java: Java | undefined;
  let javaSources: string | undefined;

  before(async () => {
    python = requirePython("functions in Python");
    java = requireJava("functions in Java");
    const schema = Buffer.from(await simcloudSchema(tools));
    const env: Record<string, string> = {};
    if (python !== undefined) {
      env.PYTHONPATH = await pythonSdk(tools, schema);
      env.IMP_PYTHON = python.interpreter;
      env.IMP_PYTHON_RUNNER = join(projectRoot, "test", "real", "python", "run_program.py");
    }
    if (java !== undefined) {
      javaSources = await javaSdk(java, withoutFlaws(schema));
      env.IMP_CLASSPATH = javaClassPath(java, javaSources);
    }
    stack = await openEstate(tools, env);
    const languages = ["typescript", ...(python ? ["python"] : []), "go", ...(java ? ["java"] : []), "csharp", "pcl"];
    await exitsWith(0, imp(stack, "run", "specs.json", "--yes", "--functions", "--language", languages.join(",")));
    assertOnlyReads(stack);
  });
  after(() => stack?.dispose());

  it("prints function calls in TypeScript that compile, with an empty preview", async () => {
    assertCalls(stack, "index.ts", /getCallerIdentityOutput\(/);
    await stack.compile();
    await assertEmptyPreview(stack, "nodejs");
  });

  it("prints function calls in Python that pass type checks, with an empty preview", async function () {
    if (python === undefined) return this.skip();
    assertCalls(stack, "__main__.py", /get_caller_identity_output\(/);
    const judged = join(stack.root, "judged", "estate");
    mkdirSync(judged, { recursive: true });
    const sdk = stack.env.PYTHONPATH ?? "";
    for (const name of readdirSync(sdk)) symlinkSync(join(sdk, name), join(judged, name));
    copyFileSync(join(stack.directory, "__main__.py"), join(judged, "program.py"));
    assert.deepEqual(await checkTypes(python, dirname(judged)), []);
    await assertEmptyPreview(stack, "python");
  });

  it("prints function calls in Go that compile, with an empty preview", async function () {
    if (!onPath("go")) return this.skip();
    assertCalls(stack, "main.go", /GetCallerIdentityOutput\(ctx/);
    await buildGo(stack.directory, await goSdk(tools, Buffer.from(await simcloudSchema(tools))));
    await assertEmptyPreview(stack, "go");
  });

  it("prints function calls in Java that compile, with an empty preview", async function () {
    if (java === undefined || javaSources === undefined) return this.skip();
    await buildJavaProgram(java, stack.directory, javaSources);
    await assertEmptyPreview(stack, "java");
  });

  it("prints function calls in C# that compile", async function () {
    const csharp = await requireCsharp("functions in C#");
    if (csharp === undefined) return this.skip();
    assertCalls(stack, "Program.cs", /GetCallerIdentity\.Invoke\(/);
    const sdk = await csharpSdk(csharp, Buffer.from(await simcloudSchema(tools)), { functions: true });
    await compileProgram(csharp, readFileSync(join(stack.directory, "Program.cs"), "utf8"), sdk, stack.root);
  });

  it("prints function calls in PCL that bind", async () => {
    const { errors, warnings } = await bindPcl(tools, stack.directory, [await simcloudSchema(tools)]);
    assert.deepEqual([...errors, ...warnings], []);
  });
});

describe("imp run --functions in YAML", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async function () {
    const judges = requireJudges("functions in YAML");
    if (judges === undefined) return this.skip();
    stack = await openEstate(tools, {});
    rmSync(join(stack.root, "bin", "pulumi-language-yaml"), { force: true });
    symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: yaml\n`);
    rmSync(join(stack.directory, "bin"), { recursive: true, force: true });
  });
  after(() => stack?.dispose());

  it("prints function calls in YAML, with an empty preview", async () => {
    await exitsWith(0, imp(stack, "run", "specs.json", "--yes", "--functions", "--language", "yaml"));
    assertCalls(stack, "Main.yaml", /fn::invoke:/);
    await assertEmptyPreview(stack, "yaml");
  });
});

async function openEstate(tools: Tools, env: Readonly<Record<string, string>>): Promise<RealStack> {
  const stack = await openSimcloudStack(tools, env);
  writeFileSync(stack.env.SIMCLOUD_FILE ?? "", JSON.stringify(cloud));
  writeFileSync(join(stack.directory, "specs.json"), JSON.stringify(specs));
  return stack;
}

/** Asserts that the account ID is a literal only in a description and a tag, and a function call everywhere else. */
function assertCalls(stack: RealStack, file: string, call: RegExp): void {
  const text = readFileSync(join(stack.directory, file), "utf8");
  assert.match(text, call);
  assert.equal(text.split(account).length - 1, 2, text);
}

async function assertEmptyPreview(stack: RealStack, runtime: string): Promise<void> {
  writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtime}\n`);
  await exitsWith(0, stack.previewExpectingNoChanges());
}
