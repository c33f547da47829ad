import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { findPython, runInTerminal } from "../support/run-in-terminal.ts";

describe("a terminal that reports 0 columns", () => {
  const python = findPython();
  let project: CliProject;

  before(function () {
    if (python === undefined) this.skip();
    project = makeProject();
  });
  after(() => project?.remove());

  it("shows lines of up to 80 columns, and no spinner", async () => {
    const command = [process.execPath, main, "run", "specs.json", "--plan-only", "--provider", `simcloud=${simcloud}`];
    const env = { ...project.env, TERM: "xterm-256color" };
    const size = { columns: 0, rows: 0 };
    const session = await runInTerminal(python ?? "", command, [], { cwd: project.directory, env, size });
    assert.equal(session.code, 0, session.screen);
    assert.ok(session.screen.length < 10_000, `${session.screen.length} characters`);
    const lines = stripVTControlCharacters(session.screen).split(/\r?\n/);
    assert.ok(
      lines.some((line) => line.startsWith("The program sets ") && line.length > 40),
      session.screen,
    );
  });
});
