import { join } from "node:path";
import { ImpError } from "../errors.ts";
import type { StoredRun } from "../workspace/commit/run-records.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Returns the run with the id. Defaults to the last run. `runs` are newest first. Throws UNDO_NOTHING, UNDO_UNKNOWN. */
export function chooseRun(
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
