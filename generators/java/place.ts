/**
 * Where an expression stands, and what its printer may use.
 */
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "../generator.ts";
import type { Imports } from "../shared/imports.ts";
import { hasLoneSurrogate } from "../shared/strings.ts";
import type { Names } from "./names.ts";

export interface Place {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** All nodes by id. */
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** The variable, or the field of another part of the program, that holds a resource. */
  readonly variableOf: (id: string) => string;
  /** The resource's property that the expression is in. */
  readonly property?: string;
  /** Takes what is worth telling, and what a comment above the property says of it. */
  readonly say: (property: string, message: string, comment: string) => void;
}

/** The name that a class has in the file: the bare one, unless others have it too. */
export function className(place: Place, from: string): string {
  return place.imports.use({ from, alias: place.names.classes.get(from) ?? from });
}

/** Stops the printing. `what` goes on after the property: "is not …". */
export function refuse(place: Place, what: string): never {
  return cannotExpress("java", place.node, place.property === undefined ? [] : [place.property], what);
}

/** The text, which strings of the SDK can hold and the engine takes. */
export function unicode(text: string, place: Place): string {
  return hasLoneSurrogate(text) ? refuse(place, "has a text that is not valid Unicode") : text;
}
