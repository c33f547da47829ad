/**
 * Lists the differences between two package schemas, based only on their JSON. Callers pair the resources and functions, because their tokens differ.
 */
type Json = null | boolean | number | string | readonly Json[] | JsonMap;

export interface JsonMap {
  readonly [key: string]: Json;
}

export interface SchemaDifference {
  /** Every path of the property in the first schema. */
  readonly places: readonly string[];
  readonly fact: string;
  /** The value in the first schema, as JSON. */
  readonly before: string;
}

interface Members {
  readonly place: string;
  readonly properties: JsonMap;
  readonly required: readonly Json[];
}

/** The inputs and outputs of a resource or function. A type has the same properties on both sides. */
export interface Sides {
  readonly input?: Members;
  readonly output?: Members;
}

export function membersOf(spec: Json | undefined, place: string, properties: string, required: string): Members {
  const own = mapOf(spec);
  return { place: `${place}.${properties}`, properties: mapOf(own[properties]), required: listOf(own[required]) };
}

/** Returns the differences between all properties, and between the types that they refer to. */
export function differencesOfSides(
  [before, after]: readonly [Sides, Sides],
  [oldTypes, newTypes]: readonly [JsonMap, JsonMap],
  seen: ReadonlySet<string> = new Set(),
): readonly SchemaDifference[] {
  const names = new Set([before.input, before.output].flatMap((side) => Object.keys(side?.properties ?? {})));
  return [...names].flatMap((name) => {
    const [old, renewed] = [factsOf(before, name, oldTypes), factsOf(after, name, newTypes)];
    const places = [before.input, before.output].flatMap((side) =>
      side !== undefined && Object.hasOwn(side.properties, name) ? [placeOf(side.place, name)] : [],
    );
    const differing = Object.keys(old.facts).filter(
      (fact) => JSON.stringify(old.facts[fact]) !== JSON.stringify(renewed.facts[fact]),
    );
    const token = old.token ?? "";
    const isObject = old.token !== undefined && renewed.token !== undefined && !seen.has(token);
    const types = (all: JsonMap, one = ""): Sides => sidesOfType(all[one], `types["${one}"]`);
    const below = isObject
      ? differencesOfSides(
          [types(oldTypes, old.token), types(newTypes, renewed.token)],
          [oldTypes, newTypes],
          new Set([...seen, token]),
        )
      : [];
    return [...differing.map((fact) => ({ places, fact, before: JSON.stringify(old.facts[fact]) ?? "" })), ...below];
  });
}

/** Returns the sides of a type. Its inputs and outputs can have different required properties, which are then listed in `language.nodejs`. */
function sidesOfType(type: Json | undefined, place: string): Sides {
  const members = membersOf(type, place, "properties", "required");
  const { requiredInputs, requiredOutputs } = mapOf(mapOf(mapOf(type).language).nodejs);
  return {
    input: { ...members, ...(requiredInputs !== undefined && { required: listOf(requiredInputs) }) },
    output: { ...members, ...(requiredOutputs !== undefined && { required: listOf(requiredOutputs) }) },
  };
}

function placeOf(place: string, name: string): string {
  return /^\w+$/.test(name) ? `${place}.${name}` : `${place}["${name}"]`;
}

function factsOf({ input, output }: Sides, name: string, types: JsonMap) {
  const [set, read] = [input, output].map((side) =>
    side !== undefined && Object.hasOwn(side.properties, name) ? mapOf(side.properties[name]) : undefined,
  );
  const side = set ?? read ?? {};
  const { text, token } = typeOf(side, types);
  const fields: Record<string, Json | undefined> = {
    type: text,
    isInput: set !== undefined,
    isOutput: read !== undefined,
    isRequiredInput: set !== undefined && (input?.required.includes(name) ?? false),
    isRequiredOutput: read !== undefined && (output?.required.includes(name) ?? false),
    isSecret: set?.secret === true || read?.secret === true,
    description: side.description,
    deprecation: side.deprecationMessage,
    default: side.default,
    replaces: set?.replaceOnChanges === true || set?.willReplaceOnChanges === true,
  };
  return { facts: fields, token };
}

/** Describes the type, and returns the token of the innermost object. */
function typeOf(spec: JsonMap, types: JsonMap): { readonly text: string; readonly token?: string } {
  if (spec.oneOf !== undefined) return { text: `one of ${JSON.stringify(spec.oneOf)}` };
  if (typeof spec.$ref === "string") {
    const token = decodeURIComponent(spec.$ref.replace("#/types/", ""));
    const type = mapOf(types[token]);
    if (type.enum !== undefined) return { text: `enum ${JSON.stringify(type.enum)}` };
    return type.type === "object" ? { text: "object", token } : { text: spec.$ref };
  }
  const around = (word: string, inner: Json | undefined) => {
    const { text, token } = typeOf(mapOf(inner), types);
    return { text: `${word} of ${text}`, ...(token !== undefined && { token }) };
  };
  if (spec.type === "array") return around("array", spec.items);
  if (spec.type === "object") return around("map", spec.additionalProperties ?? { type: "string" });
  return { text: String(spec.type) };
}

export function mapOf(value: Json | undefined): JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonMap) : {};
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
