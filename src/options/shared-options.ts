/** Options that several commands have, parsed from their flags. */
import type { Language } from "../../generators/language.ts";
import { isConfigKey } from "../choices/named-path.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { Layout } from "../ir/split-program.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";

/** What the commands support: languages, document formats, and sources. Tests can add entries. */
export interface Registries<Source = never> {
  readonly languages: readonly Language[];
  readonly formats: readonly DocumentFormat[];
  readonly sources: readonly Source[];
}

export interface PluginOptions {
  /** `--provider`: name -> executable, as typed. */
  readonly executables: ReadonlyMap<string, string>;
  readonly callTimeoutMs: number;
}

export interface ProgramOptions {
  /** All supported languages. */
  readonly offered: readonly Language[];
  /** `--language`: names separated by commas. Defaults to the language of the project's runtime. */
  readonly languages?: string;
  /** Defaults to the program directory of the project. */
  readonly out?: string;
  /** Defaults to the layout of the existing program. */
  readonly layout?: Layout;
  /** Create a new project. */
  readonly isNew: boolean;
  /** The file to write next to the user's program. */
  readonly appendFile?: string;
  /** Add the statement that loads `appendFile` to the user's program. */
  readonly wire: boolean;
  /** The file of the user's program to insert the code into. */
  readonly into?: IntoFile;
  readonly force: boolean;
  readonly writing: Writing;
  /** Paths that the command reads. They are allowed to exist in the directory of a new project. */
  readonly inputPaths: readonly string[];
}

/** `--into`: a path as typed, and a line number, starting at 1. */
export interface IntoFile {
  readonly file: string;
  readonly line?: number;
}

/** The I/O and the report format of a command. */
export interface CommandOptions {
  readonly outside: OutsideOptions;
  /** Defaults to text. */
  readonly format?: DocumentFormat;
}

/** Parses the flags for I/O and for the document format. */
export function commandOptions(
  flags: Parameters<typeof outsideOptions>[0],
  { formats }: Pick<Registries, "formats">,
): CommandOptions {
  const format = reportFormat(flags, formats);
  return { outside: outsideOptions(flags, format), format };
}

/** Returns the selected document format, or undefined for text. */
export function reportFormat(flags: object, formats: readonly DocumentFormat[]): DocumentFormat | undefined {
  const values = new Map<string, unknown>(Object.entries(flags));
  return formats.find(({ name }) => values.get(name) === true);
}

/**
 * Parses the flags for I/O. If a command has no `--yes`, it never prompts. If it has no `--parallel`, it makes one call at a time, without retries.
 */
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

/** Parses the flags that select the stack. `makesStack` is "never". Commands that can create a stack replace it. */
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
      message: `--not-secret ${unknown}: --config sets no value with this key.`,
      hint: "Use a key that --config sets, or NAME=PATH for a property of a resource.",
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

/** Parses the flags for the program. Throws USAGE if `--append-file` is a path. */
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
  inputPaths: readonly (string | undefined)[] = [],
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
    inputPaths: inputPaths.filter((path) => path !== undefined),
  };
}

function intoFile(text: string): IntoFile {
  const [, file = text, line] = /^(.+?)(?::(\d+))?$/.exec(text) ?? [];
  if (line !== undefined && Number(line) === 0)
    throw ImpError.of("USAGE", {
      message: `--into ${JSON.stringify(text)}: line numbers start at 1`,
      hint: "Pass the line of the statement after which imp inserts the code, or omit the line.",
    });
  return { file, line: line === undefined ? undefined : Number(line) };
}

function refusePath(appendFile: string): void {
  if (/^[^./\\][^/\\]*$/.test(appendFile)) return;
  throw ImpError.of("USAGE", {
    message: `--append-file ${JSON.stringify(appendFile)} is a path, not a file name`,
    hint: "Pass a file name without a directory. Use --out DIR to choose the directory.",
  });
}

const forms = { provider: "NAME=EXECUTABLE", config: "KEY=VALUE" };

/**
 * Parses `KEY=VALUE` in `--provider` and `--config`. Throws USAGE. The message does not contain the value of `--config`, because it may be secret.
 */
function textsByKey(flag: keyof typeof forms, texts: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    texts.map((text) => {
      const separator = text.indexOf("=");
      if (separator > 0) return [text.slice(0, separator), text.slice(separator + 1)];
      throw ImpError.of("USAGE", {
        message: `Invalid --${flag}${flag === "config" ? "" : ` ${text}`}: missing "=".`,
        hint: `Use --${flag} ${forms[flag]}.`,
      });
    }),
  );
}
