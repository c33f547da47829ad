/**
 * Converts a type spec to JSON Schema (draft 2020-12). Written from the documentation of Pulumi's schema language, without code of `src`. The schema
 * accepts the values of `random-types.ts`.
 */
import { type Json, type JsonObject, marker, type RandomPackage } from "./random-types.ts";

/** A schema that accepts no value. */
const never = false as const;

function special(...kinds: readonly string[]): JsonObject {
  return { type: "object", required: [marker], properties: { [marker]: { enum: [...kinds] } } };
}

const anySpecial: JsonObject = { type: "object", required: [marker] };

/** Returns a schema with all named types in `$defs`. */
export function jsonSchemaOf(spec: JsonObject, { types }: RandomPackage): JsonObject {
  const definitions = Object.entries(types).map(([token, definition]) => [
    nameOf(token),
    definitionOf(definition, types),
  ]);
  return { ...schemaOf(spec, types), $defs: Object.fromEntries(definitions) as JsonObject };
}

function nameOf(token: string): string {
  return token.replace(/[^A-Za-z0-9]/g, "_");
}

function definitionOf(definition: JsonObject, types: RandomPackage["types"]): JsonObject {
  if (Array.isArray(definition.enum)) {
    const values = definition.enum.map((member) => (member as JsonObject).value as Json);
    return { type: definition.type as string, enum: values };
  }
  const required = (definition.required ?? []) as string[];
  const properties = Object.entries((definition.properties ?? {}) as Record<string, JsonObject>).map(
    ([name, property]) => {
      const { const: constant } = property;
      const inner = schemaOf(property, types);
      const whole: JsonObject =
        constant === undefined
          ? inner
          : { if: special("unknown"), else: { ...(inner.else as JsonObject), const: constant } };
      // A null property counts as missing.
      return [name, required.includes(name) ? whole : { if: { type: "null" }, else: whole }];
    },
  );
  return ordinary({
    type: "object",
    properties: Object.fromEntries(properties) as JsonObject,
    required,
    additionalProperties: never,
    // Allow properties that the engine and the bridge add, such as `__defaults`.
    patternProperties: { "^__": true },
  });
}

/** Returns the schema of an object that is not a special value. */
function ordinary(schema: JsonObject): JsonObject {
  return { not: anySpecial, if: anySpecial, else: schema };
}

/** Returns the schema of a type. An unknown value matches every type. */
function schemaOf(spec: JsonObject, types: RandomPackage["types"]): JsonObject {
  return { if: special("unknown"), else: knownSchema(spec, types) };
}

function knownSchema(spec: JsonObject, types: RandomPackage["types"]): JsonObject {
  if (typeof spec.$ref === "string") return referenceSchema(spec.$ref, types);
  if (Array.isArray(spec.oneOf)) return unionSchema(spec, types);
  switch (spec.type) {
    case "array":
      return { type: "array", items: schemaOf(spec.items as JsonObject, types) };
    case "object": {
      const inside = (spec.additionalProperties ?? { type: "string" }) as JsonObject;
      const member: JsonObject = { if: { type: "null" }, else: schemaOf(inside, types) };
      return ordinary({
        type: "object",
        additionalProperties: member,
        // `__defaults` can also be the bridge's list of defaults, which is not an entry of the map.
        properties: { __defaults: { if: { const: [] }, else: member } },
      });
    }
    default:
      return { type: spec.type as string };
  }
}

function referenceSchema(ref: string, types: RandomPackage["types"]): JsonObject {
  switch (ref) {
    case "pulumi.json#/Any":
    case "pulumi.json#/Json":
      return {};
    case "pulumi.json#/Asset":
      return { if: special("asset", "archive"), else: never };
    case "pulumi.json#/Archive":
      return { if: special("archive"), else: never };
  }
  if (ref === "#/provider" || ref.includes("/resources/")) return { if: special("resource"), else: never };
  const token = tokenOf(ref);
  // The schema does not contain the properties of types in other packages.
  return types[token] === undefined ? ordinary({ type: "object" }) : { $ref: `#/$defs/${nameOf(token)}` };
}

function tokenOf(ref: string): string {
  return decodeURIComponent(ref.replace("#/types/", ""));
}

/** Matches any member, or only the member that the discriminator selects. */
function unionSchema(spec: JsonObject, types: RandomPackage["types"]): JsonObject {
  const members = spec.oneOf as JsonObject[];
  const structural: JsonObject = { anyOf: members.map((member) => schemaOf(member, types)) };
  const { propertyName, mapping } = (spec.discriminator ?? {}) as JsonObject;
  if (typeof propertyName !== "string") return structural;
  const objects = objectsOf(members, types);
  return selections((mapping ?? {}) as Record<string, string>, objects).reduceRight<JsonObject>(
    (otherwise, [stated, member]) => {
      const isStated = { type: "object", required: [propertyName], properties: { [propertyName]: stated } };
      const selected = member === undefined ? structural : schemaOf(member, types);
      return {
        allOf: [
          { if: { not: isStated }, else: selected },
          { if: isStated, else: otherwise },
        ],
      };
    },
    structural,
  );
}

function objectsOf(
  members: readonly JsonObject[],
  types: RandomPackage["types"],
): readonly (readonly [string, JsonObject])[] {
  return members.flatMap((member) => {
    if (Array.isArray(member.oneOf)) return objectsOf(member.oneOf as JsonObject[], types);
    const { $ref: ref } = member;
    if (typeof ref !== "string") return [];
    const token = ref.startsWith("/other") ? ref.replace(/^.*types\//, "") : tokenOf(ref);
    const isObject = ref.includes("/types/") && (types[token] === undefined || types[token]?.properties !== undefined);
    return isObject ? [[token, member] as const] : [];
  });
}

/** Returns discriminator values and their members, first match first: mapping, whole tokens, and unique last parts. */
function selections(
  mapping: Readonly<Record<string, string>>,
  objects: readonly (readonly [string, JsonObject])[],
): readonly (readonly [stated: JsonObject, member: JsonObject | undefined])[] {
  const last = (token: string): string => token.split(":").at(-1) ?? "";
  const select = (token: string): JsonObject | undefined => {
    const whole = objects.find(([other]) => other === token);
    const partly = objects.filter(([other]) => last(other) === last(token));
    return (whole ?? (partly.length === 1 ? partly[0] : undefined))?.[1];
  };
  return [
    ...Object.entries(mapping).map(([value, ref]) => [{ const: value }, select(tokenOf(ref))] as const),
    ...objects.map(([token]) => [{ const: token }, select(token)] as const),
    ...objects.map(([token]) => [{ type: "string", pattern: `(^|:)${last(token)}$` }, select(last(token))] as const),
  ];
}

/** Returns the members of a union, with nested unions flattened. */
export function unionMembers(spec: JsonObject): readonly JsonObject[] {
  return Array.isArray(spec.oneOf) ? (spec.oneOf as JsonObject[]).flatMap(unionMembers) : [spec];
}
