/**
 * Restores the files of a run where they are still as it left them.
 */
import { applyDelta } from "../commit/delta.ts";
import { contentHash } from "../commit/journal.ts";
import { ImpError } from "../errors.ts";
import type { FileChange, FilePart } from "../workspace/commit/changes.ts";
import { isInProject, pathInRun, type StoredRun } from "../workspace/commit/run-records.ts";
import { readOptional } from "../workspace/settings/read-file.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** A file of the run, as it is and as it was. */
export interface RunFile extends FileChange {
  /** It is unchanged since. */
  readonly isAsLeft: boolean;
}

/** Throws FILE_UNREADABLE, RUN_RECORD_UNUSABLE; UNDO_OUTSIDE where it was not forced. */
export async function undoneFiles(
  { run, path: record }: StoredRun,
  place: Pick<Workspace, "project">,
  force: boolean,
): Promise<readonly RunFile[]> {
  const named = [...run.files.map(({ path }) => path), ...(run.record === undefined ? [] : [run.record])];
  for (const path of force ? [] : named)
    if (!(await isInProject(place, path)))
      throw ImpError.of("UNDO_OUTSIDE", { run: run.id, path: pathInRun(place, path) });
  return await Promise.all(
    run.files.map(async ({ path: recorded, part, ...past }): Promise<RunFile> => {
      const path = pathInRun(place, recorded);
      const before = await readOptional(path);
      const isAsLeft = contentHash(before) === past.after;
      // A file that stays as it is needs no earlier content.
      if (!isAsLeft && part !== "program") return { path, part, before, after: before, isAsLeft };
      const after = past.before === undefined ? undefined : applyDelta(before ?? new Uint8Array(), past.pieces);
      if (contentHash(after) !== past.before) throw ImpError.of("RUN_RECORD_UNUSABLE", { path: record });
      return { path, part, before, after, isAsLeft };
    }),
  );
}

/**
 * Program and record as before the run, when nobody changed anything there since.
 *
 * @returns `undefined` where imp did, or a person did and a record shows what is the run's: that has to be taken out of the program.
 * @throws UNDO_PROGRAM_CHANGED where a person changed a file of which imp has no record, and `force` is not given.
 */
export function restoredProgram(
  files: readonly RunFile[],
  run: string,
  force: boolean,
): readonly FileChange[] | undefined {
  const own = files.filter(isOfPart(["program", "record"]));
  if (!own.every(({ part, isAsLeft }) => part !== "record" || isAsLeft)) return undefined;
  const changed = own.find(({ isAsLeft, before }) => !isAsLeft && before !== undefined);
  if (changed === undefined || force) return own;
  if (own.some(({ part, before }) => part === "record" && before !== undefined)) return undefined;
  throw ImpError.of("UNDO_PROGRAM_CHANGED", { run, path: changed.path, isKnown: true });
}

/** Returns the files that go with a restored program, and those that stay because a person changed them. */
export function restoredAround(
  files: readonly RunFile[],
  parts: readonly FilePart[],
): { readonly files: readonly FileChange[]; readonly left: readonly string[] } {
  const own = files.filter(isOfPart(parts));
  return {
    files: own.filter(({ isAsLeft }) => isAsLeft),
    left: own.filter(({ isAsLeft, before }) => !isAsLeft && before !== undefined).map(({ path }) => path),
  };
}

function isOfPart(parts: readonly FilePart[]): (file: RunFile) => boolean {
  return ({ part }) => parts.includes(part);
}
