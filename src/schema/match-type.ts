/**
 * Chooses the member of a union that a value stands for: by discriminator, else by structure. Rules: docs/programs.md#unions-and-enums.
 */
import type { Type, UnionType } from "../ir/type.ts";
import { openSecret } from "../value/open-value.ts";
import type { Value } from "../value/value.ts";
import { discriminatedMember } from "./discriminated-member.ts";
import type { ObjectSchema, PackageSchema } from "./types.ts";

/**
 * Returns the member that `value` fits; the best object member where it fits none (a value may have properties that the schema does not
 * know); else the first member. `undefined` only for an empty union.
 */
export function chooseMember(value: Value, union: UnionType, schema: PackageSchema): Type | undefined {
  const inner = openSecret(value);
  const discriminated = inner.kind === "map" ? discriminatedMember(inner.entries, union) : undefined;
  if (discriminated !== undefined) return discriminated;
  const fitting = union.members.find((member) => fits(inner, member, schema));
  if (fitting !== undefined) return fitting;
  return (inner.kind === "map" ? nearestObject(inner, union, schema) : undefined) ?? union.members[0];
}

/** True when the value has the structure of the type: no unknown member, no required one missing. */
export function fits(value: Value, type: Type, schema: PackageSchema): boolean {
  const inner = openSecret(value);
  if (inner.kind === "unknown" || inner.kind === "output" || type.kind === "any" || type.kind === "json") return true;
  switch (type.kind) {
    case "string":
      return inner.kind === "string" || inner.kind === "bytes";
    case "boolean":
      return inner.kind === "boolean";
    case "integer":
      return inner.kind === "number" && Number.isInteger(inner.value);
    case "number":
      return inner.kind === "number";
    case "asset":
      return inner.kind === "asset" || inner.kind === "archive";
    case "archive":
      return inner.kind === "archive";
    case "list":
      return inner.kind === "list" && inner.items.every((item) => fits(item, type.element, schema));
    case "map":
      return inner.kind === "map" && [...inner.entries.values()].every((item) => fits(item, type.element, schema));
    case "enum":
      return isConstant(inner) && type.members.some((member) => member.value === inner.value);
    case "union":
      return union(inner, type, schema);
    case "resource":
      return inner.kind === "resource";
    case "object":
      return inner.kind === "map" && fitsObject(inner, schema.objectType(type.name.token), schema);
  }
}

function union(value: Value, type: UnionType, schema: PackageSchema): boolean {
  return type.members.some((member) => fits(value, member, schema));
}

function isConstant(value: Value): value is Value & { readonly kind: "string" | "number" | "boolean" } {
  return value.kind === "string" || value.kind === "number" || value.kind === "boolean";
}

/** A type of another package cannot be looked into: every object fits it. */
function fitsObject(
  value: Value & { readonly kind: "map" },
  object: ObjectSchema | undefined,
  schema: PackageSchema,
): boolean {
  if (object === undefined) return true;
  for (const name of object.required) if (!value.entries.has(name)) return false;
  for (const [name, item] of value.entries) {
    const property = object.properties.get(name);
    if (property === undefined) return false;
    if (property.const !== undefined && !equalsConstant(item, property.const)) return false;
    if (!fits(item, property.type, schema)) return false;
  }
  return true;
}

function equalsConstant(value: Value, constant: string | number | boolean): boolean {
  const inner = openSecret(value);
  return !isConstant(inner) || inner.value === constant;
}

/** The object member with the most known and the fewest missing properties; a contradicting constant rules it out. */
function nearestObject(
  value: Value & { readonly kind: "map" },
  type: UnionType,
  schema: PackageSchema,
): Type | undefined {
  let best: { readonly member: Type; readonly score: number } | undefined;
  for (const member of type.members) {
    const object = member.kind === "object" ? schema.objectType(member.name.token) : undefined;
    const score = object === undefined ? undefined : scoreObject(value, object);
    if (score !== undefined && (best === undefined || score > best.score)) best = { member, score };
  }
  return best?.member ?? type.members.find((member) => member.kind === "map");
}

function scoreObject(value: Value & { readonly kind: "map" }, object: ObjectSchema): number | undefined {
  let score = 0;
  for (const [name, item] of value.entries) {
    const property = object.properties.get(name);
    if (property?.const !== undefined && !equalsConstant(item, property.const)) return undefined;
    score += property === undefined ? -1 : 1;
  }
  for (const name of object.required) if (!value.entries.has(name)) score -= 2;
  return score;
}
