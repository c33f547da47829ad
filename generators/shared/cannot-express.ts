/**
 * The end of a printing: what a language has no form for.
 */
import { ImpError } from "../../src/errors.ts";
import { formatPath, type Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";

/** Stops the printing: the language cannot say what is at `path` of a resource. `what` goes on after the path: "is not …". */
export function cannotExpress(language: string, node: ResourceNode, path: Path, what: string): never {
  throw ImpError.of("GENERATOR_CANNOT_EXPRESS", {
    language,
    resource: `${node.resource.token} ${node.logicalName}`,
    path: formatPath(path),
    what,
  });
}
