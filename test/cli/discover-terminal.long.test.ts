import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { readSpecs } from "../../src/import-file/read.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { type Answer, findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { saltedFiles } from "../support/stable-state.ts";

const down = "\u001b[B";

describe("imp discover on a terminal", () => {
  const python = findPython();
  let project: CliProject;

  before(function () {
    if (python === undefined) this.skip();
  });
  beforeEach(() => {
    project = makeProject({ files: saltedFiles });
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  async function discover(
    answers: readonly Answer[],
    words: readonly string[] = ["simcloud:network", "simcloud:storage"],
  ) {
    const command = [process.execPath, main, "discover", ...words, "--provider", `simcloud=${simcloud}`];
    const env = { ...project.env, TERM: "xterm-256color", NO_COLOR: "1" };
    const session = await runInTerminal(python ?? "", command, answers, { cwd: project.directory, env });
    return { code: session.code, text: stripVTControlCharacters(session.screen) };
  }
  const types = (answer: string): Answer => ({ seen: "already managed[\\s\\S]*storage/bucketPolicy", answer });
  const next = (downs: number): Answer => ({ seen: "resources? to import", answer: `${down.repeat(downs)}\r` });
  const discovered = () => readSpecs([{ path: "found", text: project.read("imp-found.json") }]).resources;

  it("writes only objects of the selected types to the import file", async () => {
    const { code, text } = await discover([types(` ${down} \r`), next(0)]);
    assert.equal(code, 0, text);
    assert.match(text, /simcloud · us-east-1 · 7 found, 0 already managed/);
    assert.match(text, /◉ 1 {2}simcloud:network\/securityGroup:SecurityGroup/);
    const kinds = [...new Set(discovered().map(({ type }) => type.split(":").at(-1)))];
    assert.deepEqual(kinds, ["Vpc", "Bucket", "BucketPolicy"]);
    assert.match(text, /To import: imp run imp-found\.json/);
  });

  it("does not offer types whose objects are all managed, but counts them", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const { code, text } = await discover([{ seen: "already managed[\\s\\S]*storage/bucket", answer: "\r" }, next(0)]);
    assert.equal(code, 0, text);
    assert.match(text, /7 found, 6 already managed\r?\n\s*All objects of 4 types are already managed \(5 objects\)/);
    assert.match(text, /◉ 1 {2}simcloud:storage\/bucket:Bucket/);
    assert.doesNotMatch(text, /network\/vpc:Vpc/);
  });

  it("continues with the import after a discovery on a terminal", async () => {
    const { code, text } = await discover([types("\r"), next(1), { seen: "write \\d files", answer: "y\r" }]);
    assert.equal(code, 0, text);
    assert.match(project.read(checkpoint), /network\/subnet:Subnet/);
  });

  it("writes nothing if the user selects no type, or no next step", async () => {
    const stopped = await discover([types("\r"), next(2)]);
    assert.equal(stopped.code, 1, stopped.text);
    assert.match(stopped.text, /Nothing was written/);
    const none = await discover([types("i\r")]);
    assert.match(none.text, /No resources selected/);
    assert.equal(existsSync(project.path("imp-found.json")), false);
    assert.equal(existsSync(project.path("imp-found.json.part")), false);
  });

  it("keeps the progress file if the user interrupts the prompt", async () => {
    const ended = await discover([types("\u0003")]);
    assert.equal(ended.code, 130, ended.text);
    assert.equal(existsSync(project.path("imp-found.json.part")), true);
    assert.equal(existsSync(project.path("imp-found.json")), false);
  });
});
