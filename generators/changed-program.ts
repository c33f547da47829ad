/** The interface for reading a program that imp printed and the user changed afterwards. */
import type { Program } from "../src/ir/program.ts";
import type { Part } from "../src/ir/split-program.ts";
import type { ChangedFile, UserProgramOptions } from "./user-program.ts";

/** How a program was printed: the path of its main file, and its division into files. */
export interface PrintedAs {
  /** The path of the main file. */
  readonly fileName: string;
  /** True if the user's program loads the main file. The file then contains only the new resources. */
  readonly isAppended?: true;
  /** The files that the resources are printed to. Omitted if they are printed to the main file. */
  readonly parts?: readonly Part[];
}

export interface ChangedProgramOptions extends Omit<UserProgramOptions, "main"> {
  /** The program that imp printed last. */
  readonly printed: Program;
  readonly as: PrintedAs;
  /** URNs of parents and providers that must be in scope for new code. */
  readonly needs: readonly string[];
}

/** A program that imp printed and the user changed. It is parsed, never executed. */
export interface ChangedProgram {
  readonly kind: "changed";
  /** URN -> the expression that new code uses to refer to the resource. */
  readonly variables: ReadonlyMap<string, string>;
  /** Resources that imp printed and that are no longer in the code. */
  readonly missing: ReadonlySet<string>;
  /**
   * Returns the files, updated to match a new program. Inserts new resources, prints unedited statements again if they differ, keeps edited
   * statements, and removes resources that the new program no longer contains.
   */
  updated(program: Program, as: PrintedAs): Promise<UpdatedProgram>;
}

export interface UnreadableProgram {
  readonly kind: "unreadable";
  /** A file in the program's folder, with line and column if available: `index.ts:3:14`. */
  readonly location: string;
  /** A full sentence. */
  readonly why: string;
  readonly hint: string;
}

export interface UpdatedProgram {
  /** Existing files, changed or not, and new files. */
  readonly files: readonly UpdatedFile[];
  readonly statements: readonly ChangedStatement[];
  /** Resources to remove whose statements can't be deleted, because the user edited them or other code uses them. */
  readonly stuck: readonly StuckStatement[];
}

interface UpdatedFile extends Pick<ChangedFile, "file" | "text"> {
  /** Omitted if the file is new. */
  readonly before?: string;
}

/** A statement that differs from the printed statement. */
export type ChangedStatement =
  | {
      readonly kind: "changed";
      readonly urn: string;
      readonly file: string;
      /** Counted from 1. */
      readonly line: number;
      /** The code that imp printed and the code in the file, formatted alike and with the names of the file. */
      readonly printed: string;
      readonly found: string;
      /** The code that imp would print now. Omitted if it equals `printed`. */
      readonly wanted?: string;
    }
  /** The statement is in code that does not run exactly once. */
  | { readonly kind: "moved"; readonly urn: string; readonly file: string; readonly line: number }
  /** Several constructor calls create the resource, at these locations (`index.ts:12`). */
  | {
      readonly kind: "repeated";
      readonly urn: string;
      readonly file: string;
      readonly line: number;
      readonly places: readonly string[];
    }
  /** The code does not construct the resource. */
  | { readonly kind: "missing"; readonly urn: string }
  /** The user's code already constructs the new resource. */
  | { readonly kind: "present"; readonly urn: string; readonly file: string; readonly line: number };

export interface StuckStatement {
  readonly urn: string;
  /** A location such as `index.ts:12`. */
  readonly location: string;
  /** A full sentence. */
  readonly why: string;
}
