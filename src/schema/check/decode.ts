import { foldedKey, isJsonObject, type JsonObject } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import type { Walk } from "./faults.ts";
import { objectStruct, outputsObject, type Shape, type Struct, typeStruct } from "./shapes.ts";

export interface DecodeOptions {
  /** True to accept numbers and booleans as strings, because YAML files often contain `1.0` without quotes. */
  readonly hasLooseTexts: boolean;
}

/** The maximum depth of checked types. Real types nest far less deeply. */
const deepestChecked = 200;

/** The type to check instead of a type that is nested too deeply. */
const anyReference = { $ref: "pulumi.json#/Any" };

/**
 * Decodes a value as Pulumi does. Reports values of a wrong type, and omits null, empty strings, and unknown keys. The metaschema and the binding
 * rules apply to the result. Returns `json` itself if nothing is omitted, and undefined if nothing remains.
 */
export function decodeChecked(json: unknown, shape: Shape, walk: Walk, options: DecodeOptions, depth = 0): unknown {
  if (json === null || json === undefined) return undefined;
  // Only types can contain themselves, so only they need a limit.
  if (shape === typeStruct && depth > deepestChecked) {
    const why = `Values nest deeper than ${deepestChecked} levels. Deeper values are not checked.`;
    walk.overlooked({ rule: "size", why, hint: "Reduce the nesting depth of the type." });
    return anyReference;
  }
  switch (shape.kind) {
    case "text":
      if (typeof json === "string") return json === "" ? undefined : json;
      if (options.hasLooseTexts && (typeof json === "number" || typeof json === "boolean")) return String(json);
      return refuseType(json, "a string", walk);
    case "flag":
      return typeof json === "boolean" ? json : refuseType(json, "true or false", walk);
    case "value":
      return json;
    case "language":
      return isJsonObject(json) ? json : refuseType(json, "an object", walk);
    case "alias":
      return decodeAlias(json, walk);
    case "bytes":
      return decodeBytes(json, walk);
    case "version":
      return decodeVersion(json, walk);
    case "outputs":
      return decodeOutputs(json, walk, options, depth);
    case "list":
      return Array.isArray(json)
        ? decodeList(json, shape.item(), walk, options, depth)
        : refuseType(json, "a list", walk);
    case "map":
      return isJsonObject(json)
        ? decodeMap(json, shape.item(), walk, options, depth)
        : refuseType(json, "an object", walk);
    case "struct":
      return isJsonObject(json) ? decodeStruct(json, shape, walk, options, depth) : refuseType(json, "an object", walk);
  }
}

function decodeList(
  list: readonly unknown[],
  item: Shape,
  walk: Walk,
  options: DecodeOptions,
  depth: number,
): readonly unknown[] {
  let isSame = true;
  const decoded = list.map((child, index) => {
    walk.enter(index);
    const result = decodeChecked(child, item, walk, options, depth + 1) ?? zeroValue(item);
    walk.leave();
    isSame &&= result === child;
    return result;
  });
  return isSame ? list : decoded;
}

function decodeMap(map: JsonObject, item: Shape, walk: Walk, options: DecodeOptions, depth: number): JsonObject {
  let changed: [string, unknown][] | undefined;
  const keys = Object.keys(map);
  keys.forEach((key, index) => {
    const child = map[key];
    walk.enter(key);
    const result = decodeChecked(child, item, walk, options, depth + 1) ?? zeroValue(item);
    walk.leave();
    if (result !== child) changed ??= keys.slice(0, index).map((previous) => [previous, map[previous]]);
    changed?.push([key, result]);
  });
  return changed === undefined ? map : Object.fromEntries(changed);
}

/** Returns the value that null has after Go's decoder. */
function zeroValue(shape: Shape): unknown {
  switch (shape.kind) {
    case "text":
    case "alias":
      return "";
    case "flag":
      return false;
    case "list":
      return [];
    default:
      return {};
  }
}

const comments: ReadonlySet<string> = new Set(["$schema", "//", "$comment"]);

function decodeStruct(json: JsonObject, struct: Struct, walk: Walk, options: DecodeOptions, depth: number): JsonObject {
  const { fields, kept = [] } = struct;
  let isSame = true;
  const decoded: Record<string, unknown> = {};
  for (const key of Object.keys(json)) {
    const name = Object.hasOwn(fields, key) ? key : misspelt(key, json, struct, walk);
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field === undefined) {
      isSame = false;
      continue;
    }
    walk.enter(key);
    const result = decodeChecked(json[key], field, walk, options, depth + 1);
    walk.leave();
    if (name === "oneOf" && Array.isArray(result) && result.length === 0) tooFewMembers(walk, key);
    const isDropped = !kept.includes(name) && isOmitted(result, field);
    isSame &&= !isDropped && name === key && result === json[key];
    if (!isDropped) decoded[name] = result ?? zeroValue(field);
  }
  for (const key of kept) {
    if (Object.hasOwn(decoded, key) || key === "plain") continue;
    isSame = false;
    decoded[key] = fields[key] === undefined ? null : key === "value" ? null : zeroValue(fields[key]);
  }
  return isSame ? json : decoded;
}

/** Reports a union with too few members. Pulumi omits an empty list before it applies the metaschema, but the binder rejects the union. */
export function tooFewMembers(walk: Walk, ...below: readonly string[]): void {
  const why = "A union needs at least two types.";
  walk.refuse(
    { rule: "union-members", why, hint: "Add a type to `oneOf`, or replace the union with its only type." },
    ...below,
  );
}

/** Returns true if Pulumi's encoder omits the value. It omits empty maps, but not empty objects, which are pointers in its structs. */
function isOmitted(value: unknown, shape: Shape): boolean {
  if (value === undefined || value === false) return value === undefined || shape.kind === "flag";
  if (Array.isArray(value)) return shape.kind === "list" && value.length === 0;
  return (shape.kind === "map" || shape.kind === "language") && Object.keys(value as object).length === 0;
}

/** Reports a key that the struct does not have. If Pulumi's decoder ignores the letter case of the key, returns the field with that name. */
function misspelt(key: string, json: JsonObject, struct: Struct, walk: Walk): string | undefined {
  const names = Object.keys(struct.fields);
  const folded = foldedKey(key);
  const matchingField = struct.isExact ? undefined : names.find((name) => foldedKey(name) === folded);
  if (matchingField !== undefined) {
    const why = `${quote(key)} differs from \`${matchingField}\` in letter case. Pulumi reads this key, but other tools ignore it.`;
    walk.overlooked({ rule: "letter-case", at: "key", why, hint: `Rename the key to \`${matchingField}\`.` }, key);
    return matchingField;
  }
  if (comments.has(key)) return undefined;
  const near = walk.nearest(key, names);
  const isMeant = near !== undefined && !Object.hasOwn(json, near);
  const why = `${quote(key)} is not a key of ${struct.noun}, so Pulumi ignores it.`;
  const hint = isMeant ? `Did you mean \`${near}\`?` : `Remove the key. Known keys: ${names.join(", ")}.`;
  if (isMeant) walk.overlooked({ rule: "misspelt-key", at: "key", why, hint }, key);
  else if (struct.isClosed) walk.overlooked({ rule: "unknown-key", at: "key", why, hint }, key);
  else walk.warn({ rule: "unknown-key", at: "key", why, hint }, key);
  return undefined;
}

/** Decodes an alias, which is a string or an object with `type`. In older schemas, the object also has `name` and `project`. */
function decodeAlias(json: unknown, walk: Walk): unknown {
  if (typeof json === "string") return json;
  if (!isJsonObject(json)) return refuseType(json, "a type token, or an object with `type`,", walk);
  const { type: token } = json;
  if (token !== undefined && token !== null && typeof token !== "string") {
    walk.enter("type");
    refuseType(token, "a string", walk);
    walk.leave();
    return {};
  }
  for (const key of Object.keys(json)) {
    if (["type", "name", "project"].includes(key)) continue;
    const why = `${quote(key)} is not a key of an alias, so Pulumi ignores it.`;
    walk.warn({ rule: "unknown-key", at: "key", why, hint: "Known keys: type, name, project." }, key);
  }
  return json;
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBytes(json: unknown, walk: Walk): unknown {
  if (typeof json !== "string") return refuseType(json, "a string in base64", walk);
  if (base64Pattern.test(json.replace(/[\r\n]/g, ""))) return json;
  walk.refuse({ rule: "base64", why: "The string is not base64.", hint: "Encode the parameter as base64." });
  return undefined;
}

function decodeVersion(json: unknown, walk: Walk): unknown {
  if (typeof json !== "string") return refuseType(json, "a version", walk);
  if (semver.test(json)) return json;
  const why = `${quote(json)} is not a semantic version.`;
  walk.refuse({ rule: "version", why, hint: "Use a version such as 1.2.3." });
  return undefined;
}

/** Matches semantic versions as semver.org defines them. Pulumi's metaschema allows a leading `v` in some fields. */
export const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/**
 * Decodes the outputs of a function: an object with properties, or a type. If the object is invalid, Pulumi reads it as a type, and silently drops
 * its properties.
 */
function decodeOutputs(json: unknown, walk: Walk, options: DecodeOptions, depth: number): unknown {
  if (!isJsonObject(json)) return refuseType(json, "an object", walk);
  if (Object.keys(json).length === 0) return undefined;
  if (Object.keys(json).some((key) => foldedKey(key) === "properties" && json[key] !== null)) {
    let isRefused = false;
    const inner = walk.withReport((fault) => {
      isRefused ||= fault.pulumi === "refuses";
      return { ...fault, pulumi: "accepts" };
    });
    const decoded = decodeStruct(json, outputsObject, inner, options, depth);
    if (!isRefused) return decoded;
  }
  const isOfObjects = (key: string): boolean =>
    Object.hasOwn(objectStruct.fields, key) && !Object.hasOwn(typeStruct.fields, key);
  const rest = Object.fromEntries(Object.entries(json).filter(([key]) => !isOfObjects(key)));
  return decodeStruct(rest, typeStruct, walk, options, depth);
}

function refuseType(json: unknown, expected: string, walk: Walk): undefined {
  const why = `Expected ${expected.replace(/,$/, "")}, found ${jsonKind(json)}.`;
  walk.refuse({ rule: "json-type", why, hint: `Change the value to ${expected.replace(/,$/, "")}.` });
  return undefined;
}

/** Describes a JSON value in a message. */
export function jsonKind(json: unknown): string {
  if (json === null) return "null";
  if (Array.isArray(json)) return "a list";
  switch (typeof json) {
    case "string":
      return `the string ${quote(json)}`;
    case "number":
      return `the number ${json}`;
    case "boolean":
      return String(json);
    default:
      return "an object";
  }
}
