/** The decoded schema that the binding rules check. */

import { isJsonObject, type JsonObject, memberAt, objectAt } from "../../value/json/object.ts";
import type { Path } from "../../value/path.ts";
import type { ForeignReference } from "../reached.ts";
import type { Walk } from "./faults.ts";

/** A reference to another package, which is checked after that package is loaded. */
interface PlacedReference {
  readonly reference: ForeignReference;
  readonly path: Path;
}

export interface Scope {
  readonly walk: Walk;
  readonly spec: JsonObject;
  readonly name: string;
  /** Undefined if the schema states no version. In this case, references to any version of the package are local. */
  readonly version: string | undefined;
  readonly types: Section;
  readonly resources: Section;
  readonly functions: Section;
  readonly foreign: PlacedReference[];
}

/** Specs by token, in schema order. This is a map because a large schema has 60,000 types, which are looked up often. */
type Section = ReadonlyMap<string, JsonObject>;

export function stringOrEmpty(json: unknown, ...keys: readonly string[]): string {
  const value = memberAt(json, ...keys);
  return typeof value === "string" ? value : "";
}

export function itemsAt(json: unknown, ...keys: readonly string[]): readonly unknown[] {
  const value = memberAt(json, ...keys);
  return Array.isArray(value) ? value : [];
}

export function entriesIn(json: unknown, ...keys: readonly string[]): readonly (readonly [string, JsonObject])[] {
  const object = objectAt(json, ...keys);
  return Object.entries(object).map(([key, spec]) => [key, isJsonObject(spec) ? spec : {}] as const);
}
