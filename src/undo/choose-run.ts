/**
 * Chooses the run to undo: the named one, else the last one.
 */
import { join } from "node:path";
import { ImpError } from "../errors.ts";
import type { StoredRun } from "../workspace/commit/run-records.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** @param runs newest first. Throws UNDO_NOTHING, UNDO_UNKNOWN. */
export function chooseRun(
  runs: readonly StoredRun[],
  id: string | undefined,
  { project, stack }: Pick<Workspace, "project" | "stack">,
): StoredRun {
  const [last] = runs;
  if (last === undefined) throw ImpError.of("UNDO_NOTHING", { stack, directory: join(project.root, ".imp", "runs") });
  if (id === undefined) return last;
  const named = runs.find(({ run }) => run.id === id);
  if (named === undefined) throw ImpError.of("UNDO_UNKNOWN", { run: id, known: runs.map(({ run }) => run.id) });
  return named;
}
