/**
 * The paths that a commit writes, as reports name them: relative to where the command was run.
 */
import { isAbsolute, relative } from "node:path";
import { statePlace } from "../backend/read-state.ts";
import type { Workspace } from "../workspace.ts";
import { type FileChange, isShown, type RunChanges } from "./changes.ts";

/** The files without bookkeeping that get other bytes than they have. */
export function changedFiles({ files }: Pick<RunChanges, "files">): readonly FileChange[] {
  return files.filter((change) => isShown(change) && !hasSameBytes(change.before, change.after));
}

/** Whether the state gets other bytes than it has. */
export function changesState(
  { state }: Pick<RunChanges, "state">,
  { stateBytes }: Pick<Workspace, "stateBytes">,
): boolean {
  return state !== undefined && !hasSameBytes(stateBytes, state);
}

function hasSameBytes(before: Uint8Array | undefined, after: Uint8Array | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return Buffer.compare(before, after) === 0;
}

/** The path of a file; a removal is shown with it. */
export function shownFile({ path, after }: FileChange, cwd: string): string {
  const shown = relative(cwd, path) || path;
  return after === undefined ? `${shown} (removed)` : shown;
}

/** The files without bookkeeping, changed or not; the state where it gets new bytes. */
export function shownChanges(
  changes: RunChanges,
  workspace: Pick<Workspace, "location" | "stateBytes">,
  cwd: string,
): readonly string[] {
  const paths = changes.files.filter(isShown).map((change) => shownFile(change, cwd));
  return changesState(changes, workspace) ? [...paths, shownState(workspace, cwd)] : paths;
}

/** The state location. */
export function shownState({ location }: Pick<Workspace, "location">, cwd: string): string {
  const place = statePlace(location);
  return (isAbsolute(place) && relative(cwd, place)) || place;
}
