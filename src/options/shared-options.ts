/**
 * Parses the flags that several commands have into typed values.
 */
import type { Language } from "../../generators/language.ts";
import { isConfigKey } from "../choices/not-secret.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { Layout } from "../ir/split-program.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";

/** Languages, report formats and sources of a command; each is a registry, and a test may put one of its own into it. */
export interface Registries<Source = never> {
  readonly languages: readonly Language[];
  readonly formats: readonly DocumentFormat[];
  /** Sources of import specs. */
  readonly sources: readonly Source[];
}

/** How plugins are started. */
export interface PluginOptions {
  /** `--provider`: name -> executable, as it is typed. */
  readonly executables: ReadonlyMap<string, string>;
  readonly callTimeoutMs: number;
}

/** The program that a command writes. */
export interface ProgramOptions {
  /** Those to choose from. */
  readonly offered: readonly Language[];
  /** `--language`: names separated by commas; absent: the language of the project's runtime. */
  readonly languages?: string;
  /** Absent: the project's program directory. */
  readonly out?: string;
  /** Absent: as the program that is there is cut. */
  readonly layout?: Layout;
  /** A new project is written around the program. */
  readonly isNew: boolean;
  /** A file next to a person's program. */
  readonly appendFile?: string;
  /** A person's program gets the line that loads the file next to it. */
  readonly wire: boolean;
  /** A file of a person's program that the code goes into. */
  readonly into?: IntoFile;
  readonly force: boolean;
  readonly writing: Writing;
  /** Paths that the command reads: they may lie in the folder of a new project. */
  readonly given: readonly string[];
}

/** `--into`: a path as it is typed, and a line from 1 on. */
export interface IntoFile {
  readonly file: string;
  readonly line?: number;
}

/** The format of the command's report; absent: text for a person. */
export function reportFormat(flags: object, formats: readonly DocumentFormat[]): DocumentFormat | undefined {
  const given = new Map<string, unknown>(Object.entries(flags));
  return formats.find(({ name }) => given.get(name) === true);
}

/** A command without `--yes` asks nothing; one without `--parallel` makes one call at a time, once. */
export function outsideOptions(
  flags: {
    readonly cwd: string;
    readonly verbose: boolean;
    readonly yes?: boolean;
    readonly parallel?: number;
    readonly "max-retries"?: number;
    readonly events?: string | undefined;
  },
  format: DocumentFormat | undefined,
): OutsideOptions {
  return {
    cwd: flags.cwd,
    verbose: flags.verbose,
    isDocument: format !== undefined,
    asks: flags.yes === false,
    parallel: flags.parallel ?? 1,
    retries: flags["max-retries"] ?? 0,
    events: flags.events,
  };
}

/** The flags that select a stack; `makesStack` is for the command to say. */
export function stackOptions(flags: {
  readonly stack?: string | undefined;
  readonly state?: string | undefined;
  readonly project?: string | undefined;
  readonly "stack-name"?: string | undefined;
  readonly config?: readonly string[] | undefined;
  readonly "not-secret"?: readonly string[] | undefined;
  readonly new?: boolean;
  readonly out?: string | undefined;
}): StackOptions {
  const { stack, state, project, "stack-name": stackName } = flags;
  const config = textsByKey("config", flags.config ?? []);
  const notSecret = flags["not-secret"]?.filter(isConfigKey) ?? [];
  const unknown = notSecret.find((key) => !config.has(key));
  if (unknown !== undefined)
    throw ImpError.of("USAGE", {
      message: `--not-secret ${unknown} names no value of --config.`,
      hint: "Name a key as --config does, or a value of a resource as NAME=PATH.",
    });
  return {
    stack,
    state,
    project,
    stackName,
    newProject: flags.new === true ? (flags.out ?? ".") : undefined,
    config,
    notSecret: new Set(notSecret),
    makesStack: "never",
  };
}

export function pluginOptions(flags: {
  readonly provider?: readonly string[] | undefined;
  readonly timeout: number;
}): PluginOptions {
  return { executables: textsByKey("provider", flags.provider ?? []), callTimeoutMs: flags.timeout * 1000 };
}

/** Throws USAGE for a name of `--append-file` that is a path. */
export function programOptions(
  flags: {
    readonly language?: string | undefined;
    readonly out?: string | undefined;
    readonly layout?: Layout | undefined;
    readonly new?: boolean | undefined;
    readonly "append-file"?: string | undefined;
    readonly into?: string | undefined;
    readonly wire?: boolean;
    readonly force?: boolean;
  },
  writing: Writing,
  offered: readonly Language[],
  given: readonly (string | undefined)[] = [],
): ProgramOptions {
  const { language, out, layout, "append-file": appendFile, into } = flags;
  if (appendFile !== undefined) refusePath(appendFile);
  return {
    offered,
    languages: language,
    out,
    layout,
    isNew: flags.new === true,
    appendFile,
    into: into === undefined ? undefined : intoFile(into),
    wire: flags.wire === true,
    force: flags.force === true,
    writing,
    given: given.filter((path) => path !== undefined),
  };
}

function intoFile(text: string): IntoFile {
  const [, file = text, line] = /^(.+?)(?::(\d+))?$/.exec(text) ?? [];
  if (line !== undefined && Number(line) === 0)
    throw ImpError.of("USAGE", {
      message: `--into ${JSON.stringify(text)} names line 0, and the first line of a file is line 1`,
      hint: "Name the line of the statement that the code is to follow, or no line.",
    });
  return { file, line: line === undefined ? undefined : Number(line) };
}

function refusePath(appendFile: string): void {
  if (/^[^./\\][^/\\]*$/.test(appendFile)) return;
  throw ImpError.of("USAGE", {
    message: `--append-file ${JSON.stringify(appendFile)} is not a plain file name`,
    hint: "Name a file next to the program; --out DIR chooses the directory.",
  });
}

const forms = { provider: "NAME=EXECUTABLE", config: "KEY=VALUE" };

/** The texts of `--provider` and `--config` as maps. A configuration value may be secret and is not repeated. Throws USAGE. */
function textsByKey(flag: keyof typeof forms, texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
      throw ImpError.of("USAGE", {
        message: `A --${flag}${flag === "config" ? "" : ` ${text}`} has no "=".`,
        hint: `Write --${flag} ${forms[flag]}.`,
      });
    }),
  );
}
