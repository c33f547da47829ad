/** `--append-file`: the run ends with the line that the program needs, and with what `pulumi up` does without it. */
import assert from "node:assert/strict";
import ts from "typescript";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, component, role, specsOf, vpc } from "../support/quickstart-specs.ts";

const own = 'import * as pulumi from "@pulumi/pulumi";\n';

describe("a file next to a program", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(vpc)), files: { "index.ts": own } });
    project.write("more.json", specsOf(bucket));
  });
  afterEach(() => project.remove());

  const lastLines = (stdout: string): string => stdout.slice(stdout.lastIndexOf("Warning:")).replace(/\s+$/, "");

  it("is loaded by a line that the run ends with, before pulumi up deletes the imported resources", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--no-protect"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.equal(
      lastLines(ran.stdout),
      [
        "Warning: Until your program loads adopted.ts, `pulumi up` deletes what was",
        "         imported. It deletes resources that the state has and the program does",
        "         not register.",
        "Add to index.ts:",
        "",
        '    import "./adopted";',
      ].join("\n"),
      showRun(ran),
    );
    for (const line of ran.stdout.split("\n")) assert.ok(line.length <= 80, line);
    assert.equal(project.read("index.ts"), own, "a person's file is not touched");
  });

  it("comes with a warning that pulumi up fails on protected resources", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted"]);
    const text = lastLines(ran.stdout).replace(/\s+/g, " ");
    assert.match(text, /`pulumi up` fails: it would delete what was imported, and that is protected/, showRun(ran));
  });

  it("needs no line any more once the program has it; --json has the line too", async () => {
    const first = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--json"]);
    const loading = { kind: "line", line: 'import "./adopted";', place: "index.ts" };
    assert.deepEqual(JSON.parse(first.stdout).appended, [{ file: "adopted.ts", loading, isLoaded: false }]);
    project.write("index.ts", `// mine\n\n${loading.line}\n${own}`);
    const second = await project.run(["more.json", "--yes", "--append-file", "adopted"]);
    assert.equal(second.code, 0, showRun(second));
    assert.doesNotMatch(second.stdout, /Warning|load adopted/, showRun(second));
    project.write("index.ts", `// ${loading.line}\n${own}`);
    project.write("role.json", specsOf(role));
    const third = await project.run(["role.json", "--yes", "--append-file", "adopted"]);
    assert.match(third.stdout, /Warning: Until your program loads adopted\.ts/, showRun(third));
  });

  it("of code alone comes with a warning that pulumi does not see it", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--code-only"]);
    assert.match(lastLines(ran.stdout).replace(/\s+/g, " "), /`pulumi up` does not see what is in it\./, showRun(ran));
  });

  it("in YAML has to be copied", async () => {
    const ran = await project.run(["specs.json", "--yes", "--append-file", "adopted", "--language", "yaml"]);
    const text = lastLines(ran.stdout).replace(/\s+/g, " ");
    assert.match(text, /^Warning: Until your program has what is in adopted\.yaml, `pulumi up` fails/, showRun(ran));
  });
});

describe("a TypeScript file that a later run prints again", () => {
  let project: CliProject;
  before(() => {
    const sdks = 'declare module "@pulumi/pulumi";\ndeclare module "@pulumi/simcloud";\n';
    project = makeProject({ specs: JSON.parse(specsOf(bucket)), files: { "sdks.d.ts": sdks } });
    project.write("later.json", specsOf(component, { ...vpc, parent: component.name }));
  });
  after(() => project.remove());

  for (const [file, flags] of Object.entries({ "adopted.ts": ["--append-file", "adopted"], "index.ts": [] })) {
    it(`imports the core SDK from the run on that needs it: ${file}`, async () => {
      const first = await project.run(["specs.json", "--yes", "--code-only", ...flags]);
      assert.equal(first.code, 0, showRun(first));
      assert.doesNotMatch(project.read(file), /@pulumi\/pulumi/);
      assert.deepEqual(mistakes(project, file), []);
      const second = await project.run(["later.json", "--yes", "--code-only", ...flags]);
      assert.equal(second.code, 0, showRun(second));
      assert.match(project.read(file), /new pulumi\.ComponentResource\(/);
      assert.deepEqual(mistakes(project, file), []);
    });
  }
});

/** The compiler's errors in a file of the project, with SDKs that have every member: names and syntax are checked. */
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
