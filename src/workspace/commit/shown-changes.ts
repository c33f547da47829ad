/** Returns the paths of a commit for reports, relative to the working directory. */
import { isAbsolute, relative } from "node:path";
import { sameContent } from "../../store/commit/files.ts";
import { statePlace } from "../backend/read-state.ts";
import type { Workspace } from "../workspace.ts";
import { type FileChange, isShown, type RunChanges } from "./changes.ts";

/** Returns the changed files without bookkeeping files. */
export function changedFiles({ files }: Pick<RunChanges, "files">): readonly FileChange[] {
  return files.filter((change) => isShown(change) && !sameContent(change.before, change.after));
}

export function changesState(
  { state }: Pick<RunChanges, "state">,
  { stateBytes }: Pick<Workspace, "stateBytes">,
): boolean {
  return state !== undefined && !sameContent(stateBytes, state);
}

/** Returns the path of a file, with a mark if it is removed. */
export function shownFile({ path, after }: FileChange, cwd: string): string {
  const shown = relative(cwd, path) || path;
  return after === undefined ? `${shown} (removed)` : shown;
}

/** Returns the paths of all files without bookkeeping files, and of the state if it changes. */
export function shownChanges(
  changes: RunChanges,
  workspace: Pick<Workspace, "location" | "stateBytes">,
  cwd: string,
): readonly string[] {
  const paths = changes.files.filter(isShown).map((change) => shownFile(change, cwd));
  return changesState(changes, workspace) ? [...paths, shownState(workspace, cwd)] : paths;
}

export function shownState({ location }: Pick<Workspace, "location">, cwd: string): string {
  const place = statePlace(location);
  return (isAbsolute(place) && relative(cwd, place)) || place;
}
