/** The interface of an editor that changes inputs and options of resources in a user's program. */
import type { Path } from "../src/value/path.ts";
import type { ChangedFile } from "./user-program.ts";

/** A value that a program can write as a literal. */
export type InputLiteral =
  | null
  | boolean
  | number
  | string
  | readonly InputLiteral[]
  | ReadonlyMap<string, InputLiteral>;

/** A change of one input. An index is a position in the original list, before any edit. */
export type InputEdit =
  | {
      readonly kind: "set";
      readonly path: Path;
      readonly value: InputLiteral;
      /** The edits inside the value, if it is a JSON document that the program may build from an object. */
      readonly json?: readonly InputEdit[];
    }
  /** Adds a property, or an element before the one with this index. */
  | { readonly kind: "add"; readonly path: Path; readonly value: InputLiteral }
  | { readonly kind: "remove"; readonly path: Path };

/** A position in a program. `file` is relative to the folder of the project; line and column are counted from 1. */
export interface CodeLocation {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
}

export interface ResourceEdits {
  readonly urn: string;
  readonly location: CodeLocation;
  readonly inputs: readonly InputEdit[];
  /** Paths to add to the resource's `ignoreChanges` option. */
  readonly ignoreChanges: readonly string[];
}

export interface EditedProgram {
  readonly files: readonly ChangedFile[];
  /** The edits that imp did not make. If one edit of a resource is refused, imp makes none of them. */
  readonly refused: readonly RefusedEdit[];
}

export interface RefusedEdit {
  readonly urn: string;
  readonly path: Path;
  /** The code that the edit concerns. */
  readonly location: CodeLocation;
  /** Why the edit was not made, as the rest of a sentence such as "Line 4 is not a literal". */
  readonly why: string;
}
