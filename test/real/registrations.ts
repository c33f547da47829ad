/** Converts registrations of an SDK and of a program to one form for comparison. */
import { evaluate } from "../../src/ir/evaluate.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import type { ObjectSchema, PackageSchema, PropertySchema } from "../../src/schema/types.ts";
import { signatureKey, signatures } from "../../src/value/signatures.ts";

/** A request to register a resource, with wire inputs as JSON. */
export interface Registration {
  readonly type: string;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/**
 * Unwraps secrets, and replaces resources with their names, which are their IDs under mocks. Removes constants and defaults that the SDK adds
 * from the schema if the program does not set them.
 */
export function describeRegistrations(program: Program, schema: PackageSchema, registrations: readonly Registration[]) {
  const sent = new Map(registrations.map((each) => [`${each.type} ${each.name}`, each.inputs]));
  const names = new Map(program.resources.map((node) => [node.id, node.logicalName]));
  const meant = program.resources.map((node) => [registrationKey(node), meaningOf(node, names)] as const);
  const compared = program.resources.map((node, index) => {
    const inputs = plain(sent.get(registrationKey(node)) ?? null, node.kind === "provider", [...names.values()]);
    const reported = meant[index]?.[1] ?? {};
    const shape = node.kind === "provider" ? schema.provider : schema.resource(node.resource.token);
    return [registrationKey(node), withoutAdditions(inputs, reported, shape?.inputs ?? new Map(), schema)] as const;
  });
  return { sent: Object.fromEntries(compared), meant: Object.fromEntries(meant) };
}

function registrationKey(node: ResourceNode): string {
  const type = node.kind === "provider" ? `pulumi:providers:${node.resource.package}` : node.resource.token;
  return `${type} ${node.logicalName}`;
}

function meaningOf(node: ResourceNode, names: ReadonlyMap<string, string>): { readonly [key: string]: Plain } {
  return Object.fromEntries(node.inputs.map(({ name, value }) => [name, plainOf(value, names)]));
}

function plainOf(expression: Expression, names: ReadonlyMap<string, string>): Plain {
  return evaluate<Plain>(expression, {
    null: () => null,
    boolean: (value) => value,
    number: (value) => value,
    string: (value) => value,
    list: (items) => items,
    map: (entries) => Object.fromEntries(entries),
    reference: (id, path) => [names.get(id) ?? id, ...path].join("."),
    call: (token, _, path) => [token, ...path].join("."),
    concat: (parts) => parts.map((part) => ("text" in part ? part.text : String(part.value))).join(""),
    secret: (value) => value,
    config: (key) => key,
    asset: (source) => ({ asset: JSON.stringify(source) }),
    archive: (source) => ({ archive: JSON.stringify(source) }),
    json: (value) => JSON.stringify(value),
  });
}

/**
 * @param isProvider true for the arguments of a provider, which are JSON strings
 * @param names the names of all resources. They are needed to find the name in a URN, because types and names may contain URN delimiters
 */
function plain(value: unknown, isProvider: boolean, names: readonly string[]): Plain {
  if (Array.isArray(value)) return value.map((item) => plain(item, false, names));
  if (typeof value === "string" && value.startsWith("urn:pulumi:")) return nameIn(value, names);
  if (typeof value !== "object" || value === null) return value as Plain;
  const fields = value as Readonly<Record<string, unknown>>;
  switch (fields[signatureKey]) {
    case signatures.secret:
      return plain(fields.value, false, names);
    case signatures.asset:
      return { asset: sourceText(fields) };
    case signatures.archive:
      return { archive: sourceText(fields) };
    case signatures.resource:
      return plain(fields.urn, false, names);
    default:
      return Object.fromEntries(
        Object.entries(fields).map(([key, item]) => {
          const inner = plain(item, false, names);
          return [key, isProvider ? fromJson(inner, names) : inner];
        }),
      );
  }
}

function sourceText(fields: Readonly<Record<string, unknown>>): string {
  const from = ["text", "path", "uri"].find((key) => fields[key] !== undefined) ?? "";
  return JSON.stringify({ from, [from]: fields[from] });
}

function nameIn(urn: string, names: readonly string[]): string {
  const [longest] = names.filter((name) => urn.endsWith(`::${name}`)).sort((a, b) => b.length - a.length);
  return longest ?? urn;
}

function fromJson(value: Plain, names: readonly string[]): Plain {
  if (typeof value !== "string") return value;
  try {
    return plain(JSON.parse(value), false, names);
  } catch {
    return value;
  }
}

function withoutAdditions(
  sent: Plain,
  meant: Plain | undefined,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): Plain {
  if (!isObject(sent) || !isObject(meant)) return sent;
  const entries = Object.entries(sent).flatMap(([key, value]) => {
    const property = properties.get(key);
    if (!Object.hasOwn(meant, key) && property !== undefined && isGiven(property)) return [];
    return [[key, property === undefined ? value : inside(value, meant[key], property.type, schema)] as const];
  });
  return Object.fromEntries(entries);
}

function isGiven(property: PropertySchema): boolean {
  return property.const !== undefined || property.default !== undefined || property.environment.length > 0;
}

function inside(sent: Plain, meant: Plain | undefined, type: Type, schema: PackageSchema): Plain {
  if (type.kind === "list" && Array.isArray(sent)) {
    return sent.map((item, at) => inside(item, Array.isArray(meant) ? meant[at] : undefined, type.element, schema));
  }
  const object: ObjectSchema | undefined = type.kind === "object" ? schema.objectType(type.name.token) : undefined;
  return object === undefined ? sent : withoutAdditions(sent, meant, object.properties, schema);
}

function isObject(value: Plain | undefined): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
