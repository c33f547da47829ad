/**
 * What an entry's type stands for: the canonical token by its package's schema, or why the entry cannot be imported.
 */
import { ImpError } from "../errors.ts";
import type { PackageReference, ResourceKind } from "../graph.ts";
import type { PackageSchema } from "../schema/types.ts";
import { isProviderType } from "../state/urn.ts";
import { nearestName } from "./check.ts";
import type { Place, SpecResource } from "./spec-file.ts";

export interface ResolvedType {
  readonly type: string;
  readonly kind: ResourceKind;
  /** Why this entry fails; the others do not. */
  readonly error?: ImpError;
}

/**
 * Resolves the type of an entry. Components and providers keep their type; so does a resource whose package has no schema here.
 *
 * @param schemas by package name, or by `name@version` where there are several versions of one.
 */
export function resolveEntryType(
  entry: SpecResource,
  reference: PackageReference,
  schemas: ReadonlyMap<string, PackageSchema>,
): ResolvedType {
  const where = textOf(entry.places.type);
  const name = entry.logicalName;
  if (isProviderType(entry.type)) return { type: entry.type, kind: "provider" };
  const given = wholeToken(entry.type);
  if (entry.component) {
    if (!entry.remote) return { type: entry.type, kind: "component" };
    return {
      type: given,
      kind: "component",
      error: ImpError.of("REMOTE_COMPONENT", { where, name, type: entry.type }),
    };
  }
  if (entry.extension !== undefined) {
    const error = ImpError.of("EXTENSION_PACKAGE", { where, name, extension: entry.extension.name });
    return { type: given, kind: "custom", error };
  }
  const schema = schemas.get(`${reference.name}@${reference.version}`) ?? schemas.get(reference.name);
  if (schema === undefined) return { type: given, kind: "custom" };
  try {
    const resource = schema.resource(entry.type);
    if (resource === undefined) return { type: given, kind: "custom", error: unknownType(entry, schema, where) };
    const type = resource.name.token;
    if (!resource.isComponent) return { type, kind: "custom", ...unknownInput(entry, [...resource.inputs.keys()]) };
    return { type, kind: "component", error: ImpError.of("REMOTE_COMPONENT", { where, name, type }) };
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return { type: given, kind: "custom", error };
  }
}

/** A name in `inputs` or `properties` that the schema does not know would be left out without a word. */
function unknownInput(entry: SpecResource, known: readonly string[]): { readonly error?: ImpError } {
  // What another stack had by another schema is no mistake of a person's.
  const asked = entry.origin === undefined ? entry.properties.map(([name]) => String(name)) : [];
  const names = [...(entry.inputs?.keys() ?? []), ...asked];
  const input = names.find((name) => !known.includes(name));
  if (input === undefined) return {};
  const near = nearestName(input, known);
  const facts = { where: textOf(entry.where), name: entry.logicalName, type: entry.type, input };
  return { error: ImpError.of("UNKNOWN_INPUT", { ...facts, ...(near !== undefined && { near }) }) };
}

/** `file:line:column`. */
export function textOf(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** `pkg::Member` cannot stand in a URN: its empty module is `index`. */
function wholeToken(type: string): string {
  return type.replace("::", ":index:");
}

function unknownType(entry: SpecResource, schema: PackageSchema, where: string): ImpError {
  return ImpError.of("UNKNOWN_RESOURCE_TYPE", {
    where,
    name: entry.logicalName,
    type: entry.type,
    package: schema.name,
    ...(schema.version === undefined ? {} : { version: schema.version }),
    suggestions: schema.suggestResources(entry.type),
  });
}
