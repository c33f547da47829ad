/** Prints a program in several languages, and collects the resources that a language cannot express. */
import type { Diagnostic } from "../src/domain/diagnostic.ts";
import { failingResources, ImpError } from "../src/domain/errors.ts";
import { programOfOne } from "../src/ir/one-node.ts";
import type { Program } from "../src/ir/program.ts";
import { type Layout, splitProgram } from "../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "./generator.ts";
import type { Language } from "./language.ts";
import { withNumberTexts } from "./shared/number-texts.ts";
import { nodesById } from "./shared/scope.ts";

/**
 * Prints a program in every given language.
 *
 * @param names usual main file name -> the file name to use instead
 * @param config the stack's configuration, by full key
 * @param layout how resources are divided into files. Languages with `oneFile` support only "single". "pasted" prints statements instead of a program
 * @throws ImpError GENERATOR_CANNOT_EXPRESS with every resource that a language cannot express
 */
export async function printProgram(
  program: Program,
  languages: readonly Language[],
  names: ReadonlyMap<string, string>,
  config: ReadonlyMap<string, unknown>,
  layout: Layout | "pasted",
): Promise<readonly GeneratedFile[]> {
  const contextOf = (printable: Program) => ({
    configKeys: [...config.keys()],
    isPasted: layout === "pasted",
    parts: layout === "pasted" || layout === "single" ? undefined : splitProgram(printable, layout),
  });
  const context = contextOf(program);
  const printed = await Promise.all(
    languages.map(async (language) => {
      const generator = await language.load();
      const printable = withNumberTexts(program, language.numbersAsTexts ?? []);
      const languageContext = printable === program ? context : contextOf(printable);
      return await printOrFail(printable, generator, {
        ...languageContext,
        ...mainFile(language, names.get(language.fileName)),
      });
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

/** Prints a program. A generator stops at the first error. To find all errors, this function then prints the other resources one by one. */
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
      } catch (resourceError) {
        errors.push(...failingResources(resourceError).values());
      }
    }
    return { files: [], errors };
  }
}

/** Returns the main file's name. If it is not the usual one, the user's program loads the file. */
export function mainFile(
  { fileName: usual }: Pick<Language, "fileName">,
  fileName: string = usual,
): { readonly fileName: string; readonly isAppended?: true } {
  return fileName === usual ? { fileName } : { fileName, isAppended: true };
}

/** Returns the diagnostics of all files, each with the path of its file. */
export function diagnosticsOf(files: readonly GeneratedFile[]): readonly Diagnostic[] {
  return files.flatMap(({ path, diagnostics }) => diagnostics.map((diagnostic) => ({ ...diagnostic, file: path })));
}
