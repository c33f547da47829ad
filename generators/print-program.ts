/**
 * A program in several languages at once: all of them, or the first error and none.
 */
import type { Diagnostic } from "../src/diagnostic.ts";
import type { Program } from "../src/ir/program.ts";
import { type Layout, splitProgram } from "../src/ir/split-program.ts";
import type { GeneratedFile } from "./generator.ts";
import type { Language } from "./language.ts";

/**
 * Prints in every language.
 *
 * @param names usual main file name -> the name to give it instead
 * @param config the stack's configuration, by full key
 * @param layout other than "single" only for languages without `oneFile`; "pasted": statements, not a program
 */
export async function printProgram(
  program: Program,
  languages: readonly Language[],
  names: ReadonlyMap<string, string>,
  config: ReadonlyMap<string, unknown>,
  layout: Layout | "pasted",
): Promise<readonly GeneratedFile[]> {
  const context = {
    configKeys: [...config.keys()],
    ...(layout === "pasted" ? { isPasted: true } : layout !== "single" && { parts: splitProgram(program, layout) }),
  };
  const printed = await Promise.all(
    languages.map(async (language) => {
      const generator = await language.load();
      return await generator.print(program, { ...context, ...mainFile(language, names.get(language.fileName)) });
    }),
  );
  return printed.flat();
}

/** The name of the main file; a name of its own means that the file is appended to a person's program. */
export function mainFile(
  { fileName: usual }: Pick<Language, "fileName">,
  fileName: string = usual,
): { readonly fileName: string; readonly isAppended?: true } {
  return fileName === usual ? { fileName } : { fileName, isAppended: true };
}

/** Returns what the files could not express, each with its file. */
export function diagnosticsOf(files: readonly GeneratedFile[]): readonly Diagnostic[] {
  return files.flatMap(({ path, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, file: path })));
}
