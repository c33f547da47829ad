/**
 * The descriptor of a language: data, and functions that look only at the folder they are given. All other code knows a language by its
 * descriptor alone.
 */
import type { SdkPackage } from "../src/graph.ts";
import type { PackageNode } from "../src/ir/program.ts";
import type { Generator } from "./generator.ts";
import type { ProgramFolder } from "./program-folder.ts";

export type { ProgramFolder } from "./program-folder.ts";

export interface Language {
  /** As `--language` takes it and documents have it. */
  readonly name: string;
  /** The runtimes of `Pulumi.yaml` that run programs in this language; a new project gets the first. */
  readonly runtimes: readonly string[];
  /** The usual path of the main file, relative to the program's folder. */
  readonly fileName: string;
  /** Why a program is one file whatever `--layout` asks for, after "A program in NAME is one file: "; absent: every layout is possible. */
  readonly oneFile?: string;
  /** True: the generator has `newProject`, and `--new` makes projects of this language. */
  readonly startsProjects: boolean;
  /** The grammar of highlight.js that colours the code on a terminal; absent: the code has no colours. */
  readonly grammar?: string;
  /** Finds the plugin versions that SDKs next to the program ask for; absent: nothing is known of SDKs, and the import file decides. */
  readonly sdks?: SdkLookup;
  /** Returns the file of the folder that the runtime would run instead of the main file; absent: there is no such file. */
  readonly runsInstead?: (folder: ProgramFolder) => Promise<string | undefined>;
  /** Compiles what was printed (`--check`); absent: `--check` skips the language. */
  readonly compiler?: Compiler;
  /** The types of numbers that programs would write in another way inside a text (`1.0`). Omitted if there are none. */
  readonly numbersAsTexts?: readonly ("integer" | "number")[];
  /** Loads the generator, which may bring a formatter with it: a start does not pay for it. */
  readonly load: () => Promise<Generator>;
}

/**
 * The plugin that the SDK of each package asks for when the program runs, by package name. A package without an entry has no SDK there.
 *
 * @param isNew a project is to be written around the program, with the versions that the packages have
 */
type SdkLookup = (
  packages: readonly AskedPackage[],
  folder: ProgramFolder,
  isNew: boolean,
) => Promise<ReadonlyMap<string, SdkPackage>>;

/** A package of a schema, or one of which only the name is known as yet. */
export type AskedPackage = Pick<PackageNode, "name" | "namespace" | "version" | "language">;

export interface Compiler {
  /** The tools that it uses, for the help of `--check`. */
  readonly tools: string;
  /** Compiles the files with the tools that are installed; downloads nothing. */
  readonly compile: (source: Source) => Promise<Compiled>;
}

/** Printed files, and the means to compile them. */
export interface Source {
  readonly folder: ProgramFolder;
  /** The files of the language, relative to the folder. */
  readonly files: readonly string[];
  /** The Node.js that imp runs in. */
  readonly node: string;
  /** Runs a tool in the folder, without input. `env` is added to the environment. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<ToolRun>;
}

export interface ToolRun {
  /** Absent: the tool is not installed. */
  readonly code?: number;
  /** Both streams, trimmed. */
  readonly output: string;
}

export type Compiled =
  | { readonly verdict: "passed" | "failed"; readonly tool: string; readonly output: string }
  /** The tool, or something that it needs, is not installed. */
  | { readonly verdict: "skipped"; readonly output: string };
