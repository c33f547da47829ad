import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, copyProject, exitsWith } from "../support/cli-project.ts";
import { type Answer, requireTerminal } from "../support/run-in-terminal.ts";
import { productOf } from "../support/stable-state.ts";
import { down, makeStartProject, type StartArguments, stack, startOnTerminal, write } from "./start.ts";

describe("the start screen of imp run", () => {
  const python = requireTerminal();
  let project: CliProject;

  beforeEach(() => {
    project = makeStartProject();
  });
  afterEach(() => project.remove());

  const start = (...args: StartArguments) => startOnTerminal(python, project, ...args);

  const source = (downs: number): Answer => ({
    seen: "Where do the resources come from",
    answer: `${down.repeat(downs)}\r`,
  });

  it("discovers cloud resources, and imports the types that the user selects", async () => {
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

  it("offers the import files in the directory, and prints the equivalent command", async () => {
    const other = copyProject(project);
    // The first answer chooses import files as the source, and the second one the first file.
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
    await exitsWith(0, other.run(["more.yaml", "--stack", "dev", "--yes"]));
    assert.deepEqual(await productOf(project), await productOf(other));
    await other.remove();
  });
  it("offers other stacks as a source, but not the target stack", async () => {
    assert.equal((await project.run(["specs.json", "--yes"])).code, 0);
    const other = { seen: "Stack to move resources from", answer: "\r" };
    const flags = ["--out", "prod", "--config", "simcloud:region=us-east-1"];
    const { code, text } = await start([stack(`${down}\r`), source(2), other, write("n\r")], flags);
    assert.equal(code, 1, text);
    assert.match(text, /❯ dev\s+Other: a stack name/);
    assert.match(text.replace(/\s+/g, " "), /Equivalent command: imp run --from-stack dev --stack prod/);
    assert.match(text, /Nothing was written/);
  });

  it("prompts for the path of a Terraform state, and passes it to --from-terraform", async () => {
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

  it("skips the stack prompt if --stack is set, and exits with 130 after Ctrl-C", async () => {
    const untouched = project.files();
    const { code, text } = await start([{ seen: "Where do the resources come from", answer: "\u0003" }], ["-s", "dev"]);
    assert.equal(code, 130, text);
    assert.match(text, /project orchard · backend file:\/\/\. · stack dev/);
    assert.doesNotMatch(text, /choose a stack/);
    assert.deepEqual(project.files(), untouched);
    assert.deepEqual(project.calls(), []);
  });

  it("requires --stack if only the pulumi command can list the stacks", async () => {
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

  it("is not shown with --yes, with --json, outside of a project, or without a terminal", async () => {
    for (const flags of [["--yes"], ["--json"], ["--cwd", ".."]]) {
      const { code, text } = await start([], flags);
      assert.equal(code, 2, text);
      assert.match(text.replace(/\s+/g, " "), /No resources to import were specified/);
    }
    const piped = await exitsWith(2, project.run([]));
    assert.match(piped.stderr, /No resources to import were specified/);
  });
});
