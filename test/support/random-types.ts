/**
 * Random package schemas of one resource with one input, and random JSON for its values, by seed. A special value, such as an asset, is an object
 * with a marker.
 */
import type { Draw } from "./mutate.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;

export interface JsonObject {
  [key: string]: Json;
}

export interface RandomPackage {
  readonly schema: JsonObject;
  /** The type spec of the input `value`. */
  readonly spec: JsonObject;
  readonly types: Readonly<Record<string, JsonObject>>;
}

/** The key of special values. Its value is the kind: `asset`, `archive`, `resource` or `unknown`. */
export const marker = "$special";

export const inputName = "value";
export const resourceToken = "wild:index:Thing";

/** Two tokens have the same last part. One token is percent-encoded in references. */
const objectTokens = [
  "wild:index:Alpha",
  "wild:index:Beta",
  "wild:sub/mod:Beta",
  "wild:index:Gamma",
  "wild:index:Delta",
];
const enumTokens = ["wild:index:Mode", "wild:index:Size", "wild:index:Flag"];
const names = ["kind", "mode", "size", "a.b", "x/y~z", "constructor", "items", "next", "type", "__own"];
const texts = ["alpha", "beta", "on", "off", "1", "2.5", "true", "", "Beta", "Gamma", "Mode", ...objectTokens];
const numbers = [0, 1, 2, -1, 2.5, 1e21, 3_000_000_000];

export function pick<T>(list: readonly T[], draw: Draw): T {
  return list[draw(list.length)] as T;
}

export function randomPackage(draw: Draw): RandomPackage {
  const types: Record<string, JsonObject> = {};
  for (const token of enumTokens) types[token] = enumSpec(draw);
  for (const token of objectTokens) types[token] = objectSpec(draw);
  const spec = typeSpec(draw, 3);
  const property = { ...spec, ...flags(draw) };
  const resource = { inputProperties: { [inputName]: property } };
  return { schema: { name: "wild", version: "1.2.3", types, resources: { [resourceToken]: resource } }, spec, types };
}

function flags(draw: Draw): JsonObject {
  return { ...(draw(5) === 0 && { secret: true }), ...(draw(5) === 0 && { plain: true }) };
}

function enumSpec(draw: Draw): JsonObject {
  const type = pick(["string", "string", "integer", "number", "boolean"], draw);
  const all: Readonly<Record<string, readonly Json[]>> = {
    string: texts,
    integer: [0, 1, 2],
    number: numbers,
    boolean: [true],
  };
  const values = new Set(Array.from({ length: 1 + draw(3) }, () => pick(all[type] ?? [], draw)));
  return { type, enum: [...values].map((value) => ({ value })) };
}

function objectSpec(draw: Draw): JsonObject {
  const properties: JsonObject = {};
  const required: string[] = [];
  for (let count = draw(5); count > 0; count -= 1) {
    const name = pick(names, draw);
    // Required properties are never recursive, so every type has a value.
    const isRequired = draw(3) === 0;
    const spec = isRequired ? pick([primitiveSpec, emptySpec], draw)(draw) : typeSpec(draw, 2);
    const constant = draw(3) === 0 ? constantOf(spec, draw) : undefined;
    properties[name] = { ...spec, ...flags(draw), ...(constant !== undefined && { const: constant }) };
    const requiredIndex = required.indexOf(name);
    if (requiredIndex >= 0) required.splice(requiredIndex, 1);
    if (isRequired) required.push(name);
  }
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

function constantOf({ type }: JsonObject, draw: Draw): Json | undefined {
  if (type === "string") return pick(texts, draw);
  if (type === "integer") return pick([0, 1, 2], draw);
  if (type === "number") return pick(numbers, draw);
  return type === "boolean" ? draw(2) === 0 : undefined;
}

function primitiveSpec(draw: Draw): JsonObject {
  return { type: pick(["string", "string", "integer", "number", "boolean"], draw) };
}

/** Returns the spec of a list or map, which accepts empty values. */
function emptySpec(draw: Draw): JsonObject {
  const inside = typeSpec(draw, 1);
  return draw(2) === 0 ? { type: "array", items: inside } : { type: "object", additionalProperties: inside };
}

function typeSpec(draw: Draw, depth: number): JsonObject {
  const leaf = draw(14);
  if (depth === 0 || leaf < 3) return primitiveSpec(draw);
  switch (leaf) {
    case 3:
    case 4:
      return { type: "array", items: { ...typeSpec(draw, depth - 1), ...(draw(6) === 0 && { plain: true }) } };
    case 5:
      return { type: "object", ...(draw(4) > 0 && { additionalProperties: typeSpec(draw, depth - 1) }) };
    case 6:
    case 7:
      return { $ref: reference(pick(objectTokens, draw), draw) };
    case 8:
      return { $ref: reference(pick(enumTokens, draw), draw) };
    case 9:
      return {
        $ref: pick(
          [
            "pulumi.json#/Any",
            "pulumi.json#/Json",
            "pulumi.json#/Asset",
            "pulumi.json#/Archive",
            `#/resources/${resourceToken}`,
            "#/provider",
            "/other/v1.0.0/schema.json#/types/other:index:Far",
            "/other/v1.0.0/schema.json#/resources/other:index:Bucket",
          ],
          draw,
        ),
      };
    case 10:
      return discriminated(draw);
    default:
      return {
        oneOf: Array.from({ length: 2 + draw(3) }, () => typeSpec(draw, depth - 1)),
        ...(draw(4) === 0 && { type: "string" }),
      };
  }
}

function reference(token: string, draw: Draw): string {
  const written = draw(2) === 0 ? token.replaceAll("/", "%2F") : token.replaceAll("/", "%2f");
  return `#/types/${written}`;
}

function discriminated(draw: Draw): JsonObject {
  const twins = draw(3) === 0 ? ["wild:sub/mod:Beta", "wild:index:Beta"] : [];
  const tokens = [...new Set([...twins, ...Array.from({ length: 2 + draw(2) }, () => pick(objectTokens, draw))])];
  const members: Json[] = tokens.map((token) => ({ $ref: reference(token, draw) }));
  if (tokens.length < 2 || draw(4) === 0) members.push(primitiveSpec(draw));
  if (draw(5) === 0)
    members.push({ oneOf: [{ $ref: reference(pick(objectTokens, draw), draw) }, { type: "boolean" }] });
  const mapping: JsonObject = {};
  if (draw(3) > 0) {
    for (const value of ["alpha", "beta", "1"]) {
      const token = pick([...tokens, "wild:gone:Gamma"], draw);
      if (draw(3) > 0) mapping[value] = draw(3) === 0 ? token : reference(token, draw);
    }
  }
  const discriminator = { propertyName: pick(["kind", "type"], draw), ...(draw(4) > 0 && { mapping }) };
  return { oneOf: members, discriminator };
}

/** Returns a value that usually matches the type. */
export function grownValue(spec: JsonObject, { types }: Pick<RandomPackage, "types">, draw: Draw, depth = 5): Json {
  if (draw(40) === 0) return { [marker]: "unknown" };
  if (typeof spec.$ref === "string") return ofReference(spec.$ref, types, draw, depth);
  if (Array.isArray(spec.oneOf)) {
    const member = pick(spec.oneOf, draw) as JsonObject;
    const value = grownValue(member, { types }, draw, depth);
    const { propertyName, mapping } = (spec.discriminator ?? {}) as JsonObject;
    if (typeof propertyName !== "string" || !isObject(value) || marker in value || draw(4) === 0) return value;
    return { ...value, [propertyName]: pick([...Object.keys((mapping ?? {}) as JsonObject), ...texts], draw) };
  }
  const length = depth <= 0 ? 0 : draw(3);
  switch (spec.type) {
    case "array":
      return Array.from({ length }, () => grownValue(spec.items as JsonObject, { types }, draw, depth - 1));
    case "object": {
      const inside = (spec.additionalProperties ?? { type: "string" }) as JsonObject;
      const keys = Array.from({ length }, () => pick(names, draw));
      const value = Object.fromEntries(keys.map((key) => [key, grownValue(inside, { types }, draw, depth - 1)]));
      return draw(12) === 0 ? { ...value, __defaults: [] } : value;
    }
    case "integer":
      return pick(numbers.filter(Number.isInteger), draw);
    case "number":
      return pick(numbers, draw);
    case "boolean":
      return draw(2) === 0;
    default:
      return pick(texts, draw);
  }
}

function ofReference(ref: string, types: RandomPackage["types"], draw: Draw, depth: number): Json {
  if (ref.endsWith("/Asset")) return { [marker]: pick(["asset", "archive"], draw) };
  if (ref.endsWith("/Archive")) return { [marker]: "archive" };
  if (ref.includes("/resources/") || ref === "#/provider") return { [marker]: "resource" };
  const definition = types[decodeURIComponent(ref.replace("#/types/", ""))];
  if (definition === undefined) return ref.includes("/types/") ? { far: wildValue(draw, 1) } : wildValue(draw, 2);
  if (Array.isArray(definition.enum)) return (pick(definition.enum, draw) as JsonObject).value as Json;
  const properties = (definition.properties ?? {}) as Record<string, JsonObject>;
  const required = (definition.required ?? []) as readonly Json[];
  const value: JsonObject = {};
  for (const [name, property] of Object.entries(properties)) {
    if (!required.includes(name) && (depth <= 0 || draw(2) === 0)) continue;
    value[name] = property.const ?? grownValue(property, { types }, draw, depth - 1);
  }
  if (draw(12) === 0) value.__defaults = [];
  return value;
}

/** Returns a random value of any type. */
export function wildValue(draw: Draw, depth: number): Json {
  switch (draw(depth <= 0 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return draw(2) === 0;
    case 2:
      return pick(numbers, draw);
    case 3:
      return { [marker]: pick(["asset", "archive", "resource"], draw) };
    case 6:
      return Array.from({ length: draw(3) }, () => wildValue(draw, depth - 1));
    case 7:
    case 8:
      return Object.fromEntries(Array.from({ length: draw(3) }, () => [pick(names, draw), wildValue(draw, depth - 1)]));
    default:
      return pick(texts, draw);
  }
}

/** Returns the value with one change. */
export function changedValue(value: Json, draw: Draw): Json {
  if (Array.isArray(value)) {
    if (value.length === 0 || draw(4) === 0) return draw(2) === 0 ? wildValue(draw, 1) : [...value, wildValue(draw, 1)];
    const at = draw(value.length);
    return value.map((item, index) => (index === at ? changedValue(item, draw) : item));
  }
  if (!isObject(value) || marker in value) return wildValue(draw, 1);
  const keys = Object.keys(value);
  const key = keys.length === 0 ? undefined : pick(keys, draw);
  switch (draw(6)) {
    case 0:
      return { ...value, [pick(names, draw)]: wildValue(draw, 1) };
    case 1:
      return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    case 2:
      return wildValue(draw, 1);
    default:
      return key === undefined ? value : { ...value, [key]: changedValue(value[key] as Json, draw) };
  }
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
