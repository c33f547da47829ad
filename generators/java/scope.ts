import type { SharedScope } from "../shared/scope.ts";
import type { Names } from "./names.ts";

export interface Scope extends SharedScope<Names> {
  /** Reports a message, and adds a comment above the property. */
  readonly report: (property: string, message: string, comment: string) => void;
}

/** Returns the name of a class in the file: the simple name unless it is ambiguous. */
export function classNameInFile(scope: Scope, from: string): string {
  return scope.imports.use({ from, alias: scope.names.classes.get(from) ?? from });
}
