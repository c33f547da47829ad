import type { ResourceNode } from "../../src/ir/program.ts";
import type { Path } from "../../src/value/path.ts";
import type { NamesInOneScope } from "../shared/names-in-one-scope.ts";

export interface Scope {
  readonly language: "yaml";
  readonly node: ResourceNode;
  readonly path: Path;
  readonly names: NamesInOneScope;
  /** Reports a value that the runtime ignores. */
  readonly report: (path: Path, message: string) => void;
}
