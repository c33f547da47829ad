/**
 * The interface of a language's reader of programs that imp printed and a person changed since: what is still as imp printed it, and new
 * resources between what the person wrote.
 */
import type { Program } from "../src/ir/program.ts";
import type { Part } from "../src/ir/split-program.ts";
import type { ChangedFile, ReadingFacts } from "./own-program.ts";

/** How a program is cut into files. */
export interface PrintedAs {
  /** The path of the main file. */
  readonly fileName: string;
  readonly isAppended?: true;
  readonly parts?: readonly Part[];
}

export interface ChangedFacts extends Omit<ReadingFacts, "main"> {
  /** The program as imp printed it last. */
  readonly printed: Program;
  readonly as: PrintedAs;
  /** URNs of parents and providers: new code goes where it reaches them. */
  readonly needs: readonly string[];
}

/** A program that imp printed and a person changed. It is read and never executed. */
export interface ChangedProgram {
  readonly kind: "changed";
  /** URN -> the code for a resource, imp's or the person's, where new code goes. */
  readonly variables: ReadonlyMap<string, string>;
  /** Resources that imp printed and that the text does not show any more. */
  readonly missing: ReadonlySet<string>;
  /**
   * Returns the files with a program in place of the one that imp printed: new resources are inserted; a statement that nobody changed is printed
   * again where it differs; one that a person changed stays; a resource that the program no longer has is taken out.
   */
  updated(program: Program, as: PrintedAs): Promise<UpdatedProgram>;
}

export interface UnreadableProgram {
  readonly kind: "unreadable";
  /** Relative to the folder, with line and column where they are known: `index.ts:3:14`. */
  readonly place: string;
  /** A sentence. */
  readonly why: string;
  /** A sentence. */
  readonly hint: string;
}

export interface UpdatedProgram {
  /** Those that the program had, changed or not, and new ones. */
  readonly files: readonly UpdatedFile[];
  readonly statements: readonly ChangedStatement[];
  /** Resources that the program no longer has and that the person's code needs, or that a person changed. */
  readonly stuck: readonly StuckStatement[];
}

interface UpdatedFile extends Pick<ChangedFile, "file" | "text"> {
  /** Absent: the file is new. */
  readonly before?: string;
}

/** A statement that is not as imp printed it. */
export type ChangedStatement =
  | {
      readonly kind: "changed";
      readonly urn: string;
      readonly file: string;
      /** From 1 on. */
      readonly line: number;
      /** The code that imp printed and the code that is there, in the layout and with the names of the file. */
      readonly printed: string;
      readonly found: string;
      /** The code that imp would print now; absent: the same as before. */
      readonly wanted?: string;
    }
  /** It stands in code that does not run exactly once. */
  | { readonly kind: "moved"; readonly urn: string; readonly file: string; readonly line: number }
  /** Several constructor calls make it, at these places (`index.ts:12`): a person copied the statement. */
  | {
      readonly kind: "repeated";
      readonly urn: string;
      readonly file: string;
      readonly line: number;
      readonly places: readonly string[];
    }
  /** The text does not show that the program constructs it. */
  | { readonly kind: "missing"; readonly urn: string }
  /** A new resource that the person's code constructs already. */
  | { readonly kind: "present"; readonly urn: string; readonly file: string; readonly line: number };

export interface StuckStatement {
  readonly urn: string;
  /** `index.ts:12`. */
  readonly place: string;
  /** A sentence. */
  readonly why: string;
}
