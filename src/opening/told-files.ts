/**
 * What a commit writes, as a person is told of it: paths relative to where the command was run.
 */
import { relative } from "node:path";
import type { RunChanges } from "../workspace/changes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The files without bookkeeping that get other bytes than they have. */
export function changedFiles({ files }: Pick<RunChanges, "files">, cwd: string): readonly string[] {
  const changed = files.filter(({ shown, before, after }) => shown && !isSame(before, after));
  return changed.map(({ path }) => relative(cwd, path) || path);
}

function isSame(before: Uint8Array | undefined, after: Uint8Array): boolean {
  return before !== undefined && Buffer.from(before).equals(after);
}

/** The files without bookkeeping; the state where it gets new bytes. */
export function toldFiles(
  { files, state }: RunChanges,
  { target, stateBytes }: Workspace,
  cwd: string,
): readonly string[] {
  const statePath = target.kind === "diy" ? target.checkpointPath : target.path;
  const paths = [...files.filter(({ shown }) => shown).map(({ path }) => path)];
  if (!isSame(stateBytes, state)) paths.push(statePath);
  return paths.map((path) => relative(cwd, path) || path);
}
