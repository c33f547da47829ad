/** Restores the files of a run if they did not change after it. */

import { ImpError } from "../../domain/errors.ts";
import { applyDelta } from "../../store/commit/delta.ts";
import { contentHash } from "../../store/commit/journal.ts";
import type { FileChange, FilePart } from "../../workspace/commit/changes.ts";
import { isInProject, pathInRun, type StoredRun } from "../../workspace/commit/run-records.ts";
import { readOptional } from "../../workspace/settings/read-file.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** A file that the run wrote: its current content, and its content before the run. */
export interface RunFile extends FileChange {
  /** True if the file did not change after the run. */
  readonly isAsLeft: boolean;
}

/** Returns the files of a run. Throws FILE_UNREADABLE, RUN_RECORD_UNUSABLE, and, without `force`, UNDO_OUTSIDE. */
export async function undoneFiles(
  { run, path: record }: StoredRun,
  workspace: Pick<Workspace, "project">,
  force: boolean,
): Promise<readonly RunFile[]> {
  const paths = [...run.files.map(({ path }) => path), ...(run.record === undefined ? [] : [run.record])];
  for (const path of force ? [] : paths)
    if (!(await isInProject(workspace, path)))
      throw ImpError.of("UNDO_OUTSIDE", { run: run.id, path: pathInRun(workspace, path) });
  return await Promise.all(
    run.files.map(async ({ path: recorded, part, ...past }): Promise<RunFile> => {
      const path = pathInRun(workspace, recorded);
      const before = await readOptional(path);
      const isAsLeft = contentHash(before) === past.after;
      // A file that stays as it is does not need its earlier content.
      if (!isAsLeft && part !== "program") return { path, part, before, after: before, isAsLeft };
      const after = past.before === undefined ? undefined : applyDelta(before ?? new Uint8Array(), past.pieces);
      if (contentHash(after) !== past.before) throw ImpError.of("RUN_RECORD_UNUSABLE", { path: record });
      return { path, part, before, after, isAsLeft };
    }),
  );
}

/**
 * Returns the changes that restore the program and its record, if they did not change after the run. Returns undefined if the record changed, or if
 * the program changed and has an earlier record. The caller can then print the program from its record without the resources of the run.
 *
 * @throws UNDO_PROGRAM_CHANGED if the user changed a program without an earlier record, unless `force` is set
 */
export function restoredProgram(
  files: readonly RunFile[],
  run: string,
  force: boolean,
): readonly FileChange[] | undefined {
  const programFiles = files.filter(isOfPart(["program", "record"]));
  if (!programFiles.every(({ part, isAsLeft }) => part !== "record" || isAsLeft)) return undefined;
  const changed = programFiles.find(({ isAsLeft, before }) => !isAsLeft && before !== undefined);
  if (changed === undefined || force) return programFiles;
  if (programFiles.some(({ part, before }) => part === "record" && before !== undefined)) return undefined;
  throw ImpError.of("UNDO_PROGRAM_CHANGED", { run, path: changed.path, isKnown: true });
}

/**
 * Selects the files that belong to `parts`. Returns the files that can be restored, and the paths of the files that the user changed, which stay as
 * they are.
 */
export function restoredAround(
  files: readonly RunFile[],
  parts: readonly FilePart[],
): { readonly files: readonly FileChange[]; readonly left: readonly string[] } {
  const selected = files.filter(isOfPart(parts));
  return {
    files: selected.filter(({ isAsLeft }) => isAsLeft),
    left: selected.filter(({ isAsLeft, before }) => !isAsLeft && before !== undefined).map(({ path }) => path),
  };
}

function isOfPart(parts: readonly FilePart[]): (file: RunFile) => boolean {
  return ({ part }) => parts.includes(part);
}
