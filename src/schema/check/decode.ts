/**
 * Reads a document as Pulumi's decoder does: values of another type are refused; null, empty texts and keys that it does not know are left
 * out. The metaschema and the binding rules apply to the result.
 */
import { foldedKey, isJsonObject, type JsonObject } from "../../json/object.ts";
import { quote } from "../../json/quote.ts";
import type { Walk } from "./faults.ts";
import { objectStruct, outputsObject, type Shape, type Struct, typeStruct } from "./shapes.ts";

export interface DecodeOptions {
  /** Numbers and flags are read as texts: YAML writes `1.0` without quotes. */
  readonly hasLooseTexts: boolean;
}

/** Values are checked as deep as this, which no type needs. */
const deepestChecked = 200;

/** Stands for a type that is not checked. */
const anyReference = { $ref: "pulumi.json#/Any" };

/**
 * Returns the value without everything that Pulumi overlooks; the very same one where nothing is overlooked. `undefined`: nothing is left.
 */
export function decodeChecked(json: unknown, shape: Shape, walk: Walk, options: DecodeOptions, depth = 0): unknown {
  if (json === null || json === undefined) return undefined;
  // Types alone hold each other to any depth.
  if (shape === typeStruct && depth > deepestChecked) {
    const why = `Values nest deeper than ${deepestChecked} levels: those below are not checked.`;
    walk.overlooked({ rule: "size", why, hint: "Nest types less deep." });
    return anyReference;
  }
  switch (shape.kind) {
    case "text":
      if (typeof json === "string") return json === "" ? undefined : json;
      if (options.hasLooseTexts && (typeof json === "number" || typeof json === "boolean")) return String(json);
      return wrongType(json, "a string", walk);
    case "flag":
      return typeof json === "boolean" ? json : wrongType(json, "true or false", walk);
    case "value":
      return json;
    case "language":
      return isJsonObject(json) ? json : wrongType(json, "an object", walk);
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
        : wrongType(json, "a list", walk);
    case "map":
      return isJsonObject(json)
        ? decodeMap(json, shape.item(), walk, options, depth)
        : wrongType(json, "an object", walk);
    case "struct":
      return isJsonObject(json) ? decodeStruct(json, shape, walk, options, depth) : wrongType(json, "an object", walk);
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
    if (result !== child) changed ??= keys.slice(0, index).map((known) => [known, map[known]]);
    changed?.push([key, result]);
  });
  return changed === undefined ? map : Object.fromEntries(changed);
}

/** The value that Go's decoder leaves in the place of null. */
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

/** Keys that are written for a person are no fault. */
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

/** An empty list is left out before the metaschema sees it, and refused by the binder. */
export function tooFewMembers(walk: Walk, ...below: readonly string[]): void {
  const why = "A union of fewer than two types is none.";
  walk.refuse({ rule: "union-members", why, hint: "List two types, or write the type itself." }, ...below);
}

/** Pulumi's encoder leaves it out. Objects stay: they are pointers in its structs. */
function isOmitted(value: unknown, shape: Shape): boolean {
  if (value === undefined || value === false) return value === undefined || shape.kind === "flag";
  if (Array.isArray(value)) return shape.kind === "list" && value.length === 0;
  return (shape.kind === "map" || shape.kind === "language") && Object.keys(value as object).length === 0;
}

/** Reports a key that the shape does not have; the field that Pulumi's decoder takes it for, or `undefined`. */
function misspelt(key: string, json: JsonObject, struct: Struct, walk: Walk): string | undefined {
  const names = Object.keys(struct.fields);
  const folded = foldedKey(key);
  const same = struct.isExact ? undefined : names.find((name) => foldedKey(name) === folded);
  if (same !== undefined) {
    const why = `${quote(key)} is \`${same}\` in other letters: Pulumi reads it, and other tools overlook it.`;
    walk.overlooked({ rule: "letter-case", at: "key", why, hint: `Write \`${same}\`.` }, key);
    return same;
  }
  if (comments.has(key)) return undefined;
  const near = walk.nearest(key, names);
  const isMeant = near !== undefined && !Object.hasOwn(json, near);
  const why = `${quote(key)} is no key of ${struct.noun}: Pulumi overlooks it.`;
  const hint = isMeant ? `Did you mean \`${near}\`?` : `Remove it. Known are ${names.join(", ")}.`;
  if (isMeant) walk.overlooked({ rule: "misspelt-key", at: "key", why, hint }, key);
  else if (struct.isClosed) walk.overlooked({ rule: "unknown-key", at: "key", why, hint }, key);
  else walk.warn({ rule: "unknown-key", at: "key", why, hint }, key);
  return undefined;
}

/** A text, or an object with `type`; name and project are of older schemas. */
function decodeAlias(json: unknown, walk: Walk): unknown {
  if (typeof json === "string") return json;
  if (!isJsonObject(json)) return wrongType(json, "a type token, or an object with `type`,", walk);
  const { type: token } = json;
  if (token !== undefined && token !== null && typeof token !== "string") {
    walk.enter("type");
    wrongType(token, "a string", walk);
    walk.leave();
    return {};
  }
  for (const key of Object.keys(json)) {
    if (["type", "name", "project"].includes(key)) continue;
    const why = `${quote(key)} is no key of an alias: Pulumi overlooks it.`;
    walk.warn({ rule: "unknown-key", at: "key", why, hint: "Known are type, name, project." }, key);
  }
  return json;
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodeBytes(json: unknown, walk: Walk): unknown {
  if (typeof json !== "string") return wrongType(json, "a string in base64", walk);
  if (base64Pattern.test(json.replace(/[\r\n]/g, ""))) return json;
  walk.refuse({ rule: "base64", why: "The text is not base64.", hint: "Encode the parameter as base64." });
  return undefined;
}

function decodeVersion(json: unknown, walk: Walk): unknown {
  if (typeof json !== "string") return wrongType(json, "a version", walk);
  if (semver.test(json)) return json;
  const why = `${quote(json)} is no semantic version.`;
  walk.refuse({ rule: "version", why, hint: "Write it like 1.2.3." });
  return undefined;
}

/** As semver.org has it; Pulumi's metaschema allows a `v` in front in places. */
export const semver =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

/**
 * An object with properties, or the type that a function returns. Pulumi reads an object that it cannot decode as a type, and drops its
 * properties without a word.
 */
function decodeOutputs(json: unknown, walk: Walk, options: DecodeOptions, depth: number): unknown {
  if (!isJsonObject(json)) return wrongType(json, "an object", walk);
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

function wrongType(json: unknown, wanted: string, walk: Walk): undefined {
  const why = `Expected ${wanted.replace(/,$/, "")}, found ${jsonKind(json)}.`;
  walk.refuse({ rule: "json-type", why, hint: `Write ${wanted.replace(/,$/, "")}.` });
  return undefined;
}

/** A value of JSON in words. */
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
