/**
 * The position of an expression, with what its printer uses.
 */
import type { Token } from "../../src/ir/type.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import type { SharedScope } from "../shared/place.ts";
import { core, type Names, packageSymbolOf } from "./names.ts";

export interface Place extends SharedScope<Names> {
  /** Reports a value that stands in a comment only. */
  readonly report: (property: string, message: string) => void;
}

/** `alias.Name` of a package. */
export function packageMember(place: Place, symbol: ImportSymbol, name: string): string {
  return `${place.imports.use(symbol)}.${name}`;
}

/** `pulumi.Name`. */
export function pulumi(place: Place, name: string): string {
  return packageMember(place, core, name);
}

/** `alias.Name` of the package that a token lives in. */
export function sdkMember(place: Place, token: Token, name: string): string {
  return packageMember(place, packageSymbolOf(token, place.program, place.names), name);
}
