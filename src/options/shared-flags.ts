/**
 * Declares the flags that several commands have.
 */
import { Flags } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import { languageNames } from "./languages.ts";

/** The flags under a heading of their own in the help: a command with sixty flags is read by its headings. */
export function underHeading<F extends object>(helpGroup: string, flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, helpGroup }]);
  return Object.fromEntries(entries) as F;
}

/** A flag that may be repeated. */
export const repeated = { multiple: true, multipleNonGreedy: true } as const;

/** The working directory, and whether plugin logs are shown: every command has these. */
export const commandFlags = {
  cwd: Flags.string({ char: "C", description: "run as if started in this directory", default: ".", helpValue: "DIR" }),
  verbose: Flags.boolean({ char: "v", description: "show what plugins log", default: false }),
};

/** The stack of a command, or the state file in its place; each command says what it does with it. */
export function stackFlags(descriptions: { readonly stack: string; readonly state: string }) {
  return {
    stack: Flags.string({ char: "s", description: descriptions.stack, exclusive: ["state"], helpValue: "NAME" }),
    state: Flags.string({ description: descriptions.state, helpValue: "FILE" }),
  };
}

/** Flags with which `run` and `generate` read a file in place of a stack. */
export const stateFileDescription = "a state file in the form of `pulumi stack export` instead of a stack";

/** A flag for each format of documents: it chooses the format, and excludes the others. */
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

/** Names for a state file outside of a project. */
export const namesFlags = {
  project: Flags.string({
    description: "project name, for a --state file outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
  "stack-name": Flags.string({
    description: "stack name, for a --state file outside a project",
    dependsOn: ["state"],
    helpValue: "NAME",
  }),
};

export function languageFlag(languages: readonly Language[]) {
  return Flags.string({
    description: `languages of the program: ${languageNames(languages)}, separated by commas; default: the project's`,
    helpValue: "LIST",
  });
}

export const outFlag = Flags.string({
  description: "where the program goes; default: the project's program directory",
  helpValue: "DIR",
});

/** How the program is written. */
export function writingFlags(languages: readonly Language[]) {
  const oneFile = languages.filter((language) => language.oneFile !== undefined);
  const bare = languages.filter(({ startsProjects }) => !startsProjects);
  const compilers = languages.flatMap(({ compiler }) => (compiler === undefined ? [] : [compiler.tools]));
  return {
    layout: Flags.option({
      description:
        `one file, a file for each type, or a file for each parent with its children${except("not in", oneFile)}; default: as the ` +
        "program is that is there, or one file",
      options: ["single", "per-type", "per-parent"] as const,
    })(),
    new: Flags.boolean({
      description:
        `in an empty directory (here, or --out DIR), write a new project around the program${except("all languages but", bare)}, with the ` +
        "exact versions of the providers; where there is no project above, its name is that of the directory, and `run` " +
        "makes the stack too",
    }),
    check: Flags.boolean({
      description: `compile what was written, with the compilers that are there (${compilers.join(", ")})`,
      default: false,
    }),
    force: Flags.boolean({
      description: "overwrite program files that imp did not write, or that a person changed",
      default: false,
    }),
  };
}

/** ` (not in yaml)`; nothing where there is no exception. */
function except(words: string, languages: readonly Language[]): string {
  return languages.length === 0 ? "" : ` (${words} ${languageNames(languages)})`;
}

/** Flags for plugins. */
export const pluginFlags = {
  provider: Flags.string({
    description: "executable of a provider plugin",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "NAME=EXECUTABLE",
  }),
  config: Flags.string({
    description: "a value of the stack's configuration",
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "KEY=VALUE",
  }),
  timeout: Flags.integer({
    description: "seconds that one call to a provider may take; it has 60 at most to start",
    default: 300,
    min: 1,
    helpValue: "S",
  }),
};

/** How much is asked of providers at once. */
export const callFlags = {
  parallel: Flags.integer({
    char: "p",
    description: "calls to providers at once; fewer while the cloud throttles",
    default: 32,
    min: 1,
    max: 1024,
    helpValue: "N",
  }),
  "max-retries": Flags.integer({
    description: "how often a call that the cloud throttles is repeated",
    default: 16,
    min: 0,
    max: 100,
    helpValue: "N",
  }),
};
