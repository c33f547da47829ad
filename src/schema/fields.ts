/** Reads fields of parsed JSON. Throws SCHEMA_BROKEN with the JSON pointer of a field of another type. */

import { ImpError } from "../domain/errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../value/json/object.ts";

/** Returns `value` if it is an object. */
export function asObject(value: unknown, pointer: string): JsonObject {
  if (!isJsonObject(value)) throw wrong(pointer, "an object");
  return value;
}

/** Returns the object at `key`, or an empty object if it is missing or null. */
export function objectField(object: JsonObject, key: string, pointer: string): JsonObject {
  const value = ownMember(object, key);
  return value === undefined ? {} : asObject(value, `${pointer}/${key}`);
}

/** Returns the string at `key`. */
export function textField(object: JsonObject, key: string, pointer: string): string | undefined {
  const value = ownMember(object, key);
  if (value === undefined || typeof value === "string") return value;
  throw wrong(`${pointer}/${key}`, "text");
}

/** Returns the boolean at `key`, or false if it is missing. */
export function flagField(object: JsonObject, key: string, pointer: string): boolean {
  const value = ownMember(object, key) ?? false;
  if (typeof value === "boolean") return value;
  throw wrong(`${pointer}/${key}`, "true or false");
}

/** Returns the list at `key`, or an empty list if it is missing. */
export function listField(object: JsonObject, key: string, pointer: string): readonly unknown[] {
  const value = ownMember(object, key) ?? [];
  if (Array.isArray(value)) return value;
  throw wrong(`${pointer}/${key}`, "a list");
}

/** Returns the list of strings at `key`. */
export function textsField(object: JsonObject, key: string, pointer: string): readonly string[] {
  return listField(object, key, pointer).map((item, i) => {
    if (typeof item === "string") return item;
    throw wrong(`${pointer}/${key}/${i}`, "text");
  });
}

/** Returns the constant at `key`, or undefined if it is missing, null, or not a primitive. */
export function constantField(object: JsonObject, key: string): string | number | boolean | undefined {
  const value = ownMember(object, key);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

/** Returns the member itself. Null counts as missing, as in Go. */
export function ownMember(object: JsonObject, key: string): unknown {
  return memberAt(object, key) ?? undefined;
}

function wrong(pointer: string, expected: string): ImpError {
  return ImpError.of("SCHEMA_BROKEN", { place: pointer, message: `expected ${expected}` });
}
