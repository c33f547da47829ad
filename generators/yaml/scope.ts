import type { Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { hasLoneSurrogate } from "../shared/strings.ts";
import type { Names } from "./names.ts";

export interface Scope {
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: Names;
  /** Reports a part of the file that the runtime ignores. */
  readonly report: (path: Path, message: string) => void;
}

/** Throws GENERATOR_CANNOT_EXPRESS. @param what the predicate of the error message, such as "is not …" */
export function refuseInYaml(scope: Scope, what: string): never {
  return cannotExpress("yaml", scope.node, scope.path, what);
}

/** Returns the text. Throws GENERATOR_CANNOT_EXPRESS if it contains half of a surrogate pair. */
export function unicodeInYaml(text: string, scope: Scope): string {
  return hasLoneSurrogate(text)
    ? refuseInYaml(scope, "contains half of a surrogate pair, which is not valid Unicode")
    : text;
}
