/** Compares property maps with the engine's rules (docs/providers.md#comparison-of-the-engine). */

import { openOutput } from "./open-value.ts";
import type { Path } from "./path.ts";
import { nullValue, type PropertyMap, type Value } from "./value.ts";

export interface InputDifference {
  readonly path: Path;
  readonly kind: "add" | "delete" | "update";
}

/**
 * Compares values as the engine's `DeepEquals` does. Null equals a missing key. Lists are compared by position, assets and archives by hash, resource
 * references by URN and ID, and numbers by `==` (NaN differs from itself, and -0 equals 0). A secret differs from its plain value.
 */
export function equalValues(a: Value, b: Value): boolean {
  switch (a.kind) {
    case "null":
      return b.kind === "null";
    case "boolean":
    case "number":
    case "string":
      return b.kind === a.kind && b.value === a.value;
    case "bytes":
      return b.kind === "bytes" && Buffer.compare(a.value, b.value) === 0;
    case "list":
      return (
        b.kind === "list" &&
        a.items.length === b.items.length &&
        a.items.every((item, index) => equalValues(item, b.items[index] ?? nullValue))
      );
    case "map":
      return b.kind === "map" && equalMaps(a.entries, b.entries);
    case "secret":
      return b.kind === "secret" && equalValues(a.value, b.value);
    case "asset":
    case "archive":
      return b.kind === a.kind && a.hash === b.hash;
    case "resource":
      return b.kind === "resource" && a.urn === b.urn && equalIds(a.id, b.id);
    case "unknown":
      return b.kind === "unknown" && a.of === b.of;
    case "output":
      return b.kind === "output" && equalOutputs(a, b);
  }
}

/** Compares two property maps as `equalValues` does. */
export function equalMaps(a: PropertyMap, b: PropertyMap): boolean {
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined ? hasValue(value) : !equalValues(value, other)) return false;
  }
  for (const [key, value] of b) {
    if (!a.has(key) && hasValue(value)) return false;
  }
  return true;
}

/**
 * Compares old inputs with new checked inputs as the engine does if Diff returns DIFF_UNKNOWN. Returns the deepest paths that differ, in ascending
 * order.
 *
 * @param secrets `alike` compares the contents of secrets and outputs, as engines do since 3.260.0. With `apart`, a secret differs from its plain
 * value, and paths end at secrets
 */
export function compareInputs(
  olds: PropertyMap,
  news: PropertyMap,
  secrets: "apart" | "alike",
): readonly InputDifference[] {
  const differences: InputDifference[] = [];
  compareMaps(olds, news, [], { unwrap: secrets === "alike" ? openOutput : (value) => value, into: differences });
  return differences;
}

interface Walk {
  readonly unwrap: (value: Value) => Value;
  readonly into: InputDifference[];
}

function compareMaps(olds: PropertyMap, news: PropertyMap, path: Path, walk: Walk): void {
  const keys = [...new Set([...olds.keys(), ...news.keys()])].sort();
  for (const key of keys) {
    const before = walk.unwrap(olds.get(key) ?? nullValue);
    const after = walk.unwrap(news.get(key) ?? nullValue);
    const childPath = [...path, key];
    if (!hasValue(before)) {
      if (hasValue(after)) walk.into.push({ path: childPath, kind: "add" });
    } else if (!hasValue(after)) walk.into.push({ path: childPath, kind: "delete" });
    else compareValues(before, after, childPath, walk);
  }
}

/** Compares unwrapped values. A difference between null and another value counts as an addition or a deletion, not as an update. */
function compareValues(before: Value, after: Value, path: Path, walk: Walk): void {
  if (before.kind === "map" && after.kind === "map") {
    compareMaps(before.entries, after.entries, path, walk);
  } else if (before.kind === "list" && after.kind === "list") {
    compareLists(before.items, after.items, path, walk);
  } else if (!equalValues(before, after)) {
    const kind = before.kind === "null" ? "add" : after.kind === "null" ? "delete" : "update";
    walk.into.push({ path, kind });
  }
}

/** Compares lists by position. Elements beyond the end of the shorter list count as added or deleted, even if they are null. */
function compareLists(olds: readonly Value[], news: readonly Value[], path: Path, walk: Walk): void {
  for (let index = 0; index < Math.max(olds.length, news.length); index += 1) {
    const before = olds[index];
    const after = news[index];
    const itemPath = [...path, index];
    if (before === undefined) walk.into.push({ path: itemPath, kind: "add" });
    else if (after === undefined) walk.into.push({ path: itemPath, kind: "delete" });
    else compareValues(walk.unwrap(before), walk.unwrap(after), itemPath, walk);
  }
}

/** Returns false for null and for outputs, as the engine's `HasValue` does. */
function hasValue(value: Value): boolean {
  return value.kind !== "null" && value.kind !== "output";
}

type ResourceId = Extract<Value, { kind: "resource" }>["id"];

function equalIds(a: ResourceId, b: ResourceId): boolean {
  if (typeof a === "object") return typeof b === "object";
  return a === b;
}

type Output = Extract<Value, { kind: "output" }>;

function equalOutputs(a: Output, b: Output): boolean {
  if (a.secret !== b.secret || a.dependencies.length !== b.dependencies.length) return false;
  if (a.dependencies.some((urn, index) => urn !== b.dependencies[index])) return false;
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value);
}
