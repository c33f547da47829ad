/** The interface of a code generator. A generator reads no schema, no environment, and no clock. */
import type { Diagnostic } from "../src/domain/diagnostic.ts";
import type { Program } from "../src/ir/program.ts";
import type { ChangedProgram, ChangedProgramOptions, PrintedAs, UnreadableProgram } from "./changed-program.ts";
import type { EditedProgram, ResourceEdits } from "./edited-inputs.ts";
import type { ProgramFolder } from "./program-folder.ts";
import type { ChangedFile, UserProgram, UserProgramFolder, UserProgramOptions } from "./user-program.ts";

export type { ProgramFolder } from "./program-folder.ts";
export type { ChangedFile, UserProgramFolder } from "./user-program.ts";

export interface GeneratedFile {
  /** The path, relative to the program's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Warnings about values and options that the language cannot express, and about a language tool that rejects the file. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PrintContext extends PrintedAs {
  /** True for a snippet to paste: statements and their imports, without a program around them. */
  readonly isPasted?: boolean;
  /** Full keys of the stack's configuration. In YAML, each key is a name in the program's scope. */
  readonly configKeys?: readonly string[];
}

/**
 * How the user's program loads a file that is printed next to it.
 * - `line`: the user adds this line of code.
 * - `copy`: the language cannot load another file, so the user copies its content.
 * - `none`: all files of a folder belong to the program.
 */
export type Loading =
  | { readonly kind: "line"; readonly line: string; readonly place: string }
  | { readonly kind: "copy" }
  | { readonly kind: "none" };

/** A program that is printed to a file next to the user's program. */
export interface AppendedProgram {
  readonly program: Program;
  /** The path, relative to the folder of the user's program. */
  readonly fileName: string;
  readonly text: string;
  /** The program that the file contained before. Omitted if the file is new. */
  readonly before?: Program;
}

/** An SDK that a program needs and that is not installed. */
export type MissingSdk =
  | {
      /** No registry publishes the SDK: `pulumi package add` generates it from the plugin. */
      readonly kind: "generated";
      readonly package: string;
      /** The base plugin and the base64 parameter of a parameterized package, or of an extension. */
      readonly plugin?: {
        readonly name: string;
        readonly version: string;
        readonly parameter: string;
        readonly isExtended?: true;
      };
    }
  | {
      readonly kind: "published";
      /** The command line, one argument per element. */
      readonly command: readonly string[];
      /** True if imp did not check whether the SDK is installed. */
      readonly isUnsure?: true;
    };

export interface SdkSearch {
  readonly folder: ProgramFolder;
  /** Packages without a published SDK: the user built their plugins. */
  readonly unpublished: ReadonlySet<string>;
}

export interface NewProject {
  readonly name: string;
  readonly description: string;
  /** The URL of the backend, if it belongs in the project file. */
  readonly backendUrl?: string;
  /** Packages without a published SDK: the user built their plugins. */
  readonly unpublished: ReadonlySet<string>;
}

export interface ProjectFile {
  /** The path, relative to the project's folder. */
  readonly path: string;
  readonly text: string;
}

export interface Generator {
  /**
   * Prints a program that `checkProgram` accepts. The output depends only on the arguments.
   *
   * @throws ImpError GENERATOR_CANNOT_EXPRESS if the language cannot express a value
   */
  print(program: Program, context: PrintContext): Promise<readonly GeneratedFile[]>;
  /** Returns how the user's program loads `fileName`, the file that `program` is printed to. */
  loading(program: Program, fileName: string): Loading;
  /**
   * Inserts the code that loads the appended file into a file of the user's program. Returns the file unchanged if it already contains the code, and
   * undefined if no position is safe. Omitted if all files of a folder belong to the program.
   */
  wire?(appended: AppendedProgram, location: UserProgramFolder): Promise<ChangedFile | undefined>;
  /** Returns the SDKs to install in an existing project, in order. Omitted if the language needs none or imp cannot tell. */
  missingSdks?(program: Program, search: SdkSearch): Promise<readonly MissingSdk[]>;
  /** Reads the user's program to insert code into it. Omitted if imp cannot insert into programs of the language. */
  readUserProgram?(options: UserProgramOptions): Promise<UserProgram>;
  /** Reads a printed program that the user has edited. Omitted if imp cannot update edited programs of the language. */
  readChangedProgram?(options: ChangedProgramOptions): Promise<ChangedProgram | UnreadableProgram>;
  /** Changes inputs and options of resources in the user's program. Omitted if imp cannot edit programs of the language. */
  editResources?(edits: readonly ResourceEdits[], folder: ProgramFolder): Promise<EditedProgram>;
  /** Returns the files of a new project except the program. Omitted if imp cannot create projects of this language. */
  newProject?(program: Program, project: NewProject): readonly ProjectFile[];
}
