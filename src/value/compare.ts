/**
 * Two property bags -> are they equal, and where do they differ, by the engine's own rules (provider-protocol.md §8.5).
 */
import type { Path } from "../ir/path.ts";
import { nullValue, type PropertyMap, type Value } from "./value.ts";

export interface InputDifference {
  readonly path: Path;
  readonly kind: "add" | "delete" | "update";
}

/**
 * The engine's `DeepEquals`: null equals a missing key, lists by position, assets and archives by hash, resource references by URN
 * and id, numbers by `==` (so NaN differs from itself and -0 equals 0). A secret differs from its plain value.
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

/** `equalValues` of two property bags. */
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
 * The comparison that the engine makes itself when a provider answers DIFF_UNKNOWN: old inputs with new checked inputs, secret and
 * output wrappers stripped. Names the deepest values that differ, keys in ascending order, so that the answer is the same every time.
 */
export function compareInputs(olds: PropertyMap, news: PropertyMap): readonly InputDifference[] {
  const differences: InputDifference[] = [];
  compareMaps(olds, news, [], differences);
  return differences;
}

function compareMaps(olds: PropertyMap, news: PropertyMap, path: Path, into: InputDifference[]): void {
  const keys = [...new Set([...olds.keys(), ...news.keys()])].sort();
  for (const key of keys) {
    const before = stripped(olds.get(key) ?? nullValue);
    const after = stripped(news.get(key) ?? nullValue);
    const here = [...path, key];
    if (!hasValue(before)) {
      if (hasValue(after)) into.push({ path: here, kind: "add" });
    } else if (!hasValue(after)) into.push({ path: here, kind: "delete" });
    else compareValues(before, after, here, into);
  }
}

/** Both values are stripped of wrappers. */
function compareValues(before: Value, after: Value, path: Path, into: InputDifference[]): void {
  if (before.kind === "map" && after.kind === "map") {
    compareMaps(before.entries, after.entries, path, into);
  } else if (before.kind === "list" && after.kind === "list") {
    compareLists(before.items, after.items, path, into);
  } else if (!equalValues(before, after)) into.push({ path, kind: "update" });
}

/** Lists have positions, so a null element is a value: only a length says that something was added or deleted. */
function compareLists(olds: readonly Value[], news: readonly Value[], path: Path, into: InputDifference[]): void {
  for (let index = 0; index < Math.max(olds.length, news.length); index += 1) {
    const before = olds[index];
    const after = news[index];
    const here = [...path, index];
    if (before === undefined) into.push({ path: here, kind: "add" });
    else if (after === undefined) into.push({ path: here, kind: "delete" });
    else compareValues(stripped(before), stripped(after), here, into);
  }
}

function stripped(value: Value): Value {
  if (value.kind === "secret") return stripped(value.value);
  if (value.kind === "output")
    return value.value === undefined ? { kind: "unknown", of: "string" } : stripped(value.value);
  return value;
}

/** The engine's `HasValue`: null and (oddly) an output count as absent. */
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
