/**
 * The interface of a language's reader: a program that a person wrote, as far as its text shows it, and code that is inserted into it.
 */
import type { DeclaredResource } from "../src/domain/declared-resource.ts";
import type { Program } from "../src/ir/program.ts";
import type { ProgramFolder } from "./program-folder.ts";

/** A living resource of the stack's state. */
export interface StackResource {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** Absent: the root stack. */
  readonly parent?: string;
}

/** The folder of a person's program. */
export interface OwnFolder {
  readonly folder: ProgramFolder;
  /** The file that the project names as its main one, relative to the folder. Absent: as the language finds it. */
  readonly main?: string;
}

export interface ReadingFacts extends OwnFolder {
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly StackResource[];
}

/** A program that a person wrote. It is read and never executed. */
export interface OwnProgram {
  /** The path of the main file, which new code can be inserted into. Absent: there is none. */
  readonly main?: string;
  /**
   * Finds the place for new code, and what it can refer to there.
   *
   * @param resources those of the stack, with those that it is to get. Absent: those of the stack.
   */
  insertionAt(wanted: WantedInsertion, resources?: readonly StackResource[]): Insertion | RefusedInsertion;
  /** URN -> its declaration, of those of the resources that the text declares. */
  declared(resources: readonly StackResource[]): ReadonlyMap<string, DeclaredResource>;
  /** URN -> the places, `index.ts:12`, of constructor calls that may make the resource, and whose names the text does not show. */
  mayConstruct(resources: readonly StackResource[]): ReadonlyMap<string, readonly string[]>;
  /** Returns the resources of the stack that the program surely does not register; none where the text does not show all that it registers. */
  unregistered(resources: readonly StackResource[]): Promise<readonly StackResource[]>;
}

export interface ChangedFile {
  /** Relative to the folder. */
  readonly file: string;
  readonly before: string;
  /** The new text. */
  readonly text: string;
}

export interface WantedInsertion {
  /** Relative to the folder. */
  readonly file: string;
  /** From 1 on: behind the statement on this line. Absent: behind the file's resources. */
  readonly line?: number;
  /** URNs of parents and providers: the place is one that reaches them. */
  readonly needs: readonly string[];
}

export interface Insertion {
  readonly kind: "insertion";
  /** Relative to the folder. */
  readonly file: string;
  /** The text of the file as it was read. */
  readonly before: string;
  /** URN -> the code for the resource at the place. */
  readonly variables: ReadonlyMap<string, string>;
  /** Returns the text of the file with the statements of a program, and the imports that they need. Nothing else in it changes. */
  insert(program: Program): Promise<string>;
}

export interface RefusedInsertion {
  readonly kind: "refused";
  /** A sentence. */
  readonly why: string;
  /** A sentence. */
  readonly hint: string;
}
