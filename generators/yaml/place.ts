/**
 * Where an expression stands: for messages, and for the names of what it refers to.
 */
import type { Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { hasLoneSurrogate } from "../shared/strings.ts";
import type { Names } from "./names.ts";

export interface Place {
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: Names;
  /** Notes what the runtime does not do although the file says it. */
  readonly report: (path: Path, message: string) => void;
}

export function below(place: Place, key: string | number): Place {
  return { ...place, path: [...place.path, key] };
}

/** Stops the printing. `what` goes on after the path: "is not …". */
export function refuse(place: Place, what: string): never {
  return cannotExpress("yaml", place.node, place.path, what);
}

/** The text, which a file can hold. */
export function unicode(text: string, place: Place): string {
  return hasLoneSurrogate(text) ? refuse(place, "holds half of a surrogate pair, which is no Unicode text") : text;
}
