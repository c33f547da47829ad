import assert from "node:assert/strict";
import ts from "typescript";
import { type CliProject, checkpoint, exitsWith, makeProject, projectFile, showRun } from "../support/cli-project.ts";
import { bucket, component, role, specsOf, vpc } from "../support/quickstart-specs.ts";

const userProgram = 'import * as pulumi from "@pulumi/pulumi";\n';

describe("--append-file", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(vpc)), files: { "index.ts": userProgram } });
    project.write("more.json", specsOf(bucket));
  });
  afterEach(() => project.remove());

  const lastLines = (stdout: string): string => stdout.slice(stdout.lastIndexOf("Warning:")).replace(/\s+$/, "");

  it("warns that pulumi up deletes the resources, and prints the line to add (--no-wire)", async () => {
    const ran = await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--append-file", "adopted", "--no-protect", "--no-wire"]),
    );
    assert.equal(
      lastLines(ran.stdout),
      [
        "Warning: Until your program loads adopted.ts, `pulumi up` deletes the imported",
        "         resources, because the program does not register them.",
        "  simcloud:network/vpc:Vpc main",
        "Add to index.ts:",
        "",
        '    import "./adopted";',
      ].join("\n"),
      showRun(ran),
    );
    for (const line of ran.stdout.split("\n")) assert.ok(line.length <= 80, line);
    assert.equal(project.read("index.ts"), userProgram, "the user's file is unchanged");
  });

  it("warns that pulumi up fails until the program loads the protected resources", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--no-wire"]);
    const text = lastLines(ran.stdout).replace(/\s+/g, " ");
    assert.match(
      text,
      /`pulumi up` fails: it tries to delete the imported resources, which are protected/,
      showRun(ran),
    );
  });

  it("prints no warning if the program already loads the appended file", async () => {
    const first = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--json", "--no-wire"]);
    const loading = { kind: "line", line: 'import "./adopted";', place: "index.ts" };
    assert.deepEqual(JSON.parse(first.stdout).appended, [{ file: "adopted.ts", loading, isLoaded: false }]);
    project.write("index.ts", `// mine\n\n${loading.line}\n${userProgram}`);
    const second = await exitsWith(0, project.run(["more.json", "--yes", "--append-file", "adopted"]));
    assert.doesNotMatch(second.stdout, /Warning|load adopted/, showRun(second));
    project.write("index.ts", `// ${loading.line}\n${userProgram}`);
    project.write("role.json", specsOf(role));
    const third = await project.run(["role.json", "--yes", "--append-file", "adopted", "--no-wire"]);
    assert.match(third.stdout, /Warning: Until your program loads adopted\.ts/, showRun(third));
  });

  it("adds the line that loads the appended file, and shows the diff; undo removes it", async () => {
    const plan = await project.run(["specs.json", "--plan-only", "--append-file", "adopted"]);
    assert.match(plan.stdout, /In index\.ts:\n[\s\S]*\n {2}\+ import "\.\/adopted";\n/, showRun(plan));
    assert.equal(project.read("index.ts"), userProgram);
    const first = await exitsWith(0, project.run(["specs.json", "--yes", "--append-file", "adopted"]));
    assert.doesNotMatch(first.stdout, /Warning: Until|load adopted/, showRun(first));
    assert.match(first.stdout, /Wrote:\n[\s\S]* {2}index\.ts\n/);
    assert.equal(project.read("index.ts"), `${userProgram}import "./adopted";\n`);
    await exitsWith(0, project.run(["more.json", "--yes", "--append-file", "adopted"]));
    assert.equal(project.read("index.ts"), `${userProgram}import "./adopted";\n`, "the import statement is added once");
    for (const text of [`${userProgram}import "./adopted";\n`, userProgram]) {
      const undone = await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.doesNotMatch(undone.stdout, /Remove what loads/, showRun(undone));
      assert.equal(project.read("index.ts"), text);
    }
  });

  it("keeps later edits of the program when the run is undone", async () => {
    await project.run(["specs.json", "--yes", "--append-file", "adopted"]);
    project.write("index.ts", `// mine\n${project.read("index.ts")}`);
    const undone = await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.equal(project.read("index.ts"), `// mine\n${userProgram}import "./adopted";\n`);
    assert.match(undone.stdout, /adopted/, showRun(undone));
  });

  it("imports the appended file in the program's style, from any folder", async () => {
    project.write("package.json", '{ "main": "src/index.ts" }');
    project.write(
      "src/index.ts",
      "// The shop.\r\nimport * as pulumi from '@pulumi/pulumi'\r\n\r\npulumi.log.info('x')\r\n",
    );
    await exitsWith(0, project.run(["specs.json", "--yes", "--append-file", "adopted"]));
    assert.match(project.read("src/index.ts"), /'@pulumi\/pulumi'\r\nimport '\.\.\/adopted'\r\n\r\npulumi/);
    const again = await project.run(["more.json", "--yes", "--append-file", "adopted"]);
    assert.doesNotMatch(again.stdout, /Warning: Until/, showRun(again));
    assert.equal(project.read("src/index.ts").match(/adopted/g)?.length, 1);
  });

  it("warns after --code-only that pulumi up ignores the new code", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--code-only"]);
    assert.match(lastLines(ran.stdout).replace(/\s+/g, " "), /`pulumi up` ignores the new code\./, showRun(ran));
  });

  it("exits with 3 if no line loads the appended file, unless --no-wire is set", async () => {
    project.write("index.ts", `${userProgram}export = async () => {\n`);
    await exitsWith(0, project.run(["specs.json", "--yes", "--append-file", "adopted", "--no-wire"]));
    const ran = await exitsWith(3, project.run(["more.json", "--yes", "--append-file", "adopted"]));
    assert.match(lastLines(ran.stdout), /^Warning: Until your program loads adopted\.ts/, showRun(ran));
    const again = await project.run(["more.json", "--yes", "--append-file", "adopted"]);
    assert.equal(again.code, 0, "the second run writes nothing");
  });

  it("passes variables to an appended TypeScript file, and adds arguments in later runs", async () => {
    const east = { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } };
    project.write("first.json", specsOf(component, east));
    await exitsWith(0, project.run(["first.json", "--yes", "--state-only"]));
    const code = `const net = new Network('network')\r\nconst clouds = { east: new Cloud('east') }\r\nexport const at = net.id\r\n`;
    project.write("index.ts", `import { Network, Cloud } from './mine'\r\n\r\n${code}`);
    project.write("mine.ts", "export {};\n");
    const state = JSON.stringify(project.json(checkpoint));
    const urnOf = (name: string): string => RegExp(`"(urn:[^"]*::${name})"`).exec(state)?.[1] ?? "";
    const append = async (name: string, variable: string, entry: object): Promise<void> => {
      const nameTable = { [variable]: urnOf(name) };
      project.write("next.json", JSON.stringify({ nameTable, resources: [entry] }));
      await exitsWith(0, project.run(["next.json", "--yes", "--append-file", "adopted"]));
    };
    project.write("next.json", specsOf(role));
    await exitsWith(0, project.run(["next.json", "--yes", "--append-file", "adopted"]));
    assert.match(project.read("index.ts"), /'\.\/mine'\r\nimport '\.\/adopted'\r\n/);
    await append("network", "net", { ...vpc, parent: "net" });
    const head = "import { Network, Cloud } from './mine'\r\nimport { adopted } from './adopted'\r\n\r\n";
    assert.equal(project.read("index.ts"), `${head}${code}adopted(net)\r\n`);
    await append("east", "clouds.east", { ...bucket, provider: "clouds.east" });
    assert.equal(project.read("index.ts"), `${head}${code}adopted(net, clouds.east)\r\n`);
  });

  it("adds the import of the appended file to the main file of a Python program", async () => {
    project.write(
      "Pulumi.yaml",
      projectFile.replace("nodejs", "python").replace("backend", "main: app/shop.py\nbackend"),
    );
    project.write("app/shop.py", "import pulumi\r\n\r\npulumi.export('a', 1)\r\n");
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--append-file", "adopted"]));
    assert.match(ran.stdout, /In app\/shop\.py:\n[\s\S]*\n {2}\+ import adopted\n/);
    assert.equal(project.read("app/shop.py"), "import pulumi\r\nimport adopted\r\n\r\npulumi.export('a', 1)\r\n");
    assert.match(project.read("app/adopted.py"), /simcloud\.network\.Vpc\(/);
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.equal(project.read("app/shop.py"), "import pulumi\r\n\r\npulumi.export('a', 1)\r\n");
  });

  it("warns that a YAML program must contain the code of the appended file", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--language", "yaml"]);
    const text = lastLines(ran.stdout).replace(/\s+/g, " ");
    assert.match(
      text,
      /^Warning: Until your program contains the code of adopted\.yaml, `pulumi up` fails/,
      showRun(ran),
    );
  });
});

describe("a TypeScript file that a later run extends", () => {
  let project: CliProject;
  before(() => {
    const sdks = 'declare module "@pulumi/pulumi";\ndeclare module "@pulumi/simcloud";\n';
    project = makeProject({ specs: JSON.parse(specsOf(bucket)), files: { "sdks.d.ts": sdks } });
    project.write("later.json", specsOf(component, { ...vpc, parent: component.name }));
  });
  after(() => project.remove());

  for (const [file, flags] of Object.entries({ "adopted.ts": ["--append-file", "adopted"], "index.ts": [] })) {
    it(`adds the import of @pulumi/pulumi in the run that first needs it: ${file}`, async () => {
      await exitsWith(0, project.run(["specs.json", "--yes", "--code-only", ...flags]));
      assert.doesNotMatch(project.read(file), /@pulumi\/pulumi/);
      assert.deepEqual(mistakes(project, file), []);
      await exitsWith(0, project.run(["later.json", "--yes", "--code-only", ...flags]));
      assert.match(project.read(file), /new pulumi\.ComponentResource\(/);
      assert.deepEqual(mistakes(project, file), []);
    });
  }
});

/** Returns the compiler errors in a project file. The declared SDKs accept every member, so only names and syntax are checked. */
function mistakes(project: CliProject, file: string): readonly string[] {
  const compiled = ts.createProgram([project.path(file), project.path("sdks.d.ts")], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.CommonJS,
    strict: true,
    noEmit: true,
    types: [],
  });
  const diagnostics = ts.getPreEmitDiagnostics(compiled);
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
