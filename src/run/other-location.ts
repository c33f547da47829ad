/**
 * Finds out whether a program went where Pulumi does not run it, and how it is named there.
 */
import { join, relative } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { OtherLocation } from "../domain/other-location.ts";
import type { OpenProgram, WritingOptions } from "./open-program.ts";

/** Absent: it is the project's program, one next to it, or a project of its own. */
export function otherLocation(
  { workspace, place, languages, location, writing }: OpenProgram,
  { program }: Pick<WritingOptions, "program">,
  io: Pick<RunIo, "cwd">,
): OtherLocation | undefined {
  const { project, programDir } = workspace;
  if (program.isNew || writing === "state" || workspace.location.kind === "file") return undefined;
  const isHere = place.path === programDir;
  const { runtime } = project;
  const runs = runtime === undefined || languages.some(({ runtimes }) => runtimes.includes(runtime));
  if (runs && (isHere || place.appendFile !== undefined)) return undefined;
  const [file = ""] = location.names.values();
  const shown = relative(io.cwd, isHere ? join(place.path, file) : place.path) || ".";
  return { shown, ...(runs && { main: relative(project.root, place.path) || "." }) };
}
