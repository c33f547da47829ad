/** Converts between patterns (`rules[*].port`) and their occurrences (`rules[0].port`). Elements of one list can need different members. */
import type { Reason } from "../../../domain/graph.ts";
import { getAt } from "../../../value/at-path.ts";
import type { Path } from "../../../value/path.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { type Pattern, patternKey, patternOf, type Selected, type Selection } from "./selection.ts";

/** Returns the occurrences of a pattern. A pattern without `*` is its only occurrence. */
export function occurrencesOf(values: PropertyMap, pattern: Pattern): readonly Pattern[] {
  if (!pattern.path.includes("*")) return [pattern];
  const paths: Path[] = [];
  const visit = (value: Value | undefined, path: Path, rest: Path): void => {
    const [key, ...further] = rest;
    if (value === undefined) return;
    if (key === undefined) paths.push(path);
    else if (value.kind === "list" && key === "*") {
      for (const [index, item] of value.items.entries()) visit(item, [...path, index], further);
    } else if (value.kind === "list" && typeof key === "number") visit(value.items[key], [...path, key], further);
    else if (value.kind === "map") visit(value.entries.get(String(key)), [...path, key], further);
  };
  const [name, ...rest] = pattern.path;
  visit(values.get(String(name)), [String(name)], rest);
  return paths.map((path) => ({ path, presenceOnly: pattern.presenceOnly }));
}

/** Replaces patterns that have one of these reasons with their occurrences. The result selects the same values. */
export function expandSelection(selection: Selection, values: PropertyMap, reasons: ReadonlySet<Reason>): Selection {
  const all = new Map<string, Selected>();
  for (const [key, { pattern, reason }] of selection) {
    if (!reasons.has(reason)) all.set(key, { pattern, reason });
    else for (const occurrence of occurrencesOf(values, pattern)) setIfNew(all, occurrence, reason);
  }
  // If the selection has an occurrence for a reason that is not in `reasons`, that reason takes precedence.
  for (const [key, entry] of selection) if (!reasons.has(entry.reason)) all.set(key, entry);
  return all;
}

/** Replaces occurrences with their pattern if all occurrences have the same reason. The result selects the same values. */
export function collapseSelection(selection: Selection, values: PropertyMap): Selection {
  const all = new Map<string, Selected>();
  for (const [key, { pattern, reason }] of selection) {
    const general = { ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly };
    const occurrences = key === patternKey(general) ? [] : occurrencesOf(values, general);
    const whole =
      occurrences.length > 0 &&
      occurrences.every((occurrence) => selection.get(patternKey(occurrence))?.reason === reason);
    setIfNew(all, whole ? general : pattern, reason);
  }
  return all;
}

/** Returns whether the selection has the pattern or a more general one. */
export function coversPattern(selection: Selection, pattern: Pattern): boolean {
  return (
    selection.has(patternKey(pattern)) ||
    selection.has(patternKey({ ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly }))
  );
}

/** Returns a key for the pattern and the value of an occurrence. */
export function occurrenceKey(values: PropertyMap, occurrence: Pattern): string {
  const value = getAt(values, occurrence.path);
  return `${patternKey(patternOf(occurrence.path))}=${valueKey(value)}`;
}

/** Returns a key that is equal for equal values only. It is much faster than JSON with sorted members. */
export function valueKey(value: Value | PropertyMap | undefined): string {
  if (value === undefined) return "";
  if (!("kind" in value)) return membersKey(value);
  switch (value.kind) {
    case "null":
      return "null";
    case "string":
      return JSON.stringify(value.value);
    case "boolean":
    case "number":
      return String(value.value);
    case "list":
      return `[${value.items.map(valueKey).join()}]`;
    case "map":
      return membersKey(value.entries);
    case "secret":
      return `secret(${valueKey(value.value)})`;
    case "output":
      return `output(${valueKey(value.value)},${JSON.stringify([value.secret, value.dependencies])})`;
    case "bytes":
    case "resource":
    case "asset":
    case "archive":
    case "unknown":
      return `${value.kind}(${JSON.stringify(value, (_, part: unknown) => (part instanceof Map ? [...part].sort() : part))})`;
  }
}

function membersKey(members: PropertyMap): string {
  const names = [...members.keys()].sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(members.get(name))}`).join()}}`;
}

function setIfNew(all: Map<string, Selected>, pattern: Pattern, reason: Reason): void {
  const key = patternKey(pattern);
  if (!all.has(key)) all.set(key, { pattern, reason });
}
