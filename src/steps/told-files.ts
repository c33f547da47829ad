/**
 * What a commit writes, as a person is told of it: paths relative to where the command was run.
 */
import { isAbsolute, relative } from "node:path";
import { statePlace } from "../workspace/backend/read-state.ts";
import { type FileChange, isShown, type RunChanges } from "../workspace/commit/changes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The files without bookkeeping that get other bytes than they have. */
export function changedFiles({ files }: Pick<RunChanges, "files">, cwd: string): readonly string[] {
  const changed = files.filter((change) => isShown(change) && !isSame(change.before, change.after));
  return changed.map((change) => told(change, cwd));
}

export function isSame(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return Buffer.compare(before, after) === 0;
}

function told({ path, after }: FileChange, cwd: string): string {
  const shown = relative(cwd, path) || path;
  return after === undefined ? `${shown} (removed)` : shown;
}

/** The files without bookkeeping; the state where it gets new bytes. */
export function toldFiles(
  { files, state }: RunChanges,
  { target, stateBytes }: Pick<Workspace, "target" | "stateBytes">,
  cwd: string,
): readonly string[] {
  const paths = files.filter(isShown).map((change) => told(change, cwd));
  return state === undefined || isSame(stateBytes, state) ? paths : [...paths, stateFile({ target }, cwd)];
}

/** Where the state is, as a person is told. */
export function stateFile({ target }: Pick<Workspace, "target">, cwd: string): string {
  const place = statePlace(target);
  return (isAbsolute(place) && relative(cwd, place)) || place;
}
