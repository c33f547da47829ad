/** Computes the resource options that generated SDKs derive from the schema: `additionalSecretOutputs` and `replaceOnChanges`. */

import type { Type } from "../ir/type.ts";
import { formatPattern, type Path } from "../value/path.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** Returns `additionalSecretOutputs`: the sorted names of the outputs that are secret in the schema. */
export function secretOutputsOf(resource: ResourceSchema): readonly string[] {
  return [...resource.outputs.values()]
    .filter(({ secret }) => secret)
    .map(({ name }) => name)
    .sort();
}

/** Returns true if SDKs treat the output at the path as a secret. */
export function isSecretOutput(resource: ResourceSchema | undefined, [name]: Path): boolean {
  return resource?.outputs.get(String(name))?.secret === true;
}

/** Returns `replaceOnChanges`: the paths of outputs that the schema marks. Outputs can be inside named types, lists (`[*]`), and maps (`.*`). */
export function replaceOnChangesOf(resource: ResourceSchema, schema: PackageSchema): readonly string[] {
  const paths: Path[] = [];
  const visit = (type: Type, path: Path, open: ReadonlySet<string>): void => {
    if (type.kind === "list" || type.kind === "map") visit(type.element, [...path, "*"], open);
    if (type.kind !== "object" || open.has(type.name.token)) return;
    properties(
      schema.objectType(type.name.token)?.properties.values() ?? [],
      path,
      new Set([...open, type.name.token]),
    );
  };
  const properties = (
    list: Iterable<{ name: string; type: Type; replaceOnChanges: boolean }>,
    path: Path,
    open: ReadonlySet<string>,
  ) => {
    for (const property of list) {
      if (property.replaceOnChanges) paths.push([...path, property.name, ...elementPath(property.type)]);
      else visit(property.type, [...path, property.name], open);
    }
  };
  properties(resource.outputs.values(), [], new Set());
  return paths.map(formatPattern).sort();
}

/** Returns the path from a list or map to its innermost elements. SDK generators append it to the path of a property. */
function elementPath(type: Type): Path {
  return type.kind === "list" || type.kind === "map" ? ["*", ...elementPath(type.element)] : [];
}
