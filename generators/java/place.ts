/**
 * The position of an expression, with what its printer uses.
 */
import type { SharedScope } from "../shared/place.ts";
import type { Names } from "./names.ts";

export interface Place extends SharedScope<Names> {
  /** Reports a message, and the comment above the property that goes with it. */
  readonly report: (property: string, message: string, comment: string) => void;
}

/** The name of a class in the file: the bare one, unless another class has it too. */
export function classNameInFile(place: Place, from: string): string {
  return place.imports.use({ from, alias: place.names.classes.get(from) ?? from });
}
