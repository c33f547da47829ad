/**
 * The meaning of an entry's type: the canonical token by its package's schema, or why the entry cannot be imported.
 */

import { isProviderType, unmanagedType } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { PackageReference, ResourceKind } from "../graph.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import { nearestName } from "./check.ts";
import type { ImportSpec, Place } from "./import-specs.ts";
import type { ResolveContext } from "./resolved-specs.ts";

export interface ResolvedType {
  readonly type: string;
  readonly kind: ResourceKind;
  readonly isRemote?: true;
  /** Why this entry fails; the others do not. */
  readonly error?: ImpError | undefined;
}

/**
 * Resolves the type of an entry. Components and providers keep their type; so does a resource whose package has no schema here.
 *
 * @param context `schemas`: by package name, or by `name@version` where there are several versions of one.
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
    // No plugin can read one; with the inputs that a state has of it, its plugin constructs it again.
    return entry.source === undefined ? remote : { ...remote, error: undefined };
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return { type: wholeToken(entry.type), kind: entry.component ? "component" : "custom", error };
  }
}

function resolveCustomType(entry: ImportSpec, schema: PackageSchema | undefined): ResolvedType {
  const where = formatPlace(entry.places.type);
  const given = wholeToken(entry.type);
  if (entry.extension !== undefined) {
    const error = ImpError.of("EXTENSION_PACKAGE", { where, name: entry.logicalName, extension: entry.extension.name });
    return { type: given, kind: "custom", error };
  }
  const why = unmanagedType(given);
  if (why !== undefined) {
    const error = ImpError.of("TYPE_NOT_IMPORTABLE", { where, name: entry.logicalName, type: given, why });
    return { type: given, kind: "custom", error };
  }
  if (entry.id === undefined && entry.source === undefined) {
    const error = ImpError.of("ID_NOT_GIVEN", { where, name: entry.logicalName, type: entry.type });
    return { type: given, kind: "custom", error };
  }
  if (schema === undefined) return { type: given, kind: "custom" };
  const resource = schema.resource(entry.type) ?? typedResource(entry, schema);
  if (resource === undefined) return { type: given, kind: "custom", error: unknownType(entry, schema, where) };
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
  const facts = { where: formatPlace(entry.places.type), name: entry.logicalName, type: entry.type };
  return { type, kind: "component", isRemote: true, error: ImpError.of("REMOTE_COMPONENT", facts) };
}

/** Only by its whole token: the engine takes any other text for a type of the program's own. */
function isComponentOf(schema: PackageSchema | undefined, token: string): boolean {
  const resource = schema?.resource(token);
  return resource?.isComponent === true && resource.name.token === token;
}

/** A name in `inputs`, `properties` or options that the schema does not know would be left out without a word. */
function unknownInput(
  entry: ImportSpec,
  known: readonly string[],
  outputs: Iterable<string>,
): { readonly error?: ImpError } {
  // A type that another stack had by another schema is no mistake of a person.
  const asked = entry.source === undefined ? entry.properties.map(([name]) => String(name)) : [];
  const { ignoreChanges = [], additionalSecretOutputs = [] } = entry.options ?? {};
  const ignored = ignoreChanges.map(([name]) => String(name)).filter((name) => name !== "*");
  const either = new Set([...known, ...outputs]);
  const input =
    [...(entry.inputs?.keys() ?? []), ...asked].find((name) => !known.includes(name)) ??
    [...ignored, ...additionalSecretOutputs].find((name) => !either.has(name));
  if (input === undefined) return {};
  const near = nearestName(input, known) ?? nearestName(input, either);
  const facts = { where: formatPlace(entry.where), name: entry.logicalName, type: entry.type, input };
  return { error: ImpError.of("UNKNOWN_INPUT", { ...facts, near }) };
}

/** `file:line:column`. */
function formatPlace(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** `pkg::Member` cannot stand in a URN: its empty module is `index`. */
function wholeToken(type: string): string {
  return type.replace("::", ":index:");
}

/** Of a type that means several resources, or none. */
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
