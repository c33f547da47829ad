/** Runs `imp undo`: restores the state, the program, and the stack file as before a run, or removes only what the run added. */
import { dirname, join, relative, sep } from "node:path";
import type { Reporter } from "../../cli/reports/report.ts";
import type { RunIo } from "../../cli/run-io.ts";
import type { UndoneFacts } from "../../cli/undo-screen.ts";
import { ImpError } from "../../domain/errors.ts";
import type { UndoOptions } from "../../options/undo-options.ts";
import { removeEmptyDirectory } from "../../store/commit/files.ts";
import type { RecoveryReport } from "../../store/commit/recover.ts";
import { commitRun } from "../../workspace/commit/commit-run.ts";
import { type StoredRun, storedRuns } from "../../workspace/commit/run-records.ts";
import { changedFiles, shownChanges, shownFile } from "../../workspace/commit/shown-changes.ts";
import { chosenStack, openChosenStack } from "../../workspace/open-chosen.ts";
import type { OpenStack } from "../../workspace/open-workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type UndoneRun, undoneRun } from "./undone-run.ts";

/** Undoes a run, or lists the recorded runs with `--list`. Returns the exit code. */
export async function undo(options: UndoOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const { stack, recovery } = await openChosenStack(await chosenStack(options.stack, io), io);
  const runs = await storedRuns(stack);
  if (options.list) {
    reporter.end({ kind: "runs", runs: runs.map(({ run }) => run) });
    return 0;
  }
  // If the command just rolled back a killed run, don't undo another one: the user meant the killed run.
  if (options.run === undefined && recovery !== undefined && tookBackRun(recovery, runs)) {
    const [last] = runs;
    throw ImpError.of("UNDO_RECOVERED", { stack: stack.stack, before: last?.run.id });
  }
  const chosen = chooseRun(runs, options.run, stack);
  const undone = await undoneRun(chosen, stack, { ...options, cwd: io.cwd });
  const report = undoReport(chosen, undone, stack, io.cwd);
  if (options.dryRun) {
    reporter.end({ kind: "undone", facts: report, stage: "dry" });
    return 0;
  }
  if (!(await askToUndo(options, report, io, reporter))) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  io.signal.throwIfAborted();
  await commitRun(stack, undone.changes, io);
  await removeEmptyDirectories(undone, stack);
  reporter.end({ kind: "undone", facts: report, stage: "done" });
  return 0;
}

/** Removes the directories below the project that the removed files leave empty, because `--new` needs an empty directory. */
async function removeEmptyDirectories({ changes }: UndoneRun, { project }: Pick<OpenStack, "project">): Promise<void> {
  const removed = changes.files.filter(({ after, part }) => after === undefined && part !== "run");
  for (const { path } of removed)
    for (let directory = dirname(path); directory.startsWith(project.root + sep); directory = dirname(directory))
      await removeEmptyDirectory(directory);
}

/**
 * Returns true if the recovery rolled back a run, because the record of the run is gone. Returns false if it rolled back an interrupted undo, because
 * this restored the record.
 */
function tookBackRun({ action, files }: RecoveryReport, runs: readonly StoredRun[]): boolean {
  const isRecord = (path: string): boolean => dirname(path).endsWith(join(".imp", "runs"));
  return action === "undone" && files.some((path) => isRecord(path) && !runs.some((stored) => stored.path === path));
}

/** Asks the user to confirm. Without a terminal, throws NOT_CONFIRMED unless `--yes` is set. */
async function askToUndo(
  { yes }: UndoOptions,
  report: UndoneFacts,
  { askYes }: RunIo,
  reporter: Reporter,
): Promise<boolean> {
  if (askYes !== undefined) {
    await reporter.show({ kind: "undone", facts: report, stage: "asked" });
    return await askYes("Undo this run?");
  }
  if (yes) return true;
  throw ImpError.of("NOT_CONFIRMED", { files: report.files, look: "--dry-run" });
}

function undoReport({ run }: StoredRun, undone: UndoneRun, stack: OpenStack, cwd: string): UndoneFacts {
  const { changes, left, unloaded, ...rest } = undone;
  return {
    ...rest,
    run,
    left: left.map((path) => relative(cwd, path)),
    unloaded: unloaded.map((path) => relative(cwd, path)),
    files: [
      ...changedFiles(changes).map((change) => shownFile(change, cwd)),
      ...shownChanges({ ...changes, files: [] }, stack, cwd),
    ],
  };
}

/** Returns the run with the ID. Defaults to the last run. @param runs newest first @throws UNDO_NOTHING, UNDO_UNKNOWN */
function chooseRun(
  runs: readonly StoredRun[],
  id: string | undefined,
  { project, stack }: Pick<Workspace, "project" | "stack">,
): StoredRun {
  const [last] = runs;
  if (last === undefined) throw ImpError.of("UNDO_NOTHING", { stack, directory: join(project.root, ".imp", "runs") });
  if (id === undefined) return last;
  const match = runs.find(({ run }) => run.id === id);
  if (match === undefined) throw ImpError.of("UNDO_UNKNOWN", { run: id, known: runs.map(({ run }) => run.id) });
  return match;
}
