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
