/**
 * `imp undo [RUN]`: state, program and stack file as they were before a run, or without exactly what it brought.
 */
import { relative } from "node:path";
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { askYes } from "../src/cli/prompts.ts";
import { openRunIo, type RunIo } from "../src/cli/run-io.ts";
import { undoArgs, undoFlags } from "../src/cli/undo-flags.ts";
import { renderRuns, renderUndone, runsReport, type UndoneFacts, undoneReport } from "../src/cli/undo-screen.ts";
import { ImpError } from "../src/errors.ts";
import { withChosenStack } from "../src/steps/chosen-stack.ts";
import { commitAndTell } from "../src/steps/commit-and-tell.ts";
import { changedFiles, toldFiles } from "../src/steps/told-files.ts";
import { type UndoneRun, undoneRun } from "../src/steps/undone-run.ts";
import { openStackOf } from "../src/steps/workspace-of-flags.ts";
import { chooseRun } from "../src/undo/choose-run.ts";
import { runsOf, type StoredRun } from "../src/workspace/commit/run-records.ts";
import type { OpenStack } from "../src/workspace/open-workspace.ts";

export default class Undo extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [RUN] [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Take back what a run (or `imp generate`) wrote; nothing in the cloud is touched.";
  static override description =
    "Restores state, program and stack file as they were before the run where nothing else changed them since; otherwise " +
    "takes exactly that run's resources out of state and program, and refuses where something needs them now. The " +
    "resources are forgotten, never deleted.";
  static override examples = [
    "<%= config.bin %> undo",
    "<%= config.bin %> undo --list",
    "<%= config.bin %> undo 20260115-102030-123 --dry-run",
  ];
  static override args = undoArgs;
  static override flags = undoFlags;

  /** The languages that the command prints. */
  protected readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { args, flags: given } = await this.parse(Undo);
    const io = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const flags = await withChosenStack(given, io);
    const stack = await openStackOf(flags, io);
    const runs = await runsOf(stack);
    if (flags.list) {
      const listed = runs.map(({ run }) => run);
      return this.log(flags.json ? JSON.stringify(runsReport(listed)) : renderRuns(listed));
    }
    const chosen = chooseRun(runs, args.run, stack);
    const undone = await undoneRun(chosen, stack, {
      cwd: io.cwd,
      force: flags.force,
      languages: this.languages,
    });
    const facts = factsOf(chosen, undone, stack, io);
    if (!flags["dry-run"]) {
      if (io.interactive && !(await this.confirm(facts, io))) return this.declined();
      if (!flags.yes && !io.interactive) throw ImpError.of("NOT_CONFIRMED", { files: facts.files, look: "--dry-run" });
      io.signal.throwIfAborted();
      await commitAndTell(stack, undone.changes, io);
    }
    const stage = flags["dry-run"] ? "dry" : "done";
    this.log(
      flags.json
        ? JSON.stringify(undoneReport(facts, stage === "done"))
        : renderUndone(facts, stage, this.screenOf(process.stdout)),
    );
  }

  private async confirm(facts: UndoneFacts, io: RunIo): Promise<boolean> {
    await this.show(renderUndone(facts, "asked", this.screenOf(process.stdout)));
    return await askYes("Undo this run?", io.signal);
  }
}

function factsOf({ run }: StoredRun, undone: UndoneRun, stack: OpenStack, io: RunIo): UndoneFacts {
  const { changes, left, ...facts } = undone;
  return {
    ...facts,
    run,
    left: left.map((path) => relative(io.cwd, path)),
    unloaded: facts.unloaded.map((path) => relative(io.cwd, path)),
    files: [...changedFiles(changes, io.cwd), ...toldFiles({ ...changes, files: [] }, stack, io.cwd)],
  };
}
