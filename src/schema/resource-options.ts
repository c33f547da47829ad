/**
 * Resource options that generated SDKs send from the schema by themselves: secret outputs and properties whose change replaces.
 */
import { formatPattern, type Path } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** `additionalSecretOutputs`: names of the outputs that the schema calls secret, sorted. */
export function secretOutputsOf(resource: ResourceSchema): readonly string[] {
  return [...resource.outputs.values()]
    .filter(({ secret }) => secret)
    .map(({ name }) => name)
    .sort();
}

/** True when SDKs know the value at the path of an output as a secret. */
export function isSecretOutput(resource: ResourceSchema | undefined, [name]: Path): boolean {
  return resource?.outputs.get(String(name))?.secret === true;
}

/** `replaceOnChanges`: paths of the outputs that the schema marks so, through named types, lists (`[*]`) and maps (`.*`). */
export function replaceOnChangesOf(resource: ResourceSchema, schema: PackageSchema): readonly string[] {
  const found: Path[] = [];
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
      if (property.replaceOnChanges) found.push([...path, property.name, ...elementPath(property.type)]);
      else visit(property.type, [...path, property.name], open);
    }
  };
  properties(resource.outputs.values(), [], new Set());
  return found.map(formatPattern).sort();
}

/** A marked list or map stands for its elements: that is how the SDK generators print it. */
function elementPath(type: Type): Path {
  return type.kind === "list" || type.kind === "map" ? ["*", ...elementPath(type.element)] : [];
}
