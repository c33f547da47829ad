/** Reads members of a state. Null counts as absent, as in Go. Values of a wrong type also count as absent, and `mismatchesOf` reports them. */
import { isJsonObject, type JsonObject } from "../value/json/object.ts";

const noTexts: readonly string[] = [];
const noLists: ReadonlyMap<string, readonly string[]> = new Map();
const noNumbers: ReadonlyMap<string, number> = new Map();

export function objectOrEmpty(json: unknown): JsonObject {
  return isJsonObject(json) ? json : {};
}

export function itemsOrNone(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

export function textOrEmpty(json: unknown): string {
  return typeof json === "string" ? json : "";
}

export function textsOrNone(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.map(textOrEmpty) : noTexts;
}

export function textListsOf(json: unknown): ReadonlyMap<string, readonly string[]> {
  if (!isJsonObject(json)) return noLists;
  return new Map(Object.entries(json).map(([name, member]) => [name, textsOrNone(member)]));
}

export function numbersByName(json: unknown): ReadonlyMap<string, number> {
  if (!isJsonObject(json)) return noNumbers;
  return new Map(Object.entries(json).map(([name, member]) => [name, typeof member === "number" ? member : 0]));
}
