/**
 * The decoded schema that the binding rules are held against.
 */
import type { Path } from "../../ir/path.ts";
import { isJsonObject, type JsonObject, memberAt } from "../../json/object.ts";
import type { Walk } from "./faults.ts";
import type { Reference } from "./references.ts";

/** A reference into another package, which is looked at when that package was loaded. */
export interface ForeignReference {
  readonly reference: Reference & { readonly package: string };
  readonly path: Path;
}

export interface Scope {
  readonly walk: Walk;
  readonly spec: JsonObject;
  readonly name: string;
  /** Absent: the schema states none, so that references to any version of its package are its own. */
  readonly version: string | undefined;
  readonly types: JsonObject;
  readonly resources: JsonObject;
  readonly functions: JsonObject;
  readonly foreign: ForeignReference[];
}

/** The member as an object; an empty one where there is none. */
export function objectIn(json: unknown, ...keys: readonly string[]): JsonObject {
  const value = memberAt(json, ...keys);
  return isJsonObject(value) ? value : {};
}

export function textIn(json: unknown, ...keys: readonly string[]): string {
  const value = memberAt(json, ...keys);
  return typeof value === "string" ? value : "";
}

export function listIn(json: unknown, ...keys: readonly string[]): readonly unknown[] {
  const value = memberAt(json, ...keys);
  return Array.isArray(value) ? value : [];
}

/** The own entries of an object of specs. */
export function entriesIn(json: unknown, ...keys: readonly string[]): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectIn(json, ...keys)).map(
    ([key, value]) => [key, isJsonObject(value) ? value : {}] as const,
  );
}
