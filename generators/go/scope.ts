import type { Token } from "../../src/ir/type.ts";
import type { ImportSymbol } from "../shared/imports.ts";
import type { SharedScope } from "../shared/scope.ts";
import { core, type Names, packageSymbolOf } from "./names.ts";

export interface Scope extends SharedScope<Names> {
  /** Reports a value that is printed as a comment. */
  readonly report: (property: string, message: string) => void;
}

/** Returns `alias.Name` of a package and marks its import as used. */
export function packageMember(scope: Scope, symbol: ImportSymbol, name: string): string {
  return `${scope.imports.use(symbol)}.${name}`;
}

/** Returns `pulumi.Name`. */
export function pulumi(scope: Scope, name: string): string {
  return packageMember(scope, core, name);
}

/** Returns `alias.Name` of a token's package. */
export function sdkMember(scope: Scope, token: Token, name: string): string {
  return packageMember(scope, packageSymbolOf(token, scope.program, scope.names), name);
}
