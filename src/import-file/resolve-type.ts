/** Resolves the type of an entry to the token in the schema of its package. */

import { ImpError } from "../domain/errors.ts";
import type { PackageReference, ResourceKind } from "../domain/graph.ts";
import { isProviderType, unmanagedType } from "../domain/urn.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import { nearestName } from "./check.ts";
import type { ImportSpec, TextLocation } from "./import-specs.ts";
import type { ResolveContext } from "./resolved-specs.ts";

export interface ResolvedType {
  readonly type: string;
  readonly kind: ResourceKind;
  readonly isRemote?: true;
  /** Why this entry cannot be imported. Other entries are not affected. */
  readonly error?: ImpError | undefined;
}

/**
 * Resolves the type of an entry. Types of local components and providers, and of packages without a schema, stay as they are.
 *
 * @param context `schemas` are by package name, or by `name@version` if there are several versions
 */
export function resolveEntryType(
  entry: ImportSpec,
  reference: PackageReference,
  { schemas }: Pick<ResolveContext, "schemas">,
): ResolvedType {
  if (isProviderType(entry.type)) return { type: entry.type, kind: "provider" };
  const schema = schemas?.get(`${reference.name}@${reference.version}`) ?? schemas?.get(reference.name);
  try {
    if (!entry.component) return resolveCustomType(entry, schema);
    if (!entry.remote && !isComponentOf(schema, entry.type)) return { type: entry.type, kind: "component" };
    const remote = remoteType(entry, wholeToken(entry.type));
    // A plugin cannot read a remote component, but it can construct the component again with the inputs in the state.
    return entry.source === undefined ? remote : { ...remote, error: undefined };
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return { type: wholeToken(entry.type), kind: entry.component ? "component" : "custom", error };
  }
}

function resolveCustomType(entry: ImportSpec, schema: PackageSchema | undefined): ResolvedType {
  const where = formatLocation(entry.locations.type);
  const token = wholeToken(entry.type);
  const why = unmanagedType(token);
  if (why !== undefined) {
    const error = ImpError.of("TYPE_NOT_IMPORTABLE", { where, name: entry.logicalName, type: token, why });
    return { type: token, kind: "custom", error };
  }
  if (entry.id === undefined && entry.source === undefined) {
    const error = ImpError.of("ID_NOT_GIVEN", { where, name: entry.logicalName, type: entry.type });
    return { type: token, kind: "custom", error };
  }
  if (schema === undefined) return { type: token, kind: "custom" };
  const resource = schema.resource(entry.type) ?? typedResource(entry, schema);
  if (resource === undefined) return { type: token, kind: "custom", error: unknownType(entry, schema, where) };
  const type = resource.name.token;
  if (resource.isComponent) return remoteType(entry, type);
  if (resource.isOpen) return { type, kind: "custom" };
  return { type, kind: "custom", ...unknownInput(entry, [...resource.inputs.keys()], resource.outputs.keys()) };
}

function typedResource({ type, isTyped }: ImportSpec, schema: PackageSchema): ResourceSchema | undefined {
  const [only, ...more] = isTyped ? schema.meantResources(type) : [];
  return only === undefined || more.length > 0 ? undefined : schema.resource(only);
}

function remoteType(entry: ImportSpec, type: string): ResolvedType {
  const error = ImpError.of("REMOTE_COMPONENT", {
    where: formatLocation(entry.locations.type),
    name: entry.logicalName,
    type: entry.type,
  });
  return { type, kind: "component", isRemote: true, error };
}

/** Returns true if the schema has a component with exactly this token. The engine treats other types as local components. */
function isComponentOf(schema: PackageSchema | undefined, token: string): boolean {
  const resource = schema?.resource(token);
  return resource?.isComponent === true && resource.name.token === token;
}

/** Returns an error for a name in `inputs`, `properties`, or options that the schema lacks. Otherwise, the name would have no effect. */
function unknownInput(
  entry: ImportSpec,
  inputs: readonly string[],
  outputs: Iterable<string>,
): { readonly error?: ImpError } {
  // Properties from another stack are not checked. The user cannot correct them, and that stack may use another version of the package.
  const properties = entry.source === undefined ? entry.properties.map(([name]) => String(name)) : [];
  const { ignoreChanges = [], additionalSecretOutputs = [] } = entry.options ?? {};
  const ignored = ignoreChanges.map(([name]) => String(name)).filter((name) => name !== "*");
  const either = new Set([...inputs, ...outputs]);
  const input =
    [...(entry.inputs?.keys() ?? []), ...properties].find((name) => !inputs.includes(name)) ??
    [...ignored, ...additionalSecretOutputs].find((name) => !either.has(name));
  if (input === undefined) return {};
  const near = nearestName(input, inputs) ?? nearestName(input, either);
  const where = formatLocation(entry.where);
  const error = ImpError.of("UNKNOWN_INPUT", { where, name: entry.logicalName, type: entry.type, input, near });
  return { error };
}

function formatLocation(place: TextLocation): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** Converts `pkg::Member` to `pkg:index:Member`, because a URN cannot contain an empty module. */
function wholeToken(type: string): string {
  return type.replace("::", ":index:");
}

/** Returns the error for a type that matches no resource or several resources. */
function unknownType(entry: ImportSpec, schema: PackageSchema, where: string): ImpError {
  const meant = schema.meantResources(entry.type);
  if (meant.length > 1) {
    return ImpError.of("TYPE_AMBIGUOUS", { where, word: entry.type, package: schema.name, tokens: meant });
  }
  return ImpError.of("UNKNOWN_RESOURCE_TYPE", {
    where,
    name: entry.logicalName,
    type: entry.type,
    package: schema.name,
    version: schema.version,
    suggestions: meant.length > 0 ? meant : schema.suggestResources(entry.type),
  });
}
