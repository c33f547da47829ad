/** Reads objects of parsed JSON. Reads only own members, so that a key such as `__proto__` is ordinary data. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Returns the value at a path of keys, or undefined if there is none. */
export function memberAt(json: unknown, ...keys: readonly string[]): unknown {
  let value = json;
  for (const key of keys) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

/** Returns the object at a path of keys, or an empty object if there is none. */
export function objectAt(json: unknown, ...keys: readonly string[]): JsonObject {
  const value = memberAt(json, ...keys);
  return isJsonObject(value) ? value : {};
}

/** Returns the non-empty string at a path of keys, or undefined if there is none. */
export function textAt(json: unknown, ...keys: readonly string[]): string | undefined {
  const value = memberAt(json, ...keys);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the integer at a key, or 0 if there is none. */
export function countAt(json: unknown, key: string): number {
  const value = memberAt(json, key);
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** Converts a key to the form in which Go's decoder compares keys: ASCII letters become lowercase, and two other characters become ASCII letters. */
export function foldedKey(key: string): string {
  return key
    .replaceAll("\u017f", "s")
    .replaceAll("\u212a", "k")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Parses JSON text. Returns undefined if it is invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes undefined members. Needed before an object is spread or its keys are listed. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
