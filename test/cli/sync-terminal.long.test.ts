/** The prompts of `imp sync` on a terminal: one for each drifted resource, and one before it writes. */
import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, checkpoint, copyProject, exitsWith, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { type Answer, findPython, runInTerminal } from "../support/run-in-terminal.ts";
import { changeCloud, deleteInCloud, openSyncedShop, shop } from "./sync.ts";

const down = "\u001b[B";

describe("imp sync on a terminal", function () {
  this.timeout(300_000);
  const python = findPython();
  let model: CliProject;
  let project: CliProject;

  before(async function () {
    if (python === undefined) return this.skip();
    model = await openSyncedShop();
  });
  after(async () => await model?.remove());
  beforeEach(() => {
    project = copyProject(model, { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
    changeCloud(project, "covers", { acl: "public-read" });
    changeCloud(project, "runner", { description: "by hand" });
    deleteInCloud(project, "www");
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  async function sync(answers: readonly Answer[]) {
    const command = [process.execPath, main, "sync", "--provider", `simcloud=${simcloud}`];
    const env = { ...project.env, TERM: "xterm-256color", NO_COLOR: "1" };
    const session = await runInTerminal(python ?? "", command, answers, { cwd: project.directory, env });
    return { code: session.code, text: stripVTControlCharacters(session.screen) };
  }

  /** Chooses the option with this number for a resource. */
  const choose = (name: string, downs: number): Answer => {
    return { seen: `${name}[\\s\\S]*What should happen[\\s\\S]*Leave it as it is`, answer: `${down.repeat(downs)}\r` };
  };
  const write = (answer: string): Answer => ({ seen: "Write these changes", answer });

  it("does what the user chose for each resource", async () => {
    const { code, text } = await sync([choose("runner", 2), choose("covers", 0), choose("www", 0), write("y\r")]);
    assert.equal(code, 0, text);
    assert.match(text, /deleted in the cloud[\s\S]*❯ Keep the program/);
    const program = project.read("index.ts");
    assert.match(program, /acl: 'public-read', \/\/ nobody reads drafts/);
    assert.match(program, /ignoreChanges: \["description"\]/);
    const next = await exitsWith(3, project.imp(["verify"]));
    assert.match(next.stdout, /\+ simcloud:dns\/record:Record {2}www[\s\S]*5 unchanged, 1 to create/);
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.equal(project.read("index.ts"), shop);
  });

  it("writes nothing if the user leaves all resources, declines, or presses Ctrl+C", async () => {
    const [program, state] = [project.read("index.ts"), project.read(checkpoint)];
    const leaving = await sync([choose("runner", 3), choose("covers", 3), choose("www", 1)]);
    assert.equal(leaving.code, 3, leaving.text);
    assert.match(leaving.text, /3 resources changed in the cloud, 3 left/);
    const declined = await sync([choose("runner", 0), choose("covers", 0), choose("www", 0), write("n\r")]);
    assert.equal(declined.code, 1, declined.text);
    const stopped = await sync([choose("runner", 0), { ...choose("covers", 0), answer: "\u0003" }]);
    assert.equal(stopped.code, 130, stopped.text);
    assert.deepEqual([project.read("index.ts"), project.read(checkpoint)], [program, state]);
  });
});
