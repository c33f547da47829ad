/**
 * Commits what a command made, and tells what a person should know of it.
 */
import type { RunIo } from "../cli/run-io.ts";
import type { RunChanges } from "../workspace/commit/changes.ts";
import { commitRun } from "../workspace/commit/commit-run.ts";

/** Throws as `commitRun`. */
export async function commitAndTell(
  place: Parameters<typeof commitRun>[0],
  changes: RunChanges,
  io: Pick<RunIo, "identity" | "progress">,
): Promise<void> {
  const { notes } = await commitRun(place, changes, io.identity());
  for (const note of notes) io.progress.line(note);
}
