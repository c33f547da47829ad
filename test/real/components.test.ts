/** Programs that imp prints for remote components, component classes, and every resource option compile, and their previews are empty. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pinboardSchema } from "../../fixtures/pinboard/schema.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compileProgram, csharpSdk, requireCsharp } from "./csharp.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { buildJavaProgram, type Java, javaClassPath, javaSdk, requireJava, withoutFlaws } from "./java.ts";
import { assertNoLeaks, imp } from "./judge-import.ts";
import { requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { type Python, pythonSdk, requirePython, runModule } from "./python.ts";
import { exitsWith } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { onPath, requireTools, type Tools } from "./tools.ts";

const imports = `
import * as pulumi from "@pulumi/pulumi";
import * as pinboard from "@pulumi/pinboard";
import * as simcloud from "@pulumi/simcloud";
`;

/** Remote components and all options that Pulumi YAML can register. */
const everyLanguage = `
const own = new pinboard.Provider("own");
const south = new simcloud.Provider("south", { region: "south-1" });
const wall = new pinboard.Wall("wall", { title: "Plans", notes: ["one", "two"], token: pulumi.secret("canary-0101") });
new pinboard.Wall("far", { title: "Far" }, { provider: own, protect: true });
const beside = new pinboard.Note("beside", { boardId: wall.boardId, text: "ship" }, { dependsOn: [wall] });
new pinboard.Pin("bound", { noteId: wall.boardId, x: 0.5 }, { provider: own });
const vpc = new simcloud.network.Vpc("vpc", { cidrBlock: "10.0.0.1/16" }, { protect: true });
new simcloud.network.Subnet("subnet", { vpcId: vpc.id, cidrBlock: "10.0.1.0/24" }, { parent: vpc, retainOnDelete: true });
const role = new simcloud.iam.Role("role", { assumeRolePolicy: JSON.stringify({ Statement: [] }) });
new simcloud.storage.Bucket("late", { bucket: "late" }, { dependsOn: [role], ignoreChanges: ["tags"], version: "1.0.0" });
new simcloud.storage.Bucket("hidden", { bucket: "hidden" }, { additionalSecretOutputs: ["region"], provider: south });
const there = new pinboard.Board("there", { title: "There" }, { provider: own });
// Not of the wall: SDKs of Go and Java wait forever for a child of a component that waits for the component.
new pinboard.Note("pinned", { boardId: there.id, text: "pinned" }, { parent: wall });
const read = pinboard.Board.get("read", there.id, {
  title: "There", columns: [{ name: "next", limit: 3 }], labels: { "a.b": "c" }, token: pulumi.secret("canary-0103"),
}, { provider: own, parent: there });
pinboard.Board.get("bare", there.id);
pinboard.Board.get("again", there.id, undefined, { parent: vpc });
pinboard.Note.get("ship", beside.id, { dependsOn: [wall] });
new pinboard.Note("on-read", { boardId: read.id, text: pulumi.interpolate\`see \${read.slug}\` });
const seen = simcloud.network.Vpc.get("seen", vpc.id);
new simcloud.network.Subnet("in-seen", { vpcId: seen.id, cidrBlock: "10.0.2.0/24" });
new simcloud.storage.Bucket("timed", { bucket: "timed" }, { customTimeouts: { create: "90m", delete: "1.5s" } });
`;

/** Component classes, and the options \`deletedWith\` and \`import\`, which not every SDK has. */
const localComponents = `
class Site extends pulumi.ComponentResource {
  constructor(type: string, name: string, args: pulumi.Inputs, opts?: pulumi.ComponentResourceOptions) {
    super(type, name, args, opts);
    this.registerOutputs({});
  }
}
const site = new Site("shop:index:Site", "site", {
  domain: "example.com", size: 3, ratio: 0.25, open: true, zones: ["a", "b"], tags: { "a.b": "c", $x: "" },
  vpc: vpc.id, network: { ids: [vpc.id], name: "main" }, password: pulumi.secret("canary-0102"),
  document: pulumi.jsonStringify({ id: vpc.id, list: [1] }),
}, { protect: true, dependsOn: [role] });
new Site("simcloud:index:Area", "area", {}, { parent: site, ignoreChanges: ["anything"] });
new simcloud.storage.Bucket("inside", { bucket: "inside" }, { parent: site });
`;

const secrets = ["canary-0101", "canary-0102", "canary-0103"];

describe("imp generate with components and options", () => {
  const tools = requireTools();
  const flags: string[] = [];
  let stack: RealStack;
  let python: Python | undefined;
  let java: Java | undefined;
  let javaSources: readonly string[] = [];

  before(async () => {
    python = requirePython("components in Python");
    java = requireJava("components in Java");
    const env: Record<string, string> = {};
    if (python !== undefined) Object.assign(env, await pythonEnvironment(tools, python));
    if (java !== undefined) {
      javaSources = await javaSdks(tools, java);
      env.IMP_CLASSPATH = [...new Set(javaSources.map((sdk) => javaClassPath(java as Java, sdk)))].join(delimiter);
    }
    stack = await openComponentStack(tools, env);
    await stack.compile(imports + everyLanguage + localComponents);
    await stack.up();
    rmSync(join(stack.directory, "index.ts"));
    const languages = ["typescript", ...(python ? ["python"] : []), "go", ...(java ? ["java"] : []), "csharp", "pcl"];
    flags.push("--language", languages.join(","));
  });
  after(() => stack?.dispose());

  it("prints components and options in TypeScript, with an empty preview", async () => {
    const ran = await exitsWith(0, imp(stack, "generate", ...flags));
    await stack.compile();
    await assertEmptyPreview(stack, "nodejs");
    assertNoLeaks(stack, secrets, [ran]);
  });

  it("prints components and options in Python, with an empty preview", async function () {
    if (python === undefined) return this.skip();
    await exitsWith(
      0,
      runModule(python, "ruff", "check", "--isolated", "--select", "F", join(stack.directory, "__main__.py")),
    );
    await assertEmptyPreview(stack, "python");
  });

  it("prints components and options in Go that compiles, with an empty preview", async function () {
    if (!onPath("go")) return this.skip();
    const schemas = [await simcloudSchema(tools), pinboardSchema];
    const sdks = await Promise.all(schemas.map((schema) => goSdk(tools, Buffer.from(schema))));
    await buildGo(stack.directory, ...sdks);
    await assertEmptyPreview(stack, "go");
  });

  it("prints components and options in Java that compiles, with an empty preview", async function () {
    if (java === undefined) return this.skip();
    await buildJavaProgram(java, stack.directory, ...javaSources);
    await assertEmptyPreview(stack, "java");
  });

  it("prints components and options in C# that compiles", async function () {
    const csharp = await requireCsharp("components in C#");
    if (csharp === undefined) return this.skip();
    const schemas = [await simcloudSchema(tools), pinboardSchema];
    const sdks = await Promise.all(schemas.map((schema) => csharpSdk(csharp, Buffer.from(schema))));
    await compileProgram(csharp, readFileSync(join(stack.directory, "Program.cs"), "utf8"), sdks.flat(), stack.root);
  });

  it("prints components and options in PCL that binds", async () => {
    const { errors, warnings, resources, components } = await bindPcl(tools, stack.directory, [
      await simcloudSchema(tools),
      pinboardSchema,
    ]);
    assert.deepEqual([...errors, ...warnings], []);
    const text = readFileSync(join(stack.directory, "main.pp"), "utf8");
    const count = (block: RegExp): number => [...text.matchAll(block)].length;
    assert.deepEqual([resources, components], [count(/^resource /gm), count(/^component /gm)]);
  });
});

describe("imp generate with components of a package, in YAML", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async function () {
    const judges = requireJudges("components in YAML");
    if (judges === undefined) return this.skip();
    stack = await openComponentStack(tools, {});
    rmSync(join(stack.root, "bin", "pulumi-language-yaml"), { force: true });
    symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    await stack.compile(imports + everyLanguage);
    await stack.up();
    for (const name of ["index.ts", "bin"]) rmSync(join(stack.directory, name), { recursive: true });
  });
  after(() => stack?.dispose());

  it("prints components of a package in YAML, with an empty preview", async () => {
    const ran = await exitsWith(0, imp(stack, "generate", "--language", "yaml"));
    await assertEmptyPreview(stack, "yaml");
    assertNoLeaks(stack, secrets, [ran]);
  });
});

describe("imp run --from-stack with components of a package", () => {
  const tools = requireTools();
  let source: RealStack;
  let stack: RealStack;

  before(async () => {
    source = await openComponentStack(tools, {});
    // The notes are created at the same time, and the fixture may give two of them the same ID, so there is only one.
    await source.compile(imports + everyLanguage.replace('notes: ["one", "two"]', 'notes: ["one"]'));
    await source.up();
    stack = await openComponentStack(tools, {}, "qa");
    for (const name of ["PINBOARD_FILE", "SIMCLOUD_FILE"]) stack.env[name] = source.env[name];
  });
  after(async () => {
    await source?.dispose();
    await stack?.dispose();
  });

  it("rejects a child without its component, because the component's plugin creates it", async () => {
    const state = join(stack.root, "there.json");
    writeFileSync(state, JSON.stringify(await source.exportState()));
    const ran = await exitsWith(1, imp(stack, "run", "--from-stack", state, "--target", "**::wall-board", "--yes"));
    assert.match(ran.stdout, /COMPONENT_PARTS/);
    assert.ok(!existsSync(join(stack.directory, "index.ts")));
  });

  it("moves components with their children to another stack, with an empty preview", async () => {
    const state = join(stack.root, "there.json");
    writeFileSync(state, JSON.stringify(await source.exportState()));
    const ran = await exitsWith(0, imp(stack, "run", "--from-stack", state, "--yes"));
    assert.match(ran.stdout, /The plugin of the component wall creates this resource[\s\S]*wall-board\n/);
    const program = readFileSync(join(stack.directory, "index.ts"), "utf8");
    assert.match(
      program,
      /new pinboard\.Wall\("wall", \{\s+notes: \["one"\],\s+title: "Plans",\s+token: wallToken,\s+\}\)/,
    );
    assert.match(program, /new pinboard\.Wall\(\s+"far",\s+\{ title: "Far" \},\s+\{\s+provider: own,/);
    assert.match(program, /boardId: wall\.boardId/);
    assert.doesNotMatch(program, /"wall-board"|"wall-0"|"far-board"/);
    await stack.compile();
    await assertEmptyPreview(stack, "nodejs");
    assertNoLeaks(stack, secrets, [ran]);
  });
});

async function assertEmptyPreview(stack: RealStack, runtime: string): Promise<void> {
  writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtime}\n`);
  await exitsWith(0, stack.previewExpectingNoChanges());
}

async function openComponentStack(
  tools: Tools,
  env: Readonly<Record<string, string>>,
  name = "dev",
): Promise<RealStack> {
  const sdks = [await nodejsSdk(tools, Buffer.from(pinboardSchema))];
  const providers = { pinboard: join(projectRoot, "fixtures", "pinboard", "pulumi-resource-pinboard") };
  const stack = await openSimcloudStack(tools, env, { providers, sdks, stack: name });
  stack.env.PINBOARD_FILE = join(stack.root, "cloud-pinboard.json");
  symlinkSync(join(projectRoot, "node_modules", "typescript"), join(stack.directory, "node_modules", "typescript"));
  return stack;
}

async function pythonEnvironment(tools: Tools, { interpreter }: Python): Promise<Readonly<Record<string, string>>> {
  const schemas = [await simcloudSchema(tools), pinboardSchema];
  const sdks = await Promise.all(schemas.map((schema) => pythonSdk(tools, Buffer.from(schema))));
  return {
    PYTHONPATH: sdks.join(delimiter),
    IMP_PYTHON: interpreter,
    IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
  };
}

async function javaSdks(tools: Tools, java: Java): Promise<readonly string[]> {
  const schemas = [await simcloudSchema(tools), pinboardSchema];
  return await Promise.all(schemas.map((schema) => javaSdk(java, withoutFlaws(Buffer.from(schema)))));
}
