/** Finds a language and its generator by name. The file name defaults to the language's. */
import assert from "node:assert/strict";
import type { Generator, PrintContext } from "../../generators/generator.ts";
import { type Language, languages } from "../../generators/index.ts";
import { mainFile } from "../../generators/print-program.ts";
import type { Program } from "../../src/ir/program.ts";

export const languageNames: readonly string[] = languages.map(({ name }) => name);

export function languageOf(name: string): Language {
  return languages.find((language) => language.name === name) ?? assert.fail(`Unknown language ${name}`);
}

export async function loadGenerator(name: string): Promise<Generator & { readonly print: Print }> {
  const language = languageOf(name);
  const generator = await language.load();
  return {
    ...generator,
    print: (program, { fileName, ...context }) =>
      generator.print(program, { ...context, ...mainFile(language, fileName) }),
  };
}

type Print = (program: Program, context: Partial<PrintContext>) => ReturnType<Generator["print"]>;
