/**
 * A program in several languages at once: all of them, or the errors of the resources that one of them cannot express.
 */
import type { Diagnostic } from "../src/diagnostic.ts";
import { failingResources, ImpError } from "../src/errors.ts";
import { programOfOne } from "../src/ir/one-node.ts";
import type { Program } from "../src/ir/program.ts";
import { type Layout, splitProgram } from "../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "./generator.ts";
import type { Language } from "./language.ts";
import { withNumberTexts } from "./shared/number-texts.ts";
import { nodesById } from "./shared/place.ts";

/**
 * Prints in every language.
 *
 * @param names usual main file name -> the name to give it instead
 * @param config the stack's configuration, by full key
 * @param layout other than "single" only for languages without `oneFile`; "pasted": statements, not a program
 * @throws ImpError GENERATOR_CANNOT_EXPRESS of every resource that one of the languages cannot express
 */
export async function printProgram(
  program: Program,
  languages: readonly Language[],
  names: ReadonlyMap<string, string>,
  config: ReadonlyMap<string, unknown>,
  layout: Layout | "pasted",
): Promise<readonly GeneratedFile[]> {
  const contextOf = (own: Program) => ({
    configKeys: [...config.keys()],
    isPasted: layout === "pasted",
    parts: layout === "pasted" || layout === "single" ? undefined : splitProgram(own, layout),
  });
  const context = contextOf(program);
  const printed = await Promise.all(
    languages.map(async (language) => {
      const generator = await language.load();
      const own = withNumberTexts(program, language.numbersAsTexts ?? []);
      const ownContext = own === program ? context : contextOf(own);
      return await printOrFail(own, generator, { ...ownContext, ...mainFile(language, names.get(language.fileName)) });
    }),
  );
  const [first, ...others] = printed.flatMap(({ errors }) => errors);
  if (first !== undefined) throw ImpError.together(first, others);
  return printed.flatMap(({ files }) => files);
}

/** The files of one language, or the errors of its resources. */
interface Printed {
  readonly files: readonly GeneratedFile[];
  readonly errors: readonly ImpError[];
}

/** A generator stops at the first resource that it cannot express. The others are then printed one by one. */
async function printOrFail(program: Program, generator: Generator, context: PrintContext): Promise<Printed> {
  try {
    return { files: await generator.print(program, context), errors: [] };
  } catch (error) {
    const failing = failingResources(error);
    const errors = [...failing.values()];
    const nodes = nodesById(program);
    const { fileName, configKeys = [] } = context;
    for (const node of program.resources) {
      if (failing.has(node.urn)) continue;
      try {
        await generator.print(programOfOne(program, node, nodes), { fileName, configKeys, isPasted: true });
      } catch (other) {
        errors.push(...failingResources(other).values());
      }
    }
    return { files: [], errors };
  }
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
