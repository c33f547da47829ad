/**
 * JSON trees of property values, independent of `src/value`: their paths, changed copies, and the state format. Secrets, assets, and archives
 * are objects with a signature. They count as leaves.
 */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}
/** Object keys and list indexes. */
export type JsonPath = readonly (string | number)[];

const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
const assetSignature = "c44067f5952c0a294b673a41bacd8c17";
const archiveSignature = "0def7320c3a5731c473e5ecbe6d01bc7";

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns whether the value is a plain object without signature. */
export function isMap(value: Json | undefined): value is JsonObject {
  return isObject(value) && !(signatureKey in value);
}

export function isSecret(value: Json | undefined): value is JsonObject {
  return isObject(value) && value[signatureKey] === secretSignature;
}

/** Returns whether the value is an asset or an archive. */
export function isAsset(value: Json | undefined): value is JsonObject {
  return isObject(value) && [assetSignature, archiveSignature].includes(String(value[signatureKey]));
}

export function secretOf(value: Json): Json {
  return isSecret(value) ? value : { [signatureKey]: secretSignature, value };
}

export function assetOf(fields: JsonObject): JsonObject {
  return { [signatureKey]: assetSignature, ...fields };
}

export function archiveOf(fields: JsonObject): JsonObject {
  return { [signatureKey]: archiveSignature, ...fields };
}

/** Returns every path below the root, parents first. */
export function placesIn(value: Json, at: JsonPath = []): readonly JsonPath[] {
  const below = (key: string | number, item: Json): readonly JsonPath[] => [
    [...at, key],
    ...placesIn(item, [...at, key]),
  ];
  if (isList(value)) return value.flatMap((item, index) => below(index, item));
  if (isMap(value)) return Object.entries(value).flatMap(([key, item]) => below(key, item));
  return [];
}

export function valueAt(value: Json, place: JsonPath): Json | undefined {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  if (isList(value) && typeof key === "number") return value[key] === undefined ? undefined : valueAt(value[key], rest);
  if (!isMap(value) || typeof key !== "string" || !Object.hasOwn(value, key)) return undefined;
  return valueAt(value[key] ?? null, rest);
}

/** Returns a copy with `item` at the path, whose parent must exist. If `item` is undefined, returns a copy without the path. */
export function withAt(value: JsonObject, place: JsonPath, item: Json | undefined): JsonObject {
  return changed(value, place, item) as JsonObject;
}

/** Returns a copy with every value replaced, leaves first. */
export function mapTree(value: Json, change: (value: Json) => Json): Json {
  if (isList(value)) return change(value.map((item) => mapTree(item, change)));
  if (!isObject(value)) return change(value);
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTree(item, change)])));
}

/** Converts a value to the state format with secrets in plain text: `{plaintext: JSON}` instead of `{value}`. */
export function toStateForm(value: Json): Json {
  if (isSecret(value)) {
    return { [signatureKey]: secretSignature, plaintext: JSON.stringify(toStateForm(value.value ?? null)) };
  }
  if (isList(value)) return value.map(toStateForm);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toStateForm(item)]));
}

/** Converts output of `stack export --show-secrets` to the wire format. */
export function fromStateForm(value: Json): Json {
  if (isSecret(value)) return secretOf(fromStateForm(JSON.parse(String(value.plaintext)) as Json));
  if (isList(value)) return value.map(fromStateForm);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fromStateForm(item)]));
}

function changed(value: Json, path: JsonPath, item: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return item ?? null;
  if (isList(value) && typeof key === "number") {
    if (rest.length > 0) return value.with(key, changed(value[key] ?? null, rest, item));
    return item === undefined ? value.toSpliced(key, 1) : value.with(key, item);
  }
  if (!isMap(value)) throw new Error(`path ${JSON.stringify(path)} does not exist in ${JSON.stringify(value)}`);
  const { [key]: before, ...others } = value;
  if (rest.length > 0) return { ...value, [key]: changed(before ?? null, rest, item) };
  return item === undefined ? others : { ...value, [key]: item };
}
