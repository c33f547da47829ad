/**
 * Where an expression stands, and what its printer may use.
 */
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Token } from "../../src/ir/type.ts";
import { cannotExpress } from "../generator.ts";
import type { ImportSymbol, Imports } from "../shared/imports.ts";
import { hasLoneSurrogate } from "../shared/strings.ts";
import { core, type Names, packageOf } from "./names.ts";

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

/** `alias.Name` of a package. */
export function member(place: Place, symbol: ImportSymbol, name: string): string {
  return `${place.imports.use(symbol)}.${name}`;
}

/** `pulumi.Name`. */
export function pulumi(place: Place, name: string): string {
  return member(place, core, name);
}

/** `alias.Name` of the package that a token lives in. */
export function sdkMember(place: Place, token: Token, name: string): string {
  return member(place, packageOf(token, place.program, place.names), name);
}

/** Stops the printing. `what` goes on after the property: "is not …". */
export function refuse(place: Place, what: string): never {
  return cannotExpress("go", place.node, place.property === undefined ? [] : [place.property], what);
}

/** The text, which strings of Go can hold and the engine takes. */
export function unicode(text: string, place: Place): string {
  return hasLoneSurrogate(text) ? refuse(place, "has a text that is not valid Unicode") : text;
}
