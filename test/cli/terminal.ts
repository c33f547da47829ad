import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { recorder } from "../canary/watch-project.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { type Answer, runInTerminal, type Session } from "../support/run-in-terminal.ts";

const { cloud, specs } = makeEstate({
  seed: 3,
  resources: 1,
  regions: ["us-east-1"],
  tokens: new Set(["simcloud:db/instance:Instance"]),
});
/** The entries of the import file, without the password of the database. */
export const databaseEntries = specs.resources
  .filter(({ id }) => id !== undefined)
  .map(({ type, name, id }) => ({ type, name, id }));

export const typed = "canary-typed-0815";
export const password = (answer: string): Answer => ({ seen: "password of orders-0-database", answer });
export const write = (answer: string): Answer => ({ seen: "write 3 files", answer });

/** Creates a project with one database, whose password is missing. */
export function makeDatabaseProject(): CliProject {
  return makeProject({ cloud, specs: { resources: databaseEntries } });
}

interface TerminalRun {
  /** Overrides the environment of the project. */
  readonly env?: Readonly<Record<string, string>>;
  /** Replaces the environment of the project. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly flags?: readonly string[];
}

/** Runs `imp run` on a terminal without a review. Asserts that no file, call, or screen contains the typed password. */
export async function runOnTerminal(
  python: string,
  project: CliProject,
  answers: readonly Answer[],
  { env = {}, environment = project.env, flags = [] }: TerminalRun = {},
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
  const session = await runInTerminal(python, command, answers, {
    cwd: project.directory,
    env: { ...environment, ...terminal },
  });
  assert.deepEqual(findLeaks([project.directory, recorded], [typed], new Map([["screen", session.screen]])), []);
  await project.assertTidy();
  return session;
}
