/**
 * Chooses the member of a union type that a value is: by discriminator, then by structure (docs/programs.md#unions-and-enums).
 */
import type { Type, UnionType } from "../ir/type.ts";
import { discriminatedMember } from "../schema/discriminated-member.ts";
import type { ObjectSchema, PropertySchema } from "../schema/types.ts";
import { openSecret } from "../value/open-value.ts";
import type { PropertyMap, Value } from "../value/value.ts";

type ObjectType = Type & { kind: "object" };

/** Finds the schema of an object type. */
export type FindObject = (type: ObjectType) => ObjectSchema | undefined;

/**
 * Returns a member that is no union itself. Plain `string` comes before an enum: an enum next to it is relaxed, and any text is legal.
 * Where no member fits, it is the first one of the value's general shape, else the first.
 */
export function unionMember(value: Value, union: UnionType, findObject: FindObject): Type {
  const members = flatten(union);
  const bare = openSecret(value);
  if (bare.kind === "map") {
    const byName = discriminatedMember(bare.entries, union);
    if (byName !== undefined) return byName;
  }
  let best: Type | undefined;
  let bestScore = 0;
  for (const member of members) {
    const score = scoreMember(bare, member, findObject);
    if (score > bestScore) [best, bestScore] = [member, score];
  }
  return best ?? members[0] ?? { kind: "any" };
}

function flatten(union: UnionType): readonly Type[] {
  return union.members.flatMap((member) => (member.kind === "union" ? flatten(member) : [member]));
}

/** 0: another shape. Higher is nearer; members that tie keep the schema's order. */
function scoreMember(given: Value, type: Type, findObject: FindObject): number {
  const value = openSecret(given);
  switch (type.kind) {
    case "string":
      return value.kind === "string" || value.kind === "bytes" ? 100 : 0;
    case "integer":
      return value.kind === "number" && Number.isInteger(value.value) ? 100 : 0;
    case "number":
      return value.kind === "number" ? 90 : 0;
    case "boolean":
      return value.kind === "boolean" ? 100 : 0;
    case "enum":
      return scoreEnum(value, type);
    case "any":
      return 1;
    case "json":
      return value.kind === "string" ? 50 : 1;
    case "asset":
      return value.kind === "asset" ? 100 : value.kind === "archive" ? 50 : 0;
    case "archive":
      return value.kind === "archive" ? 100 : 0;
    case "resource":
      return value.kind === "resource" ? 100 : 0;
    case "list":
      return value.kind === "list" ? 60 + elementScore(value.items, type.element, findObject) : 0;
    case "map":
      return value.kind === "map" ? 10 + elementScore([...value.entries.values()], type.element, findObject) : 0;
    case "object":
      return value.kind === "map" ? scoreObject(value.entries, findObject(type)) : 0;
    case "union":
      return Math.max(0, ...type.members.map((member) => scoreMember(value, member, findObject)));
  }
}

function scoreEnum(value: Value, type: Type & { kind: "enum" }): number {
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") return 0;
  if (type.members.some((member) => member.value === value.value)) return 80;
  const primitive = type.element === "integer" ? "number" : type.element;
  return value.kind === primitive ? 2 : 0;
}

/** 0 to 20, by the share of elements that fit. */
function elementScore(items: readonly Value[], element: Type, findObject: FindObject): number {
  if (items.length === 0) return 20;
  const fitting = items.filter((item) => scoreMember(item, element, findObject) > 5).length;
  return (20 * fitting) / items.length;
}

/** 40 to 80 when every key is known, every constant equal and nothing required missing; 3 to 9 otherwise. */
function scoreObject(entries: PropertyMap, schema: ObjectSchema | undefined): number {
  if (schema === undefined) return 3;
  let known = 0;
  for (const [key, value] of entries) {
    const property = schema.properties.get(key);
    if (property !== undefined && matchesConst(value, property)) known += 1;
  }
  const missing = [...schema.required].filter((key) => !entries.has(key)).length;
  const share = entries.size === 0 ? 1 : known / entries.size;
  if (share === 1 && missing === 0) return 40 + (40 * (known + 1)) / (schema.properties.size + 1);
  return 3 + (6 * share) / (1 + missing);
}

function matchesConst(value: Value, property: PropertySchema): boolean {
  if (property.const === undefined) return true;
  const bare = openSecret(value);
  return "value" in bare && bare.value === property.const;
}
