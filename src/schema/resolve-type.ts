/** Resolves a type spec of a schema to a `Type`. Named types are not expanded. Rules: docs/programs.md#types. */
import { ImpError } from "../domain/errors.ts";
import type { EnumType, PrimitiveKind, Token, Type, UnionType } from "../ir/type.ts";
import type { JsonObject } from "../value/json/object.ts";
import { asObject, flagField, listField, objectField, ownMember, textField } from "./fields.ts";
import { parseReference, tolerantVersion, unescaped } from "./references.ts";
import { foreignToken, lastSegment } from "./tokens.ts";

export interface TypeScope {
  readonly package: string;
  readonly version: string | undefined;
  token(token: string): Token;
  namedType(token: string): (Type & { readonly kind: "object" | "enum" }) | undefined;
  resourceToken(token: string): string | undefined;
  /** Returns true if a resource of this package has this module and member, ignoring the case of the member's first letter. */
  isResourceName(name: Token): boolean;
}

/** The maximum nesting of a type spec. A deeper spec counts as invalid, because it may be an attack. */
const deepestType = 200;

const builtInTypes: Readonly<Record<string, Type>> = {
  "pulumi.json#/Archive": { kind: "archive" },
  "pulumi.json#/Asset": { kind: "asset" },
  "pulumi.json#/Json": { kind: "json" },
  "pulumi.json#/Any": { kind: "any" },
};

const textSpec = { type: "string" };

/** Resolves a type spec. `$ref` takes precedence over `oneOf`, and `oneOf` over `type`. Throws SCHEMA_BROKEN if the spec is invalid. */
export function resolveType(spec: unknown, scope: TypeScope, pointer: string, depth = 0): Type {
  if (depth > deepestType) throw brokenType(pointer, `a type nests deeper than ${deepestType} levels`);
  const object = asObject(spec, pointer);
  const reference = textField(object, "$ref", pointer);
  if (reference !== undefined && reference !== "") return resolveReference(reference, object, scope, pointer);
  if (ownMember(object, "oneOf") !== undefined) return resolveUnion(object, scope, pointer, depth);
  const kind = textField(object, "type", pointer);
  switch (kind) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return { kind };
    case "array":
      if (ownMember(object, "items") === undefined) throw brokenType(pointer, "an array type has no items");
      return nest("list", ownMember(object, "items"), scope, `${pointer}/items`, depth);
    case "object":
      return nest(
        "map",
        ownMember(object, "additionalProperties") ?? textSpec,
        scope,
        `${pointer}/additionalProperties`,
        depth,
      );
    default:
      throw brokenType(pointer, kind === undefined ? "a type is missing" : "unknown kind of type");
  }
}

function nest(kind: "list" | "map", spec: unknown, scope: TypeScope, pointer: string, depth: number): Type {
  const element = resolveType(spec, scope, pointer, depth + 1);
  const plain = flagField(asObject(spec, pointer), "plain", pointer);
  return plain ? { kind, element, plainElement: true } : { kind, element };
}

function resolveReference(reference: string, spec: JsonObject, scope: TypeScope, pointer: string): Type {
  const standard = Object.hasOwn(builtInTypes, reference) ? builtInTypes[reference] : undefined;
  if (standard !== undefined) return standard;
  const referent = parseReference(reference);
  if ("why" in referent) throw brokenType(pointer, `the $ref ${referent.why}`);
  const { section, token, version, package: packageName = scope.package } = referent;
  const isSamePackage = packageName === scope.package;
  const isLocal = isSamePackage && (version === undefined || version === tolerantVersion(scope.version ?? ""));
  switch (section) {
    case "provider":
      return resourceType(`pulumi:providers:${packageName}`, packageName, scope);
    case "resources":
      return resourceType((isLocal && scope.resourceToken(token)) || token, packageName, scope);
    case "types": {
      const localType = isSamePackage ? scope.namedType(token) : undefined;
      if (localType !== undefined) return localType;
      // The reference names a type without a definition here. A primitive type can be next to the reference.
      const underlying = textField(spec, "type", pointer);
      if (isPrimitive(underlying)) return { kind: underlying };
      if (isLocal) return { kind: "any" };
      return { kind: "object", name: { ...foreignToken(token), package: packageName }, language: {} };
    }
    case "functions":
      throw brokenType(pointer, "the $ref names a function, which is not a type");
  }
}

function resourceType(token: string, packageName: string, scope: TypeScope): Type {
  return { kind: "resource", name: { ...scope.token(token), package: packageName } };
}

function resolveUnion(spec: JsonObject, scope: TypeScope, pointer: string, depth: number): Type {
  const members = listField(spec, "oneOf", pointer).map((member, i) =>
    resolveType(member, scope, `${pointer}/oneOf/${i}`, depth + 1),
  );
  const [only] = members;
  if (only === undefined) throw brokenType(pointer, "oneOf has no types");
  if (members.length === 1) return only;
  const discriminator = objectField(spec, "discriminator", pointer);
  const property = textField(discriminator, "propertyName", `${pointer}/discriminator`);
  const kind = textField(spec, "type", pointer);
  const defaultType = isPrimitive(kind) ? { defaultType: kind } : {};
  if (property === undefined || property === "") return { kind: "union", members, ...defaultType };
  const mapping = new Map<string, string>();
  for (const [value, referent] of Object.entries(objectField(discriminator, "mapping", `${pointer}/discriminator`))) {
    if (typeof referent === "string") mapping.set(value, mappedToken(referent, members));
  }
  return { kind: "union", members, discriminator: { property, mapping }, ...defaultType } satisfies UnionType;
}

/**
 * Returns the token for a value of a discriminator mapping. The value can be a reference, a token, or the last segment of exactly one member's token.
 */
function mappedToken(referent: string, members: readonly Type[]): string {
  const token = unescaped(referent.replace(/^.*#\/types\//, ""));
  const tokens = members.flatMap((member) => (member.kind === "object" ? [member.name.token] : []));
  if (tokens.includes(token)) return token;
  const last = lastSegment(token);
  const [match, other] = tokens.filter((candidate) => lastSegment(candidate) === last);
  return match !== undefined && other === undefined ? match : token;
}

/** Reads an enum definition. Its `type` is the type of its members. */
export function readEnum(definition: JsonObject, name: Token, pointer: string): EnumType {
  const element = textField(definition, "type", pointer);
  if (!isPrimitive(element))
    throw brokenType(`${pointer}/type`, "an enum must be of type string, integer, number, or boolean");
  const members = listField(definition, "enum", pointer).map((item, i) => {
    const member = asObject(item, `${pointer}/enum/${i}`);
    const value = ownMember(member, "value");
    const fits = typeof value === (element === "integer" ? "number" : element);
    if (!fits || !isConstantJson(value))
      throw brokenType(`${pointer}/enum/${i}/value`, `an enum of ${element} has a value of another type`);
    return {
      value,
      name: textField(member, "name", pointer) || undefined,
      deprecationMessage: textField(member, "deprecationMessage", pointer) || undefined,
    };
  });
  return { kind: "enum", name, element, members, language: objectField(definition, "language", pointer) };
}

function isPrimitive(kind: string | undefined): kind is PrimitiveKind {
  return kind === "string" || kind === "integer" || kind === "number" || kind === "boolean";
}

function isConstantJson(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function brokenType(pointer: string, message: string): ImpError {
  return ImpError.of("SCHEMA_BROKEN", { place: pointer, message });
}
