/**
 * Reads the fields of parsed JSON with the kind that the schema language gives them; anything else is a broken schema, with its place.
 */

import { ImpError } from "../errors.ts";
import { isJsonObject, type JsonObject, memberAt } from "../json/object.ts";

/** @throws ImpError SCHEMA_BROKEN when `value` is not an object. */
export function asObject(value: unknown, place: string): JsonObject {
  if (!isJsonObject(value)) throw wrong(place, "an object");
  return value;
}

/** The object under `key`, an empty one when it is absent or null. */
export function objectField(object: JsonObject, key: string, place: string): JsonObject {
  const value = ownMember(object, key);
  return value === undefined ? {} : asObject(value, `${place}/${key}`);
}

/** The text under `key`. */
export function textField(object: JsonObject, key: string, place: string): string | undefined {
  const value = ownMember(object, key);
  if (value === undefined || typeof value === "string") return value;
  throw wrong(`${place}/${key}`, "text");
}

/** The flag under `key`, false when it is absent. */
export function flagField(object: JsonObject, key: string, place: string): boolean {
  const value = ownMember(object, key) ?? false;
  if (typeof value === "boolean") return value;
  throw wrong(`${place}/${key}`, "true or false");
}

/** The list under `key`, an empty one when it is absent. */
export function listField(object: JsonObject, key: string, place: string): readonly unknown[] {
  const value = ownMember(object, key) ?? [];
  if (Array.isArray(value)) return value;
  throw wrong(`${place}/${key}`, "a list");
}

/** The list of texts under `key`. */
export function textsField(object: JsonObject, key: string, place: string): readonly string[] {
  return listField(object, key, place).map((item, i) => {
    if (typeof item === "string") return item;
    throw wrong(`${place}/${key}/${i}`, "text");
  });
}

/** The constant under `key`; `undefined` when it is absent, null, or no primitive. */
export function constantField(object: JsonObject, key: string): string | number | boolean | undefined {
  const value = ownMember(object, key);
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}

/** The member itself; null counts as absent, as in Go. */
export function ownMember(object: JsonObject, key: string): unknown {
  return memberAt(object, key) ?? undefined;
}

function wrong(place: string, wanted: string): ImpError {
  return ImpError.of("SCHEMA_BROKEN", { place, message: `${wanted} must stand here` });
}
