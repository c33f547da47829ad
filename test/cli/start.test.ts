/** `imp run` without arguments on a terminal opens the start screen, which has the effect of a command line. */
import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, checkpoint, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { type Answer, findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { saltedFiles } from "../support/stable-state.ts";

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
  const write = (answer: string): Answer => ({ seen: "write \\d files", answer });
  it("imports one resource into the selected stack", async () => {
    const words = [
      { seen: "Type, such as", answer: `${role.type}\r` },
      { seen: "Name that", answer: "runner\r" },
      { seen: "Id that", answer: `${role.id}\r` },
    ];
    // The single resource is above the import files.
    const singleResource = { seen: "Where do the resources come from", answer: "\u001b[A\r" };
    const region = ["--config", "simcloud:region=us-east-1"];
    const { code, text } = await start([stack(`${down}\r`), singleResource, ...words, write("y\r")], region);
    assert.equal(code, 0, text);
    assert.match(
      text.replace(/\s+/g, " "),
      /The same as: imp import simcloud:iam\/role:Role runner bookshop-order-runner --stack prod .*--config 'simcloud:region=…' .*Values of --config are not shown\./,
    );
    assert.match(project.read(".pulumi/stacks/orchard/prod.json"), /role:Role::runner/);
    assert.doesNotMatch(project.read(checkpoint), /runner/);
  });
});
