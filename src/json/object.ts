/**
 * Objects of parsed JSON, of which nothing is known. Only own members are read, so `__proto__` and its kin are data.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** The value under a path of keys; `undefined` where there is none. */
export function memberAt(json: unknown, ...keys: readonly string[]): unknown {
  let value = json;
  for (const key of keys) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Returns the object under a path of keys; an empty one if there is none. */
export function objectAt(json: unknown, ...keys: readonly string[]): JsonObject {
  const value = memberAt(json, ...keys);
  return isJsonObject(value) ? value : {};
}

/** Returns the string under a path of keys; undefined if there is none, or if it is empty. */
export function textAt(json: unknown, ...keys: readonly string[]): string | undefined {
  const value = memberAt(json, ...keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the whole number of a key; 0 if there is none. */
export function countAt(json: unknown, key: string): number {
  const value = memberAt(json, key);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** Returns a key as Go's decoder compares it: ASCII in lower case, and the two characters whose lower case is ASCII. */
export function foldedKey(key: string): string {
  return key
    .replaceAll("\u017f", "s")
    .replaceAll("\u212a", "k")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
