/**
 * Finds out whether a program went where Pulumi does not run it, and how it is named there.
 */
import { join, relative } from "node:path";
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../diagnostic.ts";
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
  const runs = isRun(project.runtime, languages);
  if (runs && (isHere || place.appendFile !== undefined)) return undefined;
  const [file = ""] = location.names.values();
  const shown = relative(io.cwd, isHere ? join(place.path, file) : place.path) || ".";
  return { shown, main: runs ? relative(project.root, place.path) || "." : undefined };
}

/**
 * A warning about a program that no place was asked for, and that the runtime of the project does not run: the next update would delete what the
 * state gets. With `--out` a person decides how the program is run.
 */
export function foreignProgram(
  { workspace: { project, programDir }, place, languages, location, writing }: OpenProgram,
  { program }: Pick<WritingOptions, "program">,
): Diagnostic | undefined {
  const { runtime } = project;
  const hasOwnPlace = program.isNew || place.path !== programDir || place.appendFile !== undefined;
  if (hasOwnPlace || writing !== "all" || isRun(runtime, languages)) return undefined;
  const [file = ""] = location.names.values();
  const message =
    `The runtime of the project is ${runtime}, which does not run this program. \`pulumi up\` here runs the project's own program, and deletes ` +
    "the resources that it does not register. Leave --language out to print the program in the project's language. `imp undo` takes an import back.";
  return { severity: "warning", file, message };
}

/** Without a project file nothing is known of its runtime. */
function isRun(runtime: string | undefined, languages: readonly Language[]): boolean {
  return runtime === undefined || runtime === "" || languages.some(({ runtimes }) => runtimes.includes(runtime));
}
