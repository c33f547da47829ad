/**
 * The position of an expression, for messages, with the names of the nodes that it refers to.
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
  /** Reports a part of the file that the runtime ignores. */
  readonly report: (path: Path, message: string) => void;
}

/** Throws GENERATOR_CANNOT_EXPRESS. `what` continues the sentence after the path: "is not …". */
export function refuseInYaml(place: Place, what: string): never {
  return cannotExpress("yaml", place.node, place.path, what);
}

/** Returns the text; throws where it has half of a surrogate pair, which no file can hold. */
export function unicodeInYaml(text: string, place: Place): string {
  return hasLoneSurrogate(text)
    ? refuseInYaml(place, "holds half of a surrogate pair, which is no Unicode text")
    : text;
}
