/** The descriptor of a language. The rest of imp knows a language only by its descriptor. */
import type { SdkPackage } from "../src/domain/graph.ts";
import type { PackageNode } from "../src/ir/program.ts";
import type { Generator } from "./generator.ts";
import type { ProgramFolder } from "./program-folder.ts";

export type { ProgramFolder } from "./program-folder.ts";

export interface Language {
  /** The value of `--language`, also used in JSON output. */
  readonly name: string;
  /** The `runtime` values of `Pulumi.yaml` that run programs in this language. A new project gets the first one. */
  readonly runtimes: readonly string[];
  /** The usual path of the main file, relative to the program's folder. */
  readonly fileName: string;
  /** The reason why `--layout` must be "single", as the end of "A program in NAME is one file: …". Omitted if all layouts are supported. */
  readonly oneFile?: string;
  /** True if only the main file of a program can set outputs of the stack. */
  readonly outputsOnlyInMain?: true;
  /** True if the generator has `newProject`, so that `--new` can create projects in this language. */
  readonly startsProjects: boolean;
  /** True if the names of types and attributes are those of the provider's Terraform mapping, if it has one. */
  readonly hasTerraformNames?: true;
  /** The highlight.js grammar for code in a terminal. Omitted if the code is not highlighted. */
  readonly grammar?: string;
  /** Finds the plugin versions that the installed SDKs ask for. Omitted if the import file specifies the versions. */
  readonly sdks?: SdkLookup;
  /** Returns the file that the runtime would run instead of the printed main file, or undefined if there is none. */
  readonly runsInstead?: (folder: ProgramFolder) => Promise<string | undefined>;
  /** Compiles printed programs for `--check`. Omitted if `--check` skips the language. */
  readonly compiler?: Compiler;
  /** Returns the command that runs a program, or undefined if its SDK is not installed. Omitted if imp cannot run programs in this language. */
  readonly runCommand?: (program: RunningProgram) => ProgramCommand | undefined;
  /** Returns the JavaScript file that runs instead of the source code, relative to `directory`. Omitted if the runtime compiles the source code. */
  readonly compiledMain?: (program: Pick<RunningProgram, "directory" | "main">) => string | undefined;
  /** Number types that programs in this language format differently in a string (`1.0`). Omitted if there are none. */
  readonly numbersAsTexts?: readonly ("integer" | "number")[];
  /** Loads the generator lazily, because it can import a formatter. */
  readonly load: () => Promise<Generator>;
}

/**
 * Finds the plugin that the SDK of each package requires, by package name. Packages without an installed SDK are omitted.
 *
 * @param isNew true if a new project will be created. Its SDKs will have the package versions of the program
 */
type SdkLookup = (
  packages: readonly SdkPackageQuery[],
  folder: ProgramFolder,
  isNew: boolean,
) => Promise<ReadonlyMap<string, SdkPackage>>;

/** A package, with the properties that identify its SDK. */
export type SdkPackageQuery = Pick<PackageNode, "name" | "namespace" | "version" | "language">;

/** A program, and the addresses of the services that it registers its resources with. */
export interface RunningProgram {
  readonly project: string;
  readonly stack: string;
  /** The directory of Pulumi.yaml. */
  readonly root: string;
  readonly directory: string;
  /** The file or directory that starts the program, relative to `directory`. */
  readonly main: string;
  /** `runtime.options` of Pulumi.yaml. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly monitorAddress: string;
  readonly engineAddress: string;
}

export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Environment variables to add. */
  readonly env: Readonly<Record<string, string>>;
  /** The exit code of a program that has logged its error. */
  readonly reportedCode: number;
}

export interface Compiler {
  /** The tools to install, for the help text of `--check`. */
  readonly tools: string;
  /** Compiles the files with installed tools. Downloads nothing. */
  readonly compile: (source: Source) => Promise<Compiled>;
}

/** Printed files and the environment to compile them in. */
export interface Source {
  readonly folder: ProgramFolder;
  readonly files: readonly string[];
  /** The path of the Node.js executable that runs imp. */
  readonly node: string;
  /** Runs a tool in the folder without stdin. Adds `env` to the environment. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ToolRun>;
}

export interface ToolRun {
  /** The exit code. Omitted if the tool is not installed. */
  readonly code?: number;
  /** Stdout and stderr together, trimmed. */
  readonly output: string;
}

export type Compiled =
  | { readonly verdict: "passed" | "failed"; readonly tool: string; readonly output: string }
  /** The tool or one of its dependencies is not installed. */
  | { readonly verdict: "skipped"; readonly output: string };
