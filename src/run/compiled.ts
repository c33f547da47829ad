/** Compiles the written program in each of its languages. */
import { relative } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { type CheckedProgram, compileProgram } from "../compile/compile-program.ts";
import { isShown, type RunChanges } from "../workspace/commit/changes.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { OpenProgram } from "./open-program.ts";

/**
 * Returns the results of the compilers. Throws only if the command is interrupted.
 *
 * @param written true if the run wrote the files; otherwise they are only compiled if all of them exist
 */
export async function compileChecks(
  { languages, location, target, writing }: Pick<OpenProgram, "languages" | "location" | "target" | "writing">,
  { files }: Pick<RunChanges, "files">,
  written: boolean,
  { toolEnv: env, signal, progress }: Pick<RunIo, "toolEnv" | "signal" | "progress">,
): Promise<readonly CheckedProgram[]> {
  const isThere = written || [...location.contents.values()].every((bytes) => bytes !== undefined);
  if (writing === "state" || !isThere) return [];
  progress.phase("Compiling the program", 0);
  const printed = files.flatMap(({ path, after, part }) =>
    isShown({ part }) && after !== undefined ? [relative(target.path, path)] : [],
  );
  const programs = languages.map((language) => {
    const { fileName } = language;
    return { language, file: location.names.get(fileName) ?? fileName };
  });
  const checked = await compileProgram(programFolder(target.path), programs, printed, { env, signal });
  progress.stop();
  return checked;
}
