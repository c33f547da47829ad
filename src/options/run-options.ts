/**
 * The command line of `imp run` and of `imp import`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Choices } from "../choices/choices.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { SavedPlan } from "../domain/saved-plan.ts";
import { ImpError } from "../errors.ts";
import { type ImportSource, type RequestedSource, requestedSources, sourceFlags } from "../sources/import-source.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, choicesOf } from "./choice-options.ts";
import { type DerivationOptions, derivationFlags, derivationOptions } from "./derivation-options.ts";
import { type FlagToken, planWords, shownFlags } from "./plan-words.ts";
import { type ReportFile, reportFiles, reportFlag } from "./report-options.ts";
import {
  callFlags,
  commandFlags,
  formatFlags,
  languageFlag,
  namesFlags,
  outFlag,
  pluginFlags,
  stackFlags,
  stateFileDescription,
  underHeading,
  writingFlags,
} from "./shared-flags.ts";
import {
  outsideOptions,
  type PluginOptions,
  type ProgramOptions,
  pluginOptions,
  programOptions,
  type Registries,
  reportFormat,
  stackOptions,
} from "./shared-options.ts";

/** Where what is left over goes. */
export interface RestOptions {
  /** As it is typed. Absent: nobody named one. */
  readonly file?: string;
  /** A file is written though nobody named one. */
  readonly isDefault: boolean;
  /** A file that a person made or changed is replaced. */
  readonly force: boolean;
}

/** Everything that a command line of `imp run`, or of `imp import`, says. */
export interface RunOptions {
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
  readonly sources: readonly RequestedSource[];
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly program: ProgramOptions;
  readonly derivation: DerivationOptions;
  /** Which resources are taken, and under which names. */
  readonly choices: Choices;
  readonly rest: RestOptions;
  /** Where the plan is saved, and the words that it keeps. Absent: nowhere. */
  readonly save?: { readonly file: string; readonly words: readonly string[] };
  /** The plan that is carried out. Absent: none. */
  readonly carriedOut?: { readonly plan: SavedPlan; readonly acceptChanges: boolean };
  /** Files that get the whole report. */
  readonly reports: readonly ReportFile[];
  /** `--replace-entry`: URNs whose entries in the state are replaced where they have other objects. */
  readonly replaceable: ReadonlySet<string>;
  readonly planOnly: boolean;
  /** Without asking. */
  readonly yes: boolean;
  /** A person who is there reviews the resources before anything is written. */
  readonly review: boolean;
  /** The command line as it can be shown, behind `imp`. */
  readonly shown: readonly string[];
  /** The commands that install packages are run. */
  readonly install: boolean;
  /** The program that is written is compiled. */
  readonly check: boolean;
  /** Other stacks of the backend are looked through for what is imported. */
  readonly checkStacks: boolean;
}

export const runArgs = {
  files: Args.string({
    description: "import specs in Pulumi's import file format, JSON or YAML; - for standard input",
    ignoreStdin: true,
  }),
};

export const importArgs = {
  type: Args.string({ description: "the type, such as aws:s3/bucket:Bucket", ignoreStdin: true }),
  name: Args.string({ description: "the name that the resource gets in the program", ignoreStdin: true }),
  id: Args.string({ description: "the id that the provider knows the resource by", ignoreStdin: true }),
};

/** The stack that gets the resources. */
const placeFlags = {
  ...stackFlags({ stack: "the stack to import into; default: the selected one", state: stateFileDescription }),
  ...namesFlags,
  "check-stacks": Flags.boolean({
    description: "look through the other stacks of the backend, and say which manage what is imported too",
    default: false,
    exclusive: ["state"],
  }),
};

/** How a program is proven where more is needed than Read returns, and what is shown of the proof. */
const proofFlags = {
  placeholder: Flags.boolean({
    description: "use an encrypted placeholder for a required input that cannot be read, if that is proven clean",
    default: false,
  }),
  explain: Flags.boolean({
    description: "show for every property why it is in the program or not, and what the provider answered",
    default: false,
  }),
};

/** Where code goes next to code of a person. */
const programFlags = {
  "append-file": Flags.string({
    description: "write only the new resources, to this file next to a program of your own",
    exclusive: ["layout", "new"],
    helpValue: "NAME",
  }),
  wire: Flags.boolean({
    description: "with --append-file, add what loads the file to the program of your own, where that is safe",
    default: true,
    allowNo: true,
  }),
  into: Flags.string({
    description:
      "insert the code into this file of your own TypeScript program, behind its resources or behind the statement on LINE; " +
      "nothing else in the file changes",
    exclusive: ["append-file", "layout", "new", "out", "force"],
    helpValue: "FILE[:LINE]",
  }),
  install: Flags.boolean({
    description: "run the `pulumi package add` commands that the program needs, once it is written",
    default: false,
    exclusive: ["state-only"],
  }),
};

/** For programs that follow a run. */
export const eventFlags = {
  events: Flags.string({
    description: "append what happens to this file, or pipe, as one line of JSON for each event",
    helpValue: "FILE",
  }),
};

/** The parts that are written, and whether somebody is asked first. */
const writeFlags = {
  yes: Flags.boolean({ char: "y", description: "write without asking", default: false }),
  review: Flags.boolean({
    description:
      "on a terminal, show all resources for review and editing before anything is written, in place of single questions; the default of " +
      "`imp run`",
    allowNo: true,
  }),
  "plan-only": Flags.boolean({
    description: "derive and prove, but write nothing; ends with 1 where a run would be refused",
    aliases: ["dry-run"],
    default: false,
  }),
  emit: Flags.option({
    description:
      "what brings resources under management: entries in the state, or `import` options in the code, which the next " +
      "`pulumi up` imports by (the state is left alone)",
    options: ["state", "import-option"] as const,
    default: "state",
  })(),
  rest: Flags.string({
    description:
      "the import file that gets what is not imported: what failed, what nobody accepted, and what --leave-out takes out; default of `imp run`, " +
      "where others are imported and --plan-only is not given: imp-rest.json",
    helpValue: "FILE",
  }),
  save: Flags.string({
    description:
      "save the plan to this file, without secrets; `imp run FILE` carries it out later, with the same decisions, and refuses where something " +
      "changed since",
    helpValue: "FILE",
  }),
  "accept-changes": Flags.boolean({
    description: "carry out a saved plan although not all is as the plan found it",
    default: false,
  }),
  report: reportFlag,
  "code-only": Flags.boolean({
    description: "write the program only, not the state",
    exclusive: ["state-only"],
  }),
  "state-only": Flags.boolean({
    description: "write the state only, not the program",
    exclusive: ["code-only", "check", "new", "layout", "append-file", "into", "force"],
  }),
  "replace-entry": Flags.string({
    description:
      "where the state has another object under this URN, replace its entry by the object that was read; nothing is deleted in the cloud",
    exclusive: ["code-only"],
    multiple: true,
    multipleNonGreedy: true,
    helpValue: "URN",
  }),
  "clear-pending-creates": Flags.boolean({
    description:
      "where the state has a pending operation that was creating what is imported, remove it, as `pulumi refresh --clear-pending-creates` does",
    default: false,
    exclusive: ["code-only"],
  }),
  "create-stack": Flags.boolean({
    description: "make the stack if it is not there, as `pulumi stack init` does, when the resources are written",
    default: false,
    exclusive: ["code-only", "state"],
  }),
};

export function runFlags({ languages, formats, sources }: Registries<ImportSource>) {
  return {
    ...commandFlags,
    ...formatFlags(formats),
    ...eventFlags,
    ...writeFlags,
    ...underHeading("source", { ...sourceFlags(sources), ...choiceFlags }),
    ...underHeading("stack", placeFlags),
    ...underHeading("proof", derivationFlags),
    ...underHeading("proof", proofFlags),
    ...underHeading("program", {
      out: outFlag,
      language: languageFlag(languages),
      ...writingFlags(languages),
      ...programFlags,
    }),
    ...underHeading("provider", { ...pluginFlags, ...callFlags }),
  };
}

type RunFlags = Interfaces.InferredFlags<ReturnType<typeof runFlags>>;

/**
 * @param words what is no flag
 * @param line the plan that the words name, the flags as they stand on the command line, and the command: absent, it is `imp import`
 * @throws USAGE for flags that exclude each other, and where nothing says what to import
 */
export function runOptions(
  words: readonly string[],
  flags: RunFlags,
  { languages, formats, sources }: Registries<ImportSource>,
  line: { readonly plan?: SavedPlan; readonly tokens?: readonly FlagToken[]; readonly command?: "run" } = {},
): RunOptions {
  const { plan, tokens = [], command = "import" } = line;
  const format = reportFormat(flags, formats);
  const asked = requestedSources(sources, { words, flags });
  const writing = writingOf(flags, asked);
  const paths = asked.flatMap((source) => source.paths);
  return {
    outside: outsideOptions(flags, format),
    format,
    sources: asked,
    stack: { ...stackOptions(flags), createStack: flags["create-stack"], makesStack: makesStack(flags) },
    plugins: pluginOptions(flags),
    program: programOptions(flags, writing, languages, [...paths, ...(flags.schema ?? []), flags.state]),
    derivation: {
      ...derivationOptions(flags),
      explain: flags.explain,
      placeholders: flags.placeholder,
      strict: flags.strict,
      clearsPending: flags["clear-pending-creates"],
      importOptions: flags.emit === "import-option",
    },
    choices: choicesOf(flags),
    rest: restOptions(flags, asked),
    save: flags.save === undefined ? undefined : { file: flags.save, words: planWords(tokens, flags) },
    carriedOut: plan && { plan, acceptChanges: flags["accept-changes"] },
    reports: reportFiles(flags.report),
    replaceable: new Set(flags["replace-entry"]),
    planOnly: flags["plan-only"],
    yes: flags.yes,
    // A plan that is saved, or carried out, is one without edits.
    review:
      (flags.review ?? command === "run") && !flags["plan-only"] && flags.save === undefined && plan === undefined,
    shown: [command, ...words, ...shownFlags(tokens, flags)],
    install: flags.install,
    check: flags.check,
    checkStacks: flags["check-stacks"],
  };
}

/** The options that a start screen needs, before anything names what to import. */
export function startOptions(
  flags: RunFlags,
  formats: readonly DocumentFormat[],
): {
  readonly outside: OutsideOptions;
  readonly stack: StackOptions;
  /** The packages whose plugins the flags name. */
  readonly packages: readonly string[];
} {
  return {
    packages: [...pluginOptions(flags).executables.keys()],
    outside: outsideOptions(flags, reportFormat(flags, formats)),
    stack: { ...stackOptions(flags), makesStack: makesStack(flags) },
  };
}

/** One resource of a command line needs no file: the same command imports it again. */
function restOptions(
  { rest, force, "plan-only": planOnly }: Pick<RunFlags, "rest" | "force" | "plan-only">,
  sources: readonly RequestedSource[],
): RestOptions {
  const isDefault = !planOnly && sources.some(({ paths }) => paths.length > 0);
  return { file: rest, isDefault, force };
}

function makesStack(flags: Pick<RunFlags, "code-only" | "plan-only">): StackOptions["makesStack"] {
  if (flags["code-only"]) return "never";
  return flags["plan-only"] ? "planned" : "written";
}

/** The parts that are written, from `--emit`, `--code-only` and `--state-only` together. Throws USAGE for flags that exclude each other. */
function writingOf(
  flags: Pick<
    RunFlags,
    "emit" | "code-only" | "state-only" | "placeholder" | "replace-entry" | "clear-pending-creates"
  >,
  sources: readonly RequestedSource[],
): Writing {
  const leaves =
    flags.emit === "import-option" ? "--emit import-option" : flags["code-only"] ? "--code-only" : undefined;
  const moving = sources.find(({ moves }) => moves !== undefined)?.moves;
  if (leaves !== undefined && moving !== undefined) {
    const message = `${leaves} leaves the state alone, and ${moving} moves what is in one.`;
    throw ImpError.of("USAGE", { message, hint: "Leave one of the two out; `imp generate` prints code for a state." });
  }
  if (flags.emit === "state") return flags["code-only"] ? "code" : flags["state-only"] ? "state" : "all";
  const other = flags["state-only"]
    ? "--state-only"
    : flags.placeholder
      ? "--placeholder"
      : flags["replace-entry"] !== undefined
        ? "--replace-entry"
        : flags["clear-pending-creates"]
          ? "--clear-pending-creates"
          : undefined;
  if (other === undefined) return "code";
  const message = `--emit import-option leaves the state to \`pulumi up\`; ${other} is about what imp writes there.`;
  throw ImpError.of("USAGE", { message, hint: "Leave one of the two out." });
}
