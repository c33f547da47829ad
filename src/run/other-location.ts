/** Checks whether Pulumi runs the written program. */
import { join, relative } from "node:path";
import type { Language } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { OtherLocation } from "../domain/other-location.ts";
import type { OpenProgram, WritingOptions } from "./open-program.ts";

/** Returns the location of the program. Returns undefined if Pulumi runs it: in the project's program directory, or in a new project. */
export function otherLocation(
  { workspace, target, languages, location, writing }: OpenProgram,
  { program }: Pick<WritingOptions, "program">,
  io: Pick<RunIo, "cwd">,
): OtherLocation | undefined {
  const { project, programDir } = workspace;
  if (program.isNew || writing === "state" || workspace.location.kind === "file") return undefined;
  const isHere = target.path === programDir;
  const runs = isRun(project.runtime, languages);
  if (runs && (isHere || target.appendFile !== undefined)) return undefined;
  const [file = ""] = location.names.values();
  const shown = relative(io.cwd, isHere ? join(target.path, file) : target.path) || ".";
  return { shown, main: runs ? relative(project.root, target.path) || "." : undefined };
}

/**
 * Returns a warning if the runtime of the project cannot run the program, because the next update would delete the resources of the state.
 * Returns undefined with `--out`.
 */
export function foreignProgram(
  { workspace: { project, programDir }, target, languages, location, writing }: OpenProgram,
  { program }: Pick<WritingOptions, "program">,
): Diagnostic | undefined {
  const { runtime } = project;
  const hasOwnPlace = program.isNew || target.path !== programDir || target.appendFile !== undefined;
  if (hasOwnPlace || writing !== "all" || isRun(runtime, languages)) return undefined;
  const [file = ""] = location.names.values();
  const message =
    `The runtime of the project, ${runtime}, does not run this program. \`pulumi up\` runs the existing program of the project, and deletes ` +
    "resources that it does not register. Remove --language to write the program in the language of the project. To undo an import, run `imp undo`.";
  return { severity: "warning", file, message };
}

/** Returns true if the runtime runs one of the languages. Also returns true if the runtime is unknown, because there is no project file. */
export function isRun(runtime: string | undefined, languages: readonly Language[]): boolean {
  return runtime === undefined || runtime === "" || languages.some(({ runtimes }) => runtimes.includes(runtime));
}
