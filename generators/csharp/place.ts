/**
 * Where an expression stands, and what its printer may use.
 */
import type { ImportSymbol } from "../shared/imports.ts";
import type { SharedPlace } from "../shared/place.ts";
import { lineComment } from "../shared/strings.ts";
import { core, type Names } from "./names.ts";

export interface Place extends SharedPlace<Names> {
  /** Notes what the file says in a comment only. */
  readonly report: (property: string, message: string) => void;
}

/** A name of a namespace, which is imported then. */
export function named(place: Place, namespace: ImportSymbol, name: string): string {
  place.imports.use(namespace);
  return name;
}

/** Code that begins with a name of the core SDK. */
export function pulumi(place: Place, code: string): string {
  return named(place, core, code);
}

/** Lines of comment. */
export function printComment(text: string): readonly string[] {
  return lineComment(text, "//");
}
