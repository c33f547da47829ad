/** `imp run` without words on a terminal: the start screen, whose answer is the same as a command line. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, checkpoint, copyProject, makeProject, showRun, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { type Answer, findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";

const down = "\u001b[B";

describe("the start screen of imp run", () => {
  const python = findPython();
  let project: CliProject;

  before(function () {
    if (python !== undefined) return;
    process.stderr.write("    skipped: there is no python3 to make a terminal with\n");
    this.skip();
  });
  beforeEach(() => {
    const files = {
      ...saltedFiles,
      ".pulumi/stacks/orchard/prod.json": '{"version":0,"checkpoint":{"stack":"organization/orchard/prod"}}',
      "todo.json": specsOf(bucket, { ...record, id: "<PLACEHOLDER>" }),
      "more.yaml": `resources:\n  - type: ${role.type}\n    name: ${role.name}\n    id: ${role.id}\n`,
      "package.json": '{"resources":1}',
      "broken.json": '{"resources": [',
    };
    project = makeProject({ specs: JSON.parse(specsOf(bucket)), files });
  });
  afterEach(() => project.remove());

  async function start(
    answers: readonly Answer[],
    flags: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ) {
    const command = [process.execPath, main, "run", "--no-review", "--provider", `simcloud=${simcloud}`, ...flags];
    const terminal = { TERM: "xterm-256color", NO_COLOR: "1", ...env };
    const session = await runInTerminal(python ?? "", command, answers, {
      cwd: project.directory,
      env: { ...project.env, ...terminal },
    });
    await project.assertTidy();
    return { code: session.code, text: stripVTControlCharacters(session.screen) };
  }

  const stack = (answer = "\r"): Answer => ({ seen: "choose a stack", answer });
  const source = (downs: number): Answer => ({
    seen: "Where do the resources come from",
    answer: `${down.repeat(downs)}\r`,
  });
  const write = (answer: string): Answer => ({ seen: "write \\d files", answer });

  it("finds resources in the cloud, of the types that a person ticks", async () => {
    const types = { seen: "found, 0 already managed", answer: ` ${down} ${down} ${down} ${down} ${down} \r` };
    const cloud = { seen: "Package to search[\\s\\S]*❯ simcloud", answer: "\r" };
    const { code, text } = await start([stack(), source(1), cloud, types, write("y\r")]);
    assert.equal(code, 0, text);
    assert.match(
      text.replace(/\s+/g, " "),
      /Equivalent command: imp run --discover simcloud --stack dev --no-review --provider simcloud=/,
    );
    assert.match(text, /simcloud · us-east-1 · 14 found, 0 already managed/);
    assert.match(text, /◉ 1 {2}simcloud:iam\/role:Role/);
    const has = (type: string): boolean => project.read(checkpoint).includes(`"type":"simcloud:${type}"`);
    assert.deepEqual(["db/instance:Instance", "iam/role:Role", "network/vpc:Vpc"].map(has), [false, false, true]);
  });

  it("takes an import file of the directory, names the command line, and that one writes the same", async () => {
    const other = copyProject(project);
    // The cursor stands on the import files, and on the first of them.
    const file = { seen: "Import file[\\s\\S]*more.yaml \\(1 resource\\)", answer: "\r" };
    const { code, text } = await start([stack(), source(0), file, write("y\r")]);
    assert.equal(code, 0, text);
    assert.match(text, /imp · project orchard · backend file:\/\/\./);
    assert.match(text, /❯ dev\s+prod\s+<create a new stack>/);
    assert.match(
      text,
      /One resource \(type, name, ID\)\s+❯ Import file +more\.yaml \(1 resource\) and 2 more\s+Search the cloud +simcloud\s+Another stack +prod\s+Terraform state/,
    );
    assert.match(
      text,
      /❯ more\.yaml \(1 resource\)\s+specs\.json \(1 resource\)\s+todo\.json \(2 resources, 1 ID missing\)\s+Other file/,
    );
    assert.doesNotMatch(text, /package\.json|broken\.json/);
    assert.match(
      text.replace(/\s+/g, " "),
      /Equivalent command: imp run more\.yaml --stack dev --no-review --provider simcloud=/,
    );
    const ran = await other.run(["more.yaml", "--stack", "dev", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.deepEqual(await productOf(project), await productOf(other));
    await other.remove();
  });
  it("takes another stack, and does not offer the one that is imported into", async () => {
    assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
    const other = { seen: "Stack to move resources from", answer: "\r" };
    const flags = ["--out", "prod", "--config", "simcloud:region=us-east-1"];
    const { code, text } = await start([stack(`${down}\r`), source(2), other, write("n\r")], flags);
    assert.equal(code, 1, text);
    assert.match(text, /❯ dev\s+Other: a stack name/);
    assert.match(text.replace(/\s+/g, " "), /Equivalent command: imp run --from-stack dev --stack prod/);
    assert.match(text, /Nothing was written/);
  });

  it("takes a state of Terraform, also one of another directory", async () => {
    writeFileSync(join(project.root, "live.tfstate"), readFileSync(project.path("specs.json")));
    const typed = { seen: "Terraform state", answer: "../live.tfstate\r" };
    const { code, text } = await start([stack(), source(3), typed]);
    assert.equal(code, 2, text);
    assert.match(
      text.replace(/\s+/g, " "),
      /Equivalent command: imp run --from-terraform \.\.\/live\.tfstate --stack dev/,
    );
    assert.match(text, /TERRAFORM_/);
  });

  it("asks for no stack where the command line names one, and ends with 130 after Ctrl-C", async () => {
    const untouched = project.files();
    const { code, text } = await start([{ seen: "Where do the resources come from", answer: "\u0003" }], ["-s", "dev"]);
    assert.equal(code, 130, text);
    assert.match(text, /project orchard · backend file:\/\/\. · stack dev/);
    assert.doesNotMatch(text, /choose a stack/);
    assert.deepEqual(project.files(), untouched);
    assert.deepEqual(project.calls(), []);
  });

  it("names a missing stack before anything is asked, where only the pulumi command could list them", async () => {
    const { PULUMI_STACK: _, ...env } = project.env;
    project = { ...project, env: { ...env, PULUMI_BACKEND_URL: "https://api.pulumi.com" } };
    const { code, text } = await start([]);
    assert.equal(code, 2, text);
    assert.match(text, /STACK_NOT_SELECTED/);
    assert.doesNotMatch(text, /come from/);
    const stop = { seen: "Where do the resources come from", answer: "\u0003" };
    const named = await start([stop], ["--stack", "acme/orchard/dev"]);
    assert.equal(named.code, 130, named.text);
    assert.match(named.text.replace(/\s+/g, " "), /backend https:\/\/api\.pulumi\.com · stack acme\/orchard\/dev/);
  });

  it("is not there with --yes, with --json, without a terminal, and without a project", async () => {
    for (const flags of [["--yes"], ["--json"], ["--cwd", ".."]]) {
      const { code, text } = await start([], flags);
      assert.equal(code, 2, text);
      assert.match(text.replace(/\s+/g, " "), /Nothing names what to import/);
    }
    const piped = await project.run([]);
    assert.equal(piped.code, 2, showRun(piped));
    assert.match(piped.stderr, /Nothing names what to import/);
  });
});
