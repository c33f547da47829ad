/** Command line of `imp run` and `imp import`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Choices } from "../choices/choices.ts";
import { ImpError } from "../domain/errors.ts";
import type { SavedPlan } from "../domain/saved-plan.ts";
import { type ImportSource, type RequestedSource, requestedSources, sourceFlags } from "../sources/import-source.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, parseChoices } from "./choice-options.ts";
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
  repeated,
  stackFlags,
  stateFileDescription,
  underHeading,
  writingFlags,
} from "./shared-flags.ts";
import {
  type CommandOptions,
  commandOptions,
  type PluginOptions,
  type ProgramOptions,
  pluginOptions,
  programOptions,
  type Registries,
  stackOptions,
} from "./shared-options.ts";

/** Settings for the import file of the resources that a run did not import. */
export interface RestOptions {
  /** The path, as the user typed it. Omitted if the flag is not set. */
  readonly file?: string;
  /** Write a file even if `--rest` is not set. */
  readonly isDefault: boolean;
  /** Overwrite a file that imp did not write or that was edited. */
  readonly force: boolean;
}

export interface RunOptions extends CommandOptions {
  readonly sources: readonly RequestedSource[];
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly program: ProgramOptions;
  readonly derivation: DerivationOptions;
  /** Which resources are imported, and under which names. */
  readonly choices: Choices;
  readonly rest: RestOptions;
  /** `--save`: the file, and the flags to save in the plan. Omitted if the plan is not saved. */
  readonly save?: { readonly file: string; readonly words: readonly string[] };
  /** The saved plan that this run carries out. Omitted if there is none. */
  readonly carriedOut?: { readonly plan: SavedPlan; readonly acceptChanges: boolean };
  /** Files for reports of the run. */
  readonly reports: readonly ReportFile[];
  /** `--replace-entry`: URNs whose entries in the state are replaced if they describe another object. */
  readonly replaceable: ReadonlySet<string>;
  /** `--stack-reference`: other stacks whose outputs the program may read. */
  readonly stackReferences: readonly string[];
  readonly planOnly: boolean;
  readonly yes: boolean;
  /** Open the review screen before writing if there is a terminal. */
  readonly review: boolean;
  /** The command line after `imp`, in a form without secrets that is safe to print. */
  readonly shown: readonly string[];
  /** Run the commands that install packages. */
  readonly install: boolean;
  /** Compile the program after writing it. */
  readonly check: boolean;
  /** Search the other stacks of the backend for the imported resources. */
  readonly checkStacks: boolean;
  /** Run the whole program before anything is written, if possible. */
  readonly verify: boolean;
}

export const runArgs = {
  files: Args.string({
    description: "Import files in Pulumi's format, JSON or YAML. - reads standard input",
    ignoreStdin: true,
  }),
};

export const importArgs = {
  type: Args.string({ description: "The resource type, such as aws:s3/bucket:Bucket", ignoreStdin: true }),
  name: Args.string({ description: "The name of the resource in the program", ignoreStdin: true }),
  id: Args.string({ description: "The provider's ID of the resource", ignoreStdin: true }),
};

const targetFlags = {
  ...stackFlags({ stack: "The stack to import into. Defaults to the selected stack", state: stateFileDescription }),
  ...namesFlags,
  "check-stacks": Flags.boolean({
    description:
      "Search the other stacks of the backend for the imported resources, and report the stacks that already manage them",
    default: false,
    exclusive: ["state"],
  }),
};

/** Flags for values that Read does not return, and for explanations of the proofs. */
const proofFlags = {
  placeholder: Flags.boolean({
    description:
      "Set a required input that Read does not return to an encrypted placeholder, if the preview is then clean",
    default: false,
  }),
  explain: Flags.boolean({
    description: "Explain for each property why it is or is not in the program, with the responses of the provider",
    default: false,
  }),
};

/** Flags that control how code is added to an existing program. */
const programFlags = {
  verify: Flags.boolean({
    description:
      "Run the whole program before anything is written, and stop if the next update would change another resource. Needs the program's " +
      "installed dependencies",
    default: true,
    allowNo: true,
  }),
  "stack-reference": Flags.string({
    description:
      "Another stack of the backend that has resources which the imported ones refer to: `name`, `project/name`, or `organization/project/name`. The " +
      "program reads the outputs of that stack instead of containing their values",
    exclusive: ["state-only"],
    ...repeated,
    helpValue: "NAME",
  }),
  "append-file": Flags.string({
    description: "Write only the new resources, to this file next to your program",
    exclusive: ["layout", "new"],
    helpValue: "NAME",
  }),
  wire: Flags.boolean({
    description:
      "With --append-file, also add the statement that loads the file to your program, if imp finds a safe place",
    default: true,
    allowNo: true,
  }),
  into: Flags.string({
    description:
      "Insert the code into this file of your TypeScript program, after its last resource or after the statement on LINE. " +
      "The rest of the file does not change",
    exclusive: ["append-file", "layout", "new", "out", "force"],
    helpValue: "FILE[:LINE]",
  }),
  install: Flags.boolean({
    description: "Run the `pulumi package add` commands that the program needs after writing it",
    default: false,
    exclusive: ["state-only"],
  }),
};

export const eventFlags = {
  events: Flags.string({
    description: "Append events to this file or pipe, one JSON object per line",
    helpValue: "FILE",
  }),
};

/** Flags that choose what is written and whether the user confirms it. */
const writeFlags = {
  yes: Flags.boolean({ char: "y", description: "Skip prompts and write the result", default: false }),
  review: Flags.boolean({
    description:
      "Review and edit the resources in a terminal before anything is written, instead of single prompts. The default of `imp run`",
    allowNo: true,
  }),
  "plan-only": Flags.boolean({
    description: "Read the resources and check their previews, but write nothing. Exits with 1 if a run would fail",
    aliases: ["dry-run"],
    default: false,
  }),
  emit: Flags.option({
    description:
      "How to import the resources: imp writes them to the state (state), or the program has `import` options and the next " +
      "`pulumi up` imports them (import-option)",
    options: ["state", "import-option"] as const,
    default: "state",
  })(),
  rest: Flags.string({
    description:
      "The import file for the resources that were not imported: they failed, were not accepted, or were excluded with --leave-out. `imp run` " +
      "defaults to imp-rest.json if other resources were imported and --plan-only is not set",
    helpValue: "FILE",
  }),
  save: Flags.string({
    description:
      "Save the plan of the run to this file, without secrets. `imp run FILE` runs the plan later with the same decisions, and fails if something " +
      "changed since then",
    helpValue: "FILE",
  }),
  "accept-changes": Flags.boolean({
    description: "Run a saved plan even if something changed since it was saved",
    default: false,
  }),
  report: reportFlag,
  "code-only": Flags.boolean({
    description: "Write only the program, not the state",
    exclusive: ["state-only"],
  }),
  "state-only": Flags.boolean({
    description: "Write only the state, not the program",
    exclusive: ["code-only", "check", "new", "layout", "append-file", "into", "force"],
  }),
  "replace-entry": Flags.string({
    description:
      "If the state has a different object under this URN, replace its entry with the imported object. Nothing is deleted in the cloud",
    exclusive: ["code-only"],
    ...repeated,
    helpValue: "URN",
  }),
  "clear-pending-creates": Flags.boolean({
    description:
      "Remove pending create operations of imported resources from the state, as `pulumi refresh --clear-pending-creates` does",
    default: false,
    exclusive: ["code-only"],
  }),
  "create-stack": Flags.boolean({
    description: "Create the stack if it does not exist, as `pulumi stack init` does, when the resources are written",
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
    ...underHeading("stack", targetFlags),
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
 * Parses the command line. Throws USAGE for conflicting flags, and if the source is missing.
 *
 * @param words the arguments
 * @param line the saved plan that the command line runs, the typed flags, and the command, by default `import`
 */
export function runOptions(
  words: readonly string[],
  flags: RunFlags,
  registries: Registries<ImportSource>,
  line: { readonly plan?: SavedPlan; readonly tokens?: readonly FlagToken[]; readonly command?: "run" } = {},
): RunOptions {
  const { plan, tokens = [], command = "import" } = line;
  const selectedSources = requestedSources(registries.sources, { words, flags });
  const writing = selectWriting(flags, selectedSources);
  const paths = selectedSources.flatMap((source) => source.paths);
  return {
    ...commandOptions(flags, registries),
    sources: selectedSources,
    stack: { ...stackOptions(flags), createStack: flags["create-stack"], makesStack: makesStack(flags) },
    plugins: pluginOptions(flags),
    program: programOptions(flags, writing, registries.languages, [...paths, ...(flags.schema ?? []), flags.state]),
    derivation: {
      ...derivationOptions(flags),
      explain: flags.explain,
      placeholders: flags.placeholder,
      strict: flags.strict,
      clearsPending: flags["clear-pending-creates"],
      importOptions: flags.emit === "import-option",
    },
    choices: parseChoices(flags),
    rest: restOptions(flags, selectedSources),
    save: flags.save === undefined ? undefined : { file: flags.save, words: planWords(tokens, flags) },
    carriedOut: plan && { plan, acceptChanges: flags["accept-changes"] },
    reports: reportFiles(flags.report),
    replaceable: new Set(flags["replace-entry"]),
    stackReferences: flags["stack-reference"] ?? [],
    planOnly: flags["plan-only"],
    yes: flags.yes,
    // The review changes what is imported, so it is off for a plan that is saved or run.
    review:
      (flags.review ?? command === "run") && !flags["plan-only"] && flags.save === undefined && plan === undefined,
    shown: [command, ...words, ...shownFlags(tokens, flags)],
    install: flags.install,
    check: flags.check,
    checkStacks: flags["check-stacks"],
    verify: flags.verify,
  };
}

/** Parses the flags that the start screen needs. At this point, the user has not chosen a source. */
export function startOptions(
  flags: RunFlags,
  registries: Pick<Registries, "formats">,
): CommandOptions & {
  readonly stack: StackOptions;
  /** The packages listed in `--provider`. */
  readonly packages: readonly string[];
} {
  return {
    packages: [...pluginOptions(flags).executables.keys()],
    ...commandOptions(flags, registries),
    stack: { ...stackOptions(flags), makesStack: makesStack(flags) },
  };
}

/**
 * Returns the settings of `--rest`. Without this flag, a file is written only if some specs come from files. Other runs don't need one, because the
 * same command finds the resources again.
 */
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

/** Returns the parts to write, according to `--emit`, `--code-only`, and `--state-only`. Throws USAGE for conflicting flags. */
function selectWriting(
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
    const message = `${leaves} does not change the state, but ${moving} moves resources between states.`;
    throw ImpError.of("USAGE", {
      message,
      hint: "Remove one of the flags. To generate code from a state, use `imp generate`.",
    });
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
  const message = `--emit import-option does not write to the state, so ${other} has no effect.`;
  throw ImpError.of("USAGE", { message, hint: "Remove one of the flags." });
}
