/**
 * Compiles every printed language with its compiler (`--check`), where there is one; where not, that is reported.
 */
import { extname } from "node:path";
import type { Compiled, Language, ProgramFolder } from "../../generators/language.ts";
import { runTool, type ToolIo } from "./run-tool.ts";

/** A language, its main file, and the verdict of its compiler. */
export type CheckedProgram = Compiled & { readonly language: string; readonly file: string };

/**
 * @param folder where the program is
 * @param programs the languages with their main files
 * @param files everything that was printed, below the folder
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
    const own = files.filter((path) => extname(path) === extname(file));
    const compiled: Compiled =
      compiler === undefined
        ? {
            verdict: "skipped",
            output: `imp runs no compiler for ${name}; \`pulumi preview\` does what there is to do`,
          }
        : await compiler.compile({
            folder,
            files: own,
            node: process.execPath,
            run: (command, args, more) =>
              runTool(command, args, { cwd: folder.path, env: { ...env, ...more }, signal }),
          });
    checked.push({ language: name, file, ...compiled });
  }
  return checked;
}
