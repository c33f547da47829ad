/**
 * Where an expression stands, and what its printer may use.
 */
import type { SharedPlace } from "../shared/place.ts";
import type { Names } from "./names.ts";

export interface Place extends SharedPlace<Names> {
  /** Takes what is worth telling, and what a comment above the property says of it. */
  readonly say: (property: string, message: string, comment: string) => void;
}

/** The name that a class has in the file: the bare one, unless others have it too. */
export function className(place: Place, from: string): string {
  return place.imports.use({ from, alias: place.names.classes.get(from) ?? from });
}
