/** Selects the languages of a command, from `--language` or the project's runtime. */
import type { Language } from "../../generators/language.ts";
import { ImpError } from "../domain/errors.ts";

/**
 * Returns the languages to print. Throws USAGE for an unsupported language or runtime.
 *
 * @param flag `--language`: names separated by commas
 * @param runtime the runtime in Pulumi.yaml; if undefined, the first supported language is used
 */
export function selectLanguages(
  flag: string | undefined,
  runtime: string | undefined,
  offered: readonly Language[],
): readonly Language[] {
  if (flag !== undefined) {
    const names = flag.split(",").map((name) => name.trim());
    return [...new Set(names)].map((name) => {
      const message = `--language ${JSON.stringify(name)} is not a supported language.`;
      return offered.find((language) => language.name === name) ?? refuseLanguage(message, offered);
    });
  }
  const message = `The project's runtime ${JSON.stringify(runtime)} is not supported.`;
  const chosen = runtime === undefined ? offered[0] : offered.find(({ runtimes }) => runtimes.includes(runtime));
  return [chosen ?? refuseLanguage(message, offered)];
}

/** Returns the only language. Throws USAGE if there are several. */
export function onlyLanguage(chosen: readonly Language[]): Language {
  const [language, ...more] = chosen;
  if (language !== undefined && more.length === 0) return language;
  const message = `--language ${languageNames(chosen, ",")} lists ${chosen.length} languages.`;
  throw ImpError.of("USAGE", { message, hint: "Specify one language." });
}

/** Joins the names, in the form that `--language` accepts. */
export function languageNames(languages: readonly Pick<Language, "name">[], separator = ", "): string {
  return languages.map(({ name }) => name).join(separator);
}

function refuseLanguage(message: string, offered: readonly Language[]): never {
  throw ImpError.of("USAGE", { message, hint: `Use --language ${languageNames(offered, ",")}.` });
}
