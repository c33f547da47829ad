/**
 * `--check`: every printed language through its compiler, where there is one; where not, it is said.
 */
import { extname } from "node:path";
import { type Compiled, compilers } from "./compilers.ts";
import type { ToolPlace } from "./run-tool.ts";

/** A language, its main file, and what its compiler made of it. */
export type CheckedProgram = Compiled & { readonly language: string; readonly file: string };

/**
 * @param place where the program is
 * @param programs the languages with their main files
 * @param files everything that was printed, below the place
 */
export async function compileProgram(
  place: ToolPlace,
  programs: readonly { readonly language: string; readonly file: string }[],
  files: readonly string[],
): Promise<readonly CheckedProgram[]> {
  const checked: CheckedProgram[] = [];
  for (const { language, file } of programs) {
    const compile = compilers[language];
    const own = files.filter((name) => extname(name) === extname(file));
    const compiled: Compiled =
      compile === undefined
        ? {
            verdict: "skipped",
            said: `imp runs no compiler for ${language}; \`pulumi preview\` does what there is to do`,
          }
        : await compile({ ...place, files: own });
    checked.push({ language, file, ...compiled });
  }
  return checked;
}
