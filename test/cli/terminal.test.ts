import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { recorder } from "../canary/watch-project.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { type Answer, findPython, runInTerminal, type Session } from "../support/run-in-terminal.ts";

const { cloud, specs } = makeEstate({
  seed: 3,
  resources: 1,
  regions: ["us-east-1"],
  tokens: new Set(["simcloud:db/instance:Instance"]),
});
/** The entries without the password. */
const bare = specs.resources.filter(({ id }) => id !== undefined).map(({ type, name, id }) => ({ type, name, id }));

const typed = "canary-typed-0815";
const password = (answer: string): Answer => ({ seen: "password of orders-0-database", answer });
const write = (answer: string): Answer => ({ seen: "write 3 files", answer });

describe("imp run on a terminal", () => {
  const python = findPython();
  let project: CliProject;

  before(function () {
    if (python !== undefined) return;
    process.stderr.write("    skipped: there is no python3 to make a terminal with\n");
    this.skip();
  });
  beforeEach(() => {
    project = makeProject({ cloud, specs: { resources: bare } });
  });
  afterEach(() => project.remove());

  async function run(
    answers: readonly Answer[],
    env: Readonly<Record<string, string>> = {},
    environment: NodeJS.ProcessEnv = project.env,
    flags: readonly string[] = [],
  ): Promise<Session> {
    const command = [
      process.execPath,
      main,
      "run",
      "specs.json",
      "--no-review",
      "--provider",
      `simcloud=${simcloud}`,
      ...flags,
    ];
    const recorded = join(project.root, "recorded");
    mkdirSync(recorded, { recursive: true });
    const recording = { NODE_OPTIONS: `--require ${recorder}`, RECORDED_WRITES: recorded };
    const terminal = { TERM: "xterm-256color", ...recording, ...env };
    const session = await runInTerminal(python ?? "", command, answers, {
      cwd: project.directory,
      env: { ...environment, ...terminal },
    });
    assert.deepEqual(findLeaks([project.directory, recorded], [typed], new Map([["screen", session.screen]])), []);
    await project.assertTidy();
    return session;
  }

  it("writes everything after yes", async () => {
    const { code, screen } = await run([password(`${typed}\r`), write("y\r")]);
    assert.equal(code, 0, screen);
    assert.match(stripVTControlCharacters(screen), /Written:\s+index\.ts[\s\S]*pulumi preview/);
    assert.match(project.read("index.ts"), /password: orders0DatabasePassword/);
    assert.equal(project.read("index.ts").match(/\n/g)?.length, 31, "as many lines as were agreed to");
  });
});
