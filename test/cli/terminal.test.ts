import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import type { CliProject } from "../support/cli-project.ts";
import { type Answer, requireTerminal } from "../support/run-in-terminal.ts";
import { makeDatabaseProject, password, runOnTerminal, typed, write } from "./terminal.ts";

describe("imp run on a terminal", () => {
  const python = requireTerminal();
  let project: CliProject;

  beforeEach(() => {
    project = makeDatabaseProject();
  });
  afterEach(() => project.remove());

  const run = (answers: readonly Answer[], options: Parameters<typeof runOnTerminal>[3] = {}) =>
    runOnTerminal(python, project, answers, options);

  it("writes program and state after yes on a terminal", async () => {
    const { code, screen } = await run([password(`${typed}\r`), write("y\r")]);
    assert.equal(code, 0, screen);
    assert.match(stripVTControlCharacters(screen), /Wrote:\s+index\.ts[\s\S]*pulumi preview/);
    assert.match(project.read("index.ts"), /password: orders0DatabasePassword/);
    assert.equal(
      project.read("index.ts").match(/\n/g)?.length,
      31,
      "the program has the number of lines that the prompt showed",
    );
  });
});
