/** Compiles the printed programs (`--check`). Reports a missing compiler as a result, not as an error. */
import { extname } from "node:path";
import type { Compiled, Language, ProgramFolder } from "../../generators/language.ts";
import { runTool, type ToolIo } from "../plugin/run-tool.ts";

export type CheckedProgram = Compiled & { readonly language: string; readonly file: string };

/**
 * Compiles each program and returns the results.
 *
 * @param folder the directory of the program
 * @param programs the languages with their main files
 * @param files all printed files, relative to the folder
 */
export async function compileProgram(
  folder: ProgramFolder,
  programs: readonly { readonly language: Pick<Language, "name" | "compiler">; readonly file: string }[],
  files: readonly string[],
  { env, signal }: ToolIo,
): Promise<readonly CheckedProgram[]> {
  const checked: CheckedProgram[] = [];
  for (const { language, file } of programs) {
    const { name, compiler } = language;
    const languageFiles = files.filter((path) => extname(path) === extname(file));
    const compiled: Compiled =
      compiler === undefined
        ? {
            verdict: "skipped",
            output: `imp has no compiler for ${name} programs; run \`pulumi preview\` to check the program`,
          }
        : await compiler.compile({
            folder,
            files: languageFiles,
            node: process.execPath,
            run: (command, args, more) =>
              runTool(command, args, { cwd: folder.path, env: { ...env, ...more }, signal }),
          });
    checked.push({ language: name, file, ...compiled });
  }
  return checked;
}
