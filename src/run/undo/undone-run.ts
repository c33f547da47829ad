/** Computes the changes that undo a recorded run, and their report. */
import { basename } from "node:path";
import type { Language } from "../../../generators/index.ts";
import type { UndoneFacts } from "../../cli/undo-screen.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { nameOf, parseUrn, rootStackType } from "../../domain/urn.ts";
import type { FileChange, RunChanges } from "../../workspace/commit/changes.ts";
import { pathInRun, type StoredRun } from "../../workspace/commit/run-records.ts";
import { configKeysOf, type OpenStack, programDirOf } from "../../workspace/open-workspace.ts";
import { recordPathOf } from "../../workspace/program/program-record.ts";
import { reprintedProgram } from "./reprinted-program.ts";
import { type RunFile, restoredAround, restoredProgram, undoneFiles } from "./undo-files.ts";
import { type UndoneState, undoState } from "./undo-state.ts";

/** The changes that undo a run, and the data of its report. */
export interface UndoneRun extends Omit<UndoneFacts, "run" | "files"> {
  readonly changes: RunChanges;
}

export interface UndoFlags {
  readonly cwd: string;
  readonly force: boolean;
  /** All languages that imp can print. */
  readonly languages: readonly Language[];
}

/**
 * Returns the changes that undo a run, without writing them.
 *
 * @throws UNDO_NEEDED, UNDO_REPLACED, UNDO_ENTRIES_LOST, UNDO_MANAGED, UNDO_PROGRAM_CHANGED, UNDO_OUTSIDE, PROGRAM_CHANGED, RUN_RECORD_UNUSABLE,
 * RECORD_UNUSABLE, FILE_UNREADABLE, SETTINGS_INVALID, and the codes of `readDeployment`
 */
export async function undoneRun(stored: StoredRun, stack: OpenStack, flags: UndoFlags): Promise<UndoneRun> {
  const { run } = stored;
  const files = await undoneFiles(stored, stack, flags.force);
  const state = undoState(stored, stack.stateBytes, stack.state());
  const hasProgram = files.some(({ part }) => part === "program");
  const restored = hasProgram || run.record !== undefined ? restoredProgram(files, run.id, flags.force) : undefined;
  const removed = new Set([...state.forgotten.map(({ urn }) => urn), ...state.missing, ...run.registered]);
  const program = restored ?? (await reprinted(stored, stack, files, removed, flags));
  refuseManaged(stored, stack, state.missing, program);
  const isWhole = restored !== undefined || program.length === 0;
  const project = restoredAround(files, restored === undefined ? [] : ["project"]);
  // If some entries stay in the state, keep the stack file, because it has the encryption salt of their secrets.
  const settings = restoredAround(files, isWhole && state.how !== "edited" ? ["settings"] : []);
  const kept = files.filter(({ part }) => part === "settings" && settings.files.length === 0).map(({ path }) => path);
  return {
    changes: {
      files: [...program, ...project.files, ...settings.files, ...removedState(state, stack), recordRemoval(stored)],
      state: state.bytes,
    },
    state: state.how,
    program: restored !== undefined ? "restored" : program.length > 0 ? "reprinted" : "kept",
    forgotten: state.forgotten
      .filter(({ type }) => type !== rootStackType)
      .map(({ urn, type, id }) => ({ urn, type, name: nameOf(urn), id })),
    putBack: state.how === "restored" ? (run.replaced ?? []) : [],
    missing: state.missing,
    unloaded: project.files.length > 0 ? [] : unloadedBy(stored, stack, program),
    left: [...new Set([...project.left, ...settings.left, ...kept])],
  };
}

/** Returns the deleted files of `--append-file`. The user's program may still load them. */
function unloadedBy(
  { run }: StoredRun,
  { project, stack }: OpenStack,
  program: readonly FileChange[],
): readonly string[] {
  const isMain = run.record === undefined || basename(run.record) === basename(recordPathOf("", project.name, stack));
  return isMain
    ? []
    : program.flatMap(({ path, part, after }) => (part === "program" && after === undefined ? [path] : []));
}

/** Returns the changes that remove the resources from the program of the run or, if the run wrote no program, from the project's program. */
async function reprinted(
  { run }: StoredRun,
  stack: OpenStack,
  files: readonly RunFile[],
  removed: ReadonlySet<Urn>,
  flags: UndoFlags,
): Promise<readonly FileChange[]> {
  const { project } = stack;
  const record =
    run.record === undefined
      ? recordPathOf(await programDirOf(project), project.name, stack.stack)
      : pathInRun(stack, run.record);
  const recordFile = files.find(({ part }) => part === "record");
  const program = files.find(({ part, before }) => part === "program" && before !== undefined);
  if (recordFile !== undefined && recordFile.before === undefined && program !== undefined)
    throw ImpError.of("UNDO_PROGRAM_CHANGED", { run: run.id, path: program.path, isKnown: false });
  const configKeys = await configKeysOf(stack, flags.cwd);
  const { force, languages } = flags;
  const outputs = new Set(run.outputs);
  return await reprintedProgram({
    workspace: stack,
    record,
    removed,
    outputs,
    run: run.id,
    configKeys,
    force,
    languages,
  });
}

/**
 * Throws UNDO_MANAGED if the next update would delete resources, because the undo removes their code but keeps their state entries. These are
 * resources that the run wrote only to the program and that are now in the state, and resources whose URN changed after the run.
 */
function refuseManaged(
  { run }: StoredRun,
  { state }: OpenStack,
  missing: readonly Urn[],
  program: readonly FileChange[],
): void {
  if (program.length === 0) return;
  const registered = new Set(run.registered);
  const gone = run.resources.filter(({ urn }) => missing.includes(urn));
  const objects = new Set(
    gone.flatMap(({ urn, id }) => (id === undefined ? [] : undoneObjectKey(parseUrn(urn)?.type, id))),
  );
  const urns = (state()?.resources ?? []).flatMap(({ urn, type, custom, id, external, delete: deleted }) => {
    const isRenamed = custom && !external && !deleted && objects.has(undoneObjectKey(type, id));
    return registered.has(urn) || isRenamed ? [urn] : [];
  });
  if (urns.length > 0) throw ImpError.of("UNDO_MANAGED", { run: run.id, urns });
}

function undoneObjectKey(type = "", id = ""): string {
  return `${type} ${id}`;
}

/** Returns the deletion of the state file, if the run created it. */
function removedState(state: UndoneState, { location, stateBytes }: OpenStack): readonly FileChange[] {
  if (state.how !== "restored" || state.bytes !== undefined || location.kind !== "file") return [];
  return [{ path: location.path, part: "project", before: stateBytes, after: undefined }];
}

/** Returns the change that deletes the record of the run, because a run can be undone only once. */
function recordRemoval({ path, bytes }: StoredRun): FileChange {
  return { path, part: "run", before: bytes, after: undefined };
}
