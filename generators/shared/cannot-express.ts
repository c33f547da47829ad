import { ImpError } from "../../src/domain/errors.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { formatPath, type Path } from "../../src/value/path.ts";

/** Throws GENERATOR_CANNOT_EXPRESS for the value at `path` of a resource. @param what the predicate of the error message, such as "is not …" */
export function cannotExpress(language: string, node: ResourceNode, path: Path, what: string): never {
  throw ImpError.of("GENERATOR_CANNOT_EXPRESS", {
    urn: node.urn,
    language,
    resource: `${node.resource.token} ${node.logicalName}`,
    path: formatPath(path),
    what,
  });
}
