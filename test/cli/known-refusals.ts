import assert from "node:assert/strict";
import { type CliProject, exitsWith, showRun } from "../support/cli-project.ts";
import { role } from "../support/quickstart-specs.ts";

export const runWords = ["run", "specs.json"];
export const importWords = ["import", role.type, role.name, role.id];

export interface Rejection {
  readonly code: string;
  readonly exit: 1 | 2;
  /** What the error contains besides the code. */
  readonly shown?: readonly RegExp[];
}

/** Asserts that a command fails before any Read, and changes no file. */
export async function assertRejects(
  project: CliProject,
  words: readonly string[],
  { code, exit, shown = [] }: Rejection,
) {
  const untouched = project.files();
  const ran = await exitsWith(exit, project.imp(words));
  const screen = ran.stderr.replace(/\s+/g, " ");
  for (const text of [new RegExp(`\\(${code}\\)`), ...shown]) assert.match(screen, text, showRun(ran));
  assert.ok(!project.calls().includes("Read"), project.calls().join(" "));
  assert.deepEqual(project.files(), untouched);
}
