/**
 * What a generator is: a program in, source files out. It reads no schema, no file, no environment and no clock.
 */
import type { Diagnostic } from "../src/diagnostic.ts";
import type { Program } from "../src/ir/program.ts";
import type { Part } from "../src/ir/split-program.ts";
import type { NewProject, ProjectFile } from "./shared/project-file.ts";

export type { NewProject } from "./shared/project-file.ts";

export interface GeneratedFile {
  /** Relative to the program's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  /** What the language cannot express as the program has it (the file has a comment there), and what some of its readers do not take. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface PrintContext {
  /**
   * Another name for the main file: a program of new resources only, which is put beside a program that a person changed.
   * Absent: the generator's `fileName`.
   */
  readonly fileName?: string;
  /** The files beside the main one that the resources are printed to; absent: there is only the main one. */
  readonly parts?: readonly Part[];
  /** Code to paste: statements and the imports that they need, where a language's program is more than that. */
  readonly isPasted?: boolean;
  /** Full keys of what the stack's configuration has: in YAML they are names, whether the program asks for them or not. */
  readonly configKeys?: readonly string[];
}

/**
 * How a person's program takes in a file that is printed beside it. `line`: it needs this text at the place; `copy`: no file loads another,
 * so the content is copied; `none`: all files of a folder are one program.
 */
export type Loading =
  | { readonly kind: "line"; readonly line: string; readonly place: string }
  | { readonly kind: "copy" }
  | { readonly kind: "none" };

export interface Generator {
  /** A member of `languages`. */
  readonly language: string;
  /** The main file's usual name. */
  readonly fileName: string;
  /**
   * Prints a program that `checkProgram` finds whole. The same program gives the same text. Async, because formatters are.
   *
   * @throws ImpError GENERATOR_CANNOT_EXPRESS when the language has no form for a value
   */
  print(program: Program, context: PrintContext): Promise<readonly GeneratedFile[]>;
  /** How a program loads this one, printed beside it to `fileName`. */
  loading(program: Program, fileName: string): Loading;
  /**
   * The commands that bring the SDKs a program needs, where they are missing; absent: there is no such command, or no need of one.
   *
   * @param unpublished packages whose SDKs no registry has
   */
  install?(program: Program, unpublished: ReadonlySet<string>): readonly string[];
  /** The files of a new project around the program; absent: there are no projects of this language. */
  newProject?(program: Program, project: NewProject): readonly ProjectFile[];
}
