/**
 * The story of `imp undo`: state, program and stack file as they were before a run, or without exactly its additions.
 */
import { dirname, join, relative } from "node:path";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { UndoneFacts } from "../cli/undo-screen.ts";
import type { RecoveryReport } from "../commit/recover.ts";
import { ImpError } from "../errors.ts";
import type { UndoOptions } from "../options/undo-options.ts";
import { commitRun } from "../workspace/commit/commit-run.ts";
import { type StoredRun, storedRuns } from "../workspace/commit/run-records.ts";
import { changedFiles, shownChanges, shownFile } from "../workspace/commit/shown-changes.ts";
import { chosenStack, openChosenStack } from "../workspace/open-chosen.ts";
import type { OpenStack } from "../workspace/open-workspace.ts";
import { chooseRun } from "./choose-run.ts";
import { type UndoneRun, undoneRun } from "./undone-run.ts";

/** Returns the exit code. */
export async function undo(asked: UndoOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const options = { ...asked, stack: await chosenStack(asked.stack, io) };
  const { stack, recovery } = await openChosenStack(options.stack, io);
  const runs = await storedRuns(stack);
  if (options.list) {
    reporter.end({ kind: "runs", runs: runs.map(({ run }) => run) });
    return 0;
  }
  // A user who undoes a run that was killed means that run, not the one before it.
  if (options.run === undefined && recovery !== undefined && tookBackRun(recovery, runs)) {
    const [last] = runs;
    throw ImpError.of("UNDO_RECOVERED", { stack: stack.stack, before: last?.run.id });
  }
  const chosen = chooseRun(runs, options.run, stack);
  const undone = await undoneRun(chosen, stack, { ...options, cwd: io.cwd });
  const facts = undoneFacts(chosen, undone, stack, io.cwd);
  if (options.dryRun) {
    reporter.end({ kind: "undone", facts, stage: "dry" });
    return 0;
  }
  if (!(await askToUndo(options, facts, io, reporter))) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  io.signal.throwIfAborted();
  await commitRun(stack, undone.changes, io);
  reporter.end({ kind: "undone", facts, stage: "done" });
  return 0;
}

/** Returns true if the recovery rolled back a run: its record is gone. That of a run whose undo was interrupted is there again. */
function tookBackRun({ action, files }: RecoveryReport, runs: readonly StoredRun[]): boolean {
  const isRecord = (path: string): boolean => dirname(path).endsWith(join(".imp", "runs"));
  return action === "undone" && files.some((path) => isRecord(path) && !runs.some((stored) => stored.path === path));
}

/** Asks a person who is there; throws where nobody is, and the command line does not answer. */
async function askToUndo(
  { yes }: UndoOptions,
  facts: UndoneFacts,
  { askYes }: RunIo,
  reporter: Reporter,
): Promise<boolean> {
  if (askYes !== undefined) {
    await reporter.show({ kind: "undone", facts, stage: "asked" });
    return await askYes("Undo this run?");
  }
  if (yes) return true;
  throw ImpError.of("NOT_CONFIRMED", { files: facts.files, look: "--dry-run" });
}

function undoneFacts({ run }: StoredRun, undone: UndoneRun, stack: OpenStack, cwd: string): UndoneFacts {
  const { changes, left, unloaded, ...facts } = undone;
  return {
    ...facts,
    run,
    left: left.map((path) => relative(cwd, path)),
    unloaded: unloaded.map((path) => relative(cwd, path)),
    files: [
      ...changedFiles(changes).map((change) => shownFile(change, cwd)),
      ...shownChanges({ ...changes, files: [] }, stack, cwd),
    ],
  };
}
