/**
 * Where an expression stands, and what its printer may use.
 */
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "../generator.ts";
import type { ImportSymbol, Imports } from "../shared/imports.ts";
import { commentLines, hasLoneSurrogate } from "../shared/strings.ts";
import type { Names } from "./names.ts";

export interface Place {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** All nodes by id. */
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** The resource's property that the expression is in. */
  readonly property?: string;
  /** Notes what the file says in a comment only. */
  readonly report: (property: string, message: string) => void;
}

/** A name of a namespace, which is imported then. */
export function named(place: Place, namespace: ImportSymbol, name: string): string {
  place.imports.use(namespace);
  return name;
}

/** Stops the printing. `what` goes on after the property: "is not …". */
export function refuse(place: Place, what: string): never {
  return cannotExpress("csharp", place.node, place.property === undefined ? [] : [place.property], what);
}

/** The text, which the engine takes. */
export function unicode(text: string, place: Place): string {
  return hasLoneSurrogate(text) ? refuse(place, "has a text that is not valid Unicode") : text;
}

/** Lines of comment. */
export function printComment(text: string): readonly string[] {
  return commentLines(text).map((line) => (line === "" ? "//" : `// ${line}`));
}
