/**
 * The position of an expression, with what its printer uses.
 */
import type { ImportSymbol } from "../shared/imports.ts";
import type { SharedScope } from "../shared/place.ts";
import { core, type Names } from "./names.ts";

export interface Place extends SharedScope<Names> {
  /** Reports a value that stands in a comment only. */
  readonly report: (property: string, message: string) => void;
}

/** A name of a namespace; notes that the file imports the namespace. */
export function fromNamespace(place: Place, namespace: ImportSymbol, name: string): string {
  place.imports.use(namespace);
  return name;
}

/** Code that begins with a name of the core SDK. */
export function pulumi(place: Place, code: string): string {
  return fromNamespace(place, core, code);
}
