/**
 * The languages of a command: those of `--language`, else that of the project's runtime; and how help names them.
 */
import type { Language } from "../../generators/language.ts";
import { ImpError } from "../errors.ts";

/**
 * @param flag `--language`: names separated by commas.
 * @param runtime of Pulumi.yaml; absent: no project file, and the first language on offer is chosen.
 * @throws USAGE for a name that is not on offer, or a runtime whose programs no generator prints.
 */
export function languagesOf(
  flag: string | undefined,
  runtime: string | undefined,
  offered: readonly Language[],
): readonly Language[] {
  if (flag !== undefined) {
    const names = flag.split(",").map((name) => name.trim());
    return [...new Set(names)].map((name) => {
      const message = `--language ${JSON.stringify(name)} is not a language that imp prints.`;
      return offered.find((language) => language.name === name) ?? refuseLanguage(message, offered);
    });
  }
  const message = `There is no generator for the project's runtime ${JSON.stringify(runtime)} yet.`;
  const chosen = runtime === undefined ? offered[0] : offered.find(({ runtimes }) => runtimes.includes(runtime));
  return [chosen ?? refuseLanguage(message, offered)];
}

/** The language of a command that prints code in one. Throws USAGE. */
export function onlyLanguage(chosen: readonly Language[]): Language {
  const [language, ...more] = chosen;
  if (language !== undefined && more.length === 0) return language;
  const message = `--language ${languageNames(chosen, ",")} names ${chosen.length} languages.`;
  throw ImpError.of("USAGE", { message, hint: "Name one: the code is printed to paste it." });
}

/** The names as `--language` takes them. */
export function languageNames(languages: readonly Pick<Language, "name">[], separator = ", "): string {
  return languages.map(({ name }) => name).join(separator);
}

function refuseLanguage(message: string, offered: readonly Language[]): never {
  throw ImpError.of("USAGE", { message, hint: `Choose with --language ${languageNames(offered, ",")}.` });
}
