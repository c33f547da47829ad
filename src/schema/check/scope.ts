/**
 * The decoded schema that the binding rules are held against.
 */
import type { Path } from "../../ir/path.ts";
import { isJsonObject, type JsonObject, memberAt, objectAt } from "../../json/object.ts";
import type { ForeignReference } from "../reached.ts";
import type { Walk } from "./faults.ts";

/** A reference into another package, which is looked at when that package was loaded. */
export interface PlacedReference {
  readonly reference: ForeignReference;
  readonly path: Path;
}

export interface Scope {
  readonly walk: Walk;
  readonly spec: JsonObject;
  readonly name: string;
  /** Absent: the schema states none, so that references to any version of its package are its own. */
  readonly version: string | undefined;
  readonly types: Section;
  readonly resources: Section;
  readonly functions: Section;
  readonly foreign: PlacedReference[];
}

/** Specs by their tokens, in their order: one of the largest schemas has 60,000 types, and each is looked up and visited often. */
type Section = ReadonlyMap<string, JsonObject>;

export function stringOrEmpty(json: unknown, ...keys: readonly string[]): string {
  const value = memberAt(json, ...keys);
  return typeof value === "string" ? value : "";
}

export function itemsAt(json: unknown, ...keys: readonly string[]): readonly unknown[] {
  const value = memberAt(json, ...keys);
  return Array.isArray(value) ? value : [];
}

function objectOrNothing(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The own entries of an object of specs. */
export function entriesIn(json: unknown, ...keys: readonly string[]): readonly (readonly [string, JsonObject])[] {
  const object = objectAt(json, ...keys);
  return Object.keys(object).map((key) => [key, objectOrNothing(object[key])] as const);
}
