import assert from "node:assert/strict";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { type CliProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

type Files = ReturnType<CliProject["files"]>;

/** Asserts that a run failed with the code, and that all files still equal `untouched`. */
export function assertRejected(ran: Ran, code: ErrorCode, project: CliProject, untouched: Files): void {
  assert.equal(ran.code, 1, showRun(ran));
  assert.match(ran.stderr, new RegExp(`^Error: .*\\n?.*\\(${code}\\)`, "m"), showRun(ran));
  assert.doesNotMatch(ran.stdout, /^Written/m);
  assert.deepEqual(project.files(), untouched);
}
