/**
 * The interface of a generator: a program in, source files out. It reads no schema, no environment and no clock.
 */
import type { Diagnostic } from "../src/diagnostic.ts";
import type { Program } from "../src/ir/program.ts";
import type { Part } from "../src/ir/split-program.ts";
import type { ChangedFacts, ChangedProgram, UnreadableProgram } from "./changed-program.ts";
import type { ChangedFile, OwnFolder, OwnProgram, ReadingFacts } from "./own-program.ts";
import type { ProgramFolder } from "./program-folder.ts";

export type { ChangedFile, OwnFolder } from "./own-program.ts";

export interface GeneratedFile {
  /** Relative to the program's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Values and options that the language cannot express (the file has a comment there), and readers of the language that refuse the file. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PrintContext {
  /** The path of the main file. */
  readonly fileName: string;
  /** The main file stands next to a program that a person wrote, which loads it: it has only the new resources. */
  readonly isAppended?: true;
  /** The files next to the main one that the resources are printed to; absent: the main file has them. */
  readonly parts?: readonly Part[];
  /** Code to paste: statements and the imports that they need, where a language's program is more than that. */
  readonly isPasted?: boolean;
  /** Full keys of the stack's configuration: in YAML they are names, whether the program reads them or not. */
  readonly configKeys?: readonly string[];
}

/**
 * How a person's program takes in a file that is printed next to it. `line`: it needs this text at the place; `copy`: no file loads another,
 * so the content is copied; `none`: all files of a folder are one program.
 */
export type Loading =
  | { readonly kind: "line"; readonly line: string; readonly place: string }
  | { readonly kind: "copy" }
  | { readonly kind: "none" };

/** A program that is printed to a file next to a person's program. */
export interface AppendedProgram {
  readonly program: Program;
  /** Relative to the folder of the person's program. */
  readonly fileName: string;
  /** The text that the file gets. */
  readonly text: string;
  /** The program that the file had so far; absent: the file is new. */
  readonly before?: Program;
}

/** An SDK that a program needs and its folder does not have. */
export type MissingSdk =
  | {
      /** No registry has it: `pulumi package add` generates it from the plugin. */
      readonly kind: "generated";
      readonly package: string;
      /** Of a parameterized package: the plugin that is given the parameter, which is in base64. */
      readonly plugin?: { readonly name: string; readonly version: string; readonly parameter: string };
    }
  | {
      /** A package manager installs it. */
      readonly kind: "published";
      /** The words of the command. */
      readonly command: readonly string[];
      /** Nobody looked whether it is installed. */
      readonly isUnsure?: true;
    };

export interface SdkPlace {
  readonly folder: ProgramFolder;
  /** Packages whose SDKs no registry has: their plugins are the user's own. */
  readonly unpublished: ReadonlySet<string>;
}

/** A new project, apart from its program. */
export interface NewProject {
  readonly name: string;
  readonly description: string;
  /** Where the state is, when the project file names it. */
  readonly backendUrl?: string;
  /** Packages whose SDKs no registry has: their plugins are the user's own. */
  readonly unpublished: ReadonlySet<string>;
}

export interface ProjectFile {
  /** Relative to the project's folder. */
  readonly path: string;
  readonly text: string;
}

export interface Generator {
  /**
   * Prints a program that `checkProgram` finds whole. The same program gives the same text. Async, because formatters are.
   *
   * @throws ImpError GENERATOR_CANNOT_EXPRESS when the language has no form for a value
   */
  print(program: Program, context: PrintContext): Promise<readonly GeneratedFile[]>;
  /** Returns how a program loads this one, which is printed next to it to `fileName`. */
  loading(program: Program, fileName: string): Loading;
  /**
   * Returns a file of a person's program with what loads a file next to it, as the file is where it loads that one already; every other byte
   * stays. `undefined`: the text of the program does not show a place where that is safe. Absent: all files of a folder are one program.
   */
  wire?(appended: AppendedProgram, own: OwnFolder): Promise<ChangedFile | undefined>;
  /** Returns the SDKs that are to be installed in an existing project, in order; absent: the language needs none, or nothing is known of them. */
  missingSdks?(program: Program, place: SdkPlace): Promise<readonly MissingSdk[]>;
  /** Reads a program that a person wrote, for code to be inserted into it; absent: imp cannot insert into programs of the language. */
  readOwnProgram?(facts: ReadingFacts): Promise<OwnProgram>;
  /** Reads a program that imp printed and a person changed since; absent: imp cannot print into such programs of the language. */
  readChangedProgram?(facts: ChangedFacts): Promise<ChangedProgram | UnreadableProgram>;
  /** Returns the files of a new project around the program; absent: there are no projects of this language. */
  newProject?(program: Program, project: NewProject): readonly ProjectFile[];
}
