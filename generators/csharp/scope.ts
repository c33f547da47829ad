import type { ImportSymbol } from "../shared/imports.ts";
import type { SharedScope } from "../shared/scope.ts";
import { core, type Names } from "./names.ts";

export interface Scope extends SharedScope<Names> {
  /** Reports a value that is printed as a comment. */
  readonly report: (property: string, message: string) => void;
}

/** Marks the import of a namespace as used. Returns `name`, which is a member of the namespace. */
export function fromNamespace(scope: Scope, namespace: ImportSymbol, name: string): string {
  scope.imports.use(namespace);
  return name;
}

/** Returns code that starts with a name of the core SDK. */
export function pulumi(scope: Scope, code: string): string {
  return fromNamespace(scope, core, code);
}
