/** Flags that several commands have. */
import { Flags } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import { languageNames } from "./languages.ts";

/** Puts the flags under a separate heading in the help. */
export function underHeading<F extends object>(helpGroup: string, flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, helpGroup }]);
  return Object.fromEntries(entries) as F;
}

export const repeated = { multiple: true, multipleNonGreedy: true } as const;

export const commandFlags = {
  cwd: Flags.string({
    char: "C",
    description: "Run as if imp was started in this directory",
    default: ".",
    helpValue: "DIR",
  }),
  verbose: Flags.boolean({ char: "v", description: "Show log messages of plugins", default: false }),
};

export function stackFlags(descriptions: { readonly stack: string; readonly state: string }) {
  return {
    stack: Flags.string({ char: "s", description: descriptions.stack, exclusive: ["state"], helpValue: "NAME" }),
    state: Flags.string({ description: descriptions.state, helpValue: "FILE" }),
  };
}

export const stateFileDescription = "Use this state file, written by `pulumi stack export`, instead of a stack";

/** Returns a flag for each document format. Only one of them can be set. */
export function formatFlags(formats: readonly DocumentFormat[]): object {
  const names = formats.map(({ name }) => name);
  return Object.fromEntries(
    formats.map(({ name, char, description }) => {
      const others = names.filter((other) => other !== name);
      const exclusive = others.length > 0 && { exclusive: others };
      return [name, Flags.boolean({ char, description, default: false, ...exclusive })];
    }),
  );
}

export const namesFlags = {
  project: Flags.string({
    description: "The project name to use with --state outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
  "stack-name": Flags.string({
    description: "The stack name to use with --state outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
};

export function languageFlag(languages: readonly Language[]) {
  return Flags.string({
    description: `Languages of the program, separated by commas: ${languageNames(languages)}. Defaults to the language of the project`,
    helpValue: "LIST",
  });
}

export const outFlag = Flags.string({
  description: "Directory to write the program to. Defaults to the program directory of the project",
  helpValue: "DIR",
});

export function writingFlags(languages: readonly Language[]) {
  const oneFile = languages.filter((language) => language.oneFile !== undefined);
  const bare = languages.filter(({ startsProjects }) => !startsProjects);
  const compilers = languages.flatMap(({ compiler }) => (compiler === undefined ? [] : [compiler.tools]));
  return {
    layout: Flags.option({
      description:
        `Write one file, one file per type, or one file per parent with its children${except("not in", oneFile)}. Defaults to the layout of ` +
        "the existing program, or to one file",
      options: ["single", "per-type", "per-parent"] as const,
    })(),
    new: Flags.boolean({
      description:
        `Create a new project in an empty directory: the working directory, or --out DIR${except("all languages but", bare)}, with the ` +
        "exact provider versions. Outside a project, the new project is named after the directory, and `run` also creates the stack",
    }),
    check: Flags.boolean({
      description: `Compile the program after writing it, with the installed compilers (${compilers.join(", ")})`,
      default: false,
    }),
    force: Flags.boolean({
      description: "Overwrite program files that imp did not write or that were edited",
      default: false,
    }),
  };
}

/** Returns text such as ` (not in yaml)`, or an empty string for an empty list. */
function except(words: string, languages: readonly Language[]): string {
  return languages.length === 0 ? "" : ` (${words} ${languageNames(languages)})`;
}

export const pluginFlags = {
  provider: Flags.string({
    description: "Use this executable as the plugin of the provider NAME",
    ...repeated,
    helpValue: "NAME=EXECUTABLE",
  }),
  config: Flags.string({
    description: "Set a stack configuration value for this command",
    ...repeated,
    helpValue: "KEY=VALUE",
  }),
  timeout: Flags.integer({
    description:
      "Timeout of a call to a provider, in seconds. The startup of a provider has a timeout of at most 60 seconds",
    default: 300,
    min: 1,
    helpValue: "S",
  }),
};

export const callFlags = {
  parallel: Flags.integer({
    char: "p",
    description:
      "Maximum number of concurrent calls to providers. imp makes fewer concurrent calls while the cloud throttles requests",
    default: 32,
    min: 1,
    max: 1024,
    helpValue: "N",
  }),
  "max-retries": Flags.integer({
    description: "Maximum number of retries of a call that the cloud throttles",
    default: 16,
    min: 0,
    max: 100,
    helpValue: "N",
  }),
};
