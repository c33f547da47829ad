/**
 * Turns a type spec of the schema language into an IR type: shallow, a named type stays its token. Rules: docs/programs.md#types.
 */
import { ImpError } from "../errors.ts";
import type { EnumType, PrimitiveKind, Token, Type, UnionType } from "../ir/type.ts";
import type { JsonObject } from "../json/object.ts";
import { asObject, flagField, listField, objectField, ownMember, textField } from "./fields.ts";
import { parseReference, tolerantVersion, unescaped } from "./references.ts";
import { foreignToken, lastSegment } from "./tokens.ts";

/** The facts about the package of a spec that resolving needs. */
export interface TypeScope {
  readonly package: string;
  readonly version: string | undefined;
  token(token: string): Token;
  /** The type of this package with exactly this token; `undefined` when there is none. */
  namedType(token: string): (Type & { readonly kind: "object" | "enum" }) | undefined;
  /** The canonical token of a resource of this package. */
  resourceToken(token: string): string | undefined;
  /** True when a resource of this package has this module and, but for the case of the first letter, this member. */
  isResourceName(name: Token): boolean;
}

/** Type specs nest at most this deep; more is an attack, not a schema. */
const deepestType = 200;

const builtInTypes: Readonly<Record<string, Type>> = {
  "pulumi.json#/Archive": { kind: "archive" },
  "pulumi.json#/Asset": { kind: "asset" },
  "pulumi.json#/Json": { kind: "json" },
  "pulumi.json#/Any": { kind: "any" },
};

/**
 * Resolves a type spec: `$ref` goes before `oneOf`, `oneOf` before `type`.
 *
 * @param place JSON pointer of the spec, for messages.
 * @throws ImpError SCHEMA_BROKEN when the spec is none.
 */
export function resolveType(spec: unknown, scope: TypeScope, place: string, depth = 0): Type {
  if (depth > deepestType) throw brokenType(place, `a type nests deeper than ${deepestType} levels`);
  const object = asObject(spec, place);
  const reference = textField(object, "$ref", place);
  if (reference !== undefined && reference !== "") return resolveReference(reference, object, scope, place);
  if (ownMember(object, "oneOf") !== undefined) return resolveUnion(object, scope, place, depth);
  const kind = textField(object, "type", place);
  switch (kind) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { kind };
    case "array":
      if (ownMember(object, "items") === undefined) throw brokenType(place, "an array type has no items");
      return nest("list", ownMember(object, "items"), scope, `${place}/items`, depth);
    case "object":
      return nest(
        "map",
        ownMember(object, "additionalProperties") ?? { type: "string" },
        scope,
        `${place}/additionalProperties`,
        depth,
      );
    default:
      throw brokenType(place, kind === undefined ? "a type is missing" : "the kind of type is unknown");
  }
}

function nest(kind: "list" | "map", spec: unknown, scope: TypeScope, place: string, depth: number): Type {
  const element = resolveType(spec, scope, place, depth + 1);
  const plain = flagField(asObject(spec, place), "plain", place);
  return plain ? { kind, element, plainElement: true } : { kind, element };
}

function resolveReference(reference: string, spec: JsonObject, scope: TypeScope, place: string): Type {
  const standard = Object.hasOwn(builtInTypes, reference) ? builtInTypes[reference] : undefined;
  if (standard !== undefined) return standard;
  const referent = parseReference(reference);
  if ("why" in referent) throw brokenType(place, `the $ref ${referent.why}`);
  const { section, token, version, package: named = scope.package } = referent;
  const isOwn = named === scope.package;
  const isLocal = isOwn && (version === undefined || version === tolerantVersion(scope.version ?? ""));
  switch (section) {
    case "provider":
      return resourceType(`pulumi:providers:${named}`, named, scope);
    case "resources":
      return resourceType((isLocal && scope.resourceToken(token)) || token, named, scope);
    case "types": {
      const known = isOwn ? scope.namedType(token) : undefined;
      if (known !== undefined) return known;
      // An opaque type, whose underlying type stands next to the reference.
      const underlying = textField(spec, "type", place);
      if (isPrimitive(underlying)) return { kind: underlying };
      if (isLocal) return { kind: "any" };
      return { kind: "object", name: { ...foreignToken(token), package: named }, language: {} };
    }
    case "functions":
      throw brokenType(place, "the $ref names a function, which is no type");
  }
}

function resourceType(token: string, named: string, scope: TypeScope): Type {
  return { kind: "resource", name: { ...scope.token(token), package: named } };
}

function resolveUnion(spec: JsonObject, scope: TypeScope, place: string, depth: number): Type {
  const members = listField(spec, "oneOf", place).map((member, i) =>
    resolveType(member, scope, `${place}/oneOf/${i}`, depth + 1),
  );
  const [only] = members;
  if (only === undefined) throw brokenType(place, "oneOf lists no types");
  if (members.length === 1) return only;
  const discriminator = objectField(spec, "discriminator", place);
  const property = textField(discriminator, "propertyName", `${place}/discriminator`);
  const kind = textField(spec, "type", place);
  const defaultType = isPrimitive(kind) ? { defaultType: kind } : {};
  if (property === undefined || property === "") return { kind: "union", members, ...defaultType };
  const mapping = new Map<string, string>();
  for (const [value, referent] of Object.entries(objectField(discriminator, "mapping", `${place}/discriminator`))) {
    if (typeof referent === "string") mapping.set(value, mappedToken(referent, members));
  }
  return { kind: "union", members, discriminator: { property, mapping }, ...defaultType } satisfies UnionType;
}

/** Mapping values are references or bare tokens; the last segment decides only when it is unique. */
function mappedToken(referent: string, members: readonly Type[]): string {
  const token = unescaped(referent.replace(/^.*#\/types\//, ""));
  const tokens = members.flatMap((member) => (member.kind === "object" ? [member.name.token] : []));
  if (tokens.includes(token)) return token;
  const last = lastSegment(token);
  const [match, other] = tokens.filter((candidate) => lastSegment(candidate) === last);
  return match !== undefined && other === undefined ? match : token;
}

/** Reads an enum's definition: `type` is the type of its members. */
export function readEnum(definition: JsonObject, name: Token, place: string): EnumType {
  const element = textField(definition, "type", place);
  if (!isPrimitive(element)) throw brokenType(`${place}/type`, "an enum is made of string, integer, number or boolean");
  const members = listField(definition, "enum", place).map((item, i) => {
    const member = asObject(item, `${place}/enum/${i}`);
    const value = ownMember(member, "value");
    const fits = typeof value === (element === "integer" ? "number" : element);
    if (!fits || !isConstantJson(value))
      throw brokenType(`${place}/enum/${i}/value`, `an enum of ${element} has another value`);
    const label = textField(member, "name", place);
    const deprecationMessage = textField(member, "deprecationMessage", place);
    return {
      value,
      name: label === undefined || label === "" ? undefined : label,
      deprecationMessage: deprecationMessage || undefined,
    };
  });
  return { kind: "enum", name, element, members, language: objectField(definition, "language", place) };
}

function isPrimitive(kind: string | undefined): kind is PrimitiveKind {
  return kind === "string" || kind === "integer" || kind === "number" || kind === "boolean";
}

function isConstantJson(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function brokenType(place: string, message: string): ImpError {
  return ImpError.of("SCHEMA_BROKEN", { place, message });
}
