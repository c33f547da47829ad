/**
 * Which languages a run prints: what the flag says, else what the project's runtime is.
 */
import { ImpError } from "../errors.ts";

const runtimes: Readonly<Record<string, string>> = {
  nodejs: "typescript",
  bun: "typescript",
  dotnet: "csharp",
  pcl: "pcl",
};

/** The language of a project's programs, by the `runtime` of its Pulumi.yaml. */
export function languageOfRuntime(runtime: string): string {
  return runtimes[runtime] ?? runtime;
}

/**
 * @param flag `--language`: names separated by commas.
 * @param runtime of Pulumi.yaml; absent: no project file.
 * @param offered the languages that there is a generator for.
 * @throws USAGE for a name that is not offered, or a runtime that no generator prints.
 */
export function languagesOf<L extends string>(
  flag: string | undefined,
  runtime: string | undefined,
  offered: readonly L[],
): readonly L[] {
  const names =
    flag === undefined
      ? [runtime === undefined ? "typescript" : languageOfRuntime(runtime)]
      : flag.split(",").map((name) => name.trim());
  const chosen = [...new Set(names)].map((name) => {
    const language = offered.find((candidate) => candidate === name);
    if (language !== undefined) return language;
    const message =
      flag === undefined
        ? `There is no generator for the project's runtime ${JSON.stringify(name)} yet.`
        : `--language ${JSON.stringify(name)} is not a language that imp prints.`;
    throw ImpError.of("USAGE", { message, hint: `Choose with --language ${offered.join(",")}.` });
  });
  return chosen;
}

/** The language of a command that prints code in one. Throws USAGE. */
export function oneOf<L extends string>(chosen: readonly L[]): L {
  const [language, ...more] = chosen;
  if (language !== undefined && more.length === 0) return language;
  const message = `--language ${chosen.join(",")} names ${chosen.length} languages.`;
  throw ImpError.of("USAGE", { message, hint: "Name one: the code is printed to paste it." });
}
