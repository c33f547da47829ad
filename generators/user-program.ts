/** The interface for reading a program that the user wrote, and for inserting code into it. */
import type { DeclaredResource } from "../src/domain/declared-resource.ts";
import type { Program } from "../src/ir/program.ts";
import type { ProgramFolder } from "./program-folder.ts";

/** A resource in the state that is not pending deletion. */
export interface StackResource {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** The URN of the parent. Omitted if the parent is the root stack. */
  readonly parent?: string;
}

export interface UserProgramFolder {
  readonly folder: ProgramFolder;
  /** The `main` setting of the project, relative to the folder. Omitted if the language's default applies. */
  readonly main?: string;
}

export interface UserProgramOptions extends UserProgramFolder {
  readonly project: string;
  readonly stack: string;
  readonly resources: readonly StackResource[];
}

/** A program that the user wrote. It is parsed, never executed. */
export interface UserProgram {
  /** The path of the main file, where new code can be inserted. Omitted if there is none. */
  readonly main?: string;
  /**
   * Finds the position for new code and the variables that the code can use there.
   *
   * @param resources the resources of the stack, and new resources if there are any. Defaults to the resources of the stack.
   */
  insertionAt(request: InsertionRequest, resources?: readonly StackResource[]): Insertion | RefusedInsertion;
  /** Finds the declarations of the given resources, by URN. */
  declared(resources: readonly StackResource[]): ReadonlyMap<string, DeclaredResource>;
  /** Finds constructor calls that could create a resource but whose names are not literals. Returns their locations (`index.ts:12`) by URN. */
  mayConstruct(resources: readonly StackResource[]): ReadonlyMap<string, readonly string[]>;
  /** Returns the resources that the program certainly does not register. Returns none if some registrations cannot be analyzed. */
  unregistered(resources: readonly StackResource[]): Promise<readonly StackResource[]>;
}

export interface ChangedFile {
  /** The path, relative to the program's folder. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

export interface InsertionRequest {
  /** The path, relative to the program's folder. */
  readonly file: string;
  /** Inserts after the statement on this line, counted from 1. Omitted to insert after the file's resources. */
  readonly line?: number;
  /** URNs of parents and providers that must be in scope. */
  readonly needs: readonly string[];
}

export interface Insertion {
  readonly kind: "insertion";
  /** The path, relative to the program's folder. */
  readonly file: string;
  /** The current text of the file. */
  readonly before: string;
  /** URN -> the expression that refers to this resource in code at the insertion position. */
  readonly variables: ReadonlyMap<string, string>;
  /** Returns the text of the file with the inserted statements and their imports. Keeps all other bytes. */
  insert(program: Program): Promise<string>;
}

export interface RefusedInsertion {
  readonly kind: "refused";
  /** A full sentence. */
  readonly why: string;
  readonly hint: string;
}
