/**
 * Places: the single values that a pattern means, as patterns with indexes instead of `*`. One element of a list may have to set a member
 * that another one may not.
 */
import type { Reason } from "../../../graph.ts";
import type { Path } from "../../../ir/path.ts";
import { getAt } from "../../../value/at-path.ts";
import type { PropertyMap, Value } from "../../../value/value.ts";
import { type Pattern, patternKey, patternOf, type Selected, type Selection } from "./selection.ts";

/** The places of a pattern in `values`; a pattern that leads through no list is its own place. */
export function placesOf(values: PropertyMap, pattern: Pattern): readonly Pattern[] {
  if (!pattern.path.includes("*")) return [pattern];
  const places: Path[] = [];
  const visit = (value: Value | undefined, path: Path, rest: Path): void => {
    const [key, ...further] = rest;
    if (value === undefined) return;
    if (key === undefined) places.push(path);
    else if (value.kind === "list" && key === "*") {
      for (const [index, item] of value.items.entries()) visit(item, [...path, index], further);
    } else if (value.kind === "list" && typeof key === "number") visit(value.items[key], [...path, key], further);
    else if (value.kind === "map") visit(value.entries.get(String(key)), [...path, key], further);
  };
  const [name, ...rest] = pattern.path;
  visit(values.get(String(name)), [String(name)], rest);
  return places.map((path) => ({ path, presenceOnly: pattern.presenceOnly }));
}

/** Replaces every pattern with one of these reasons by its places. The result selects the same values. */
export function spread(selection: Selection, values: PropertyMap, reasons: ReadonlySet<Reason>): Selection {
  const all = new Map<string, Selected>();
  for (const [key, { pattern, reason }] of selection) {
    if (!reasons.has(reason)) all.set(key, { pattern, reason });
    else for (const place of placesOf(values, pattern)) setIfNew(all, place, reason);
  }
  // A reason that is not one of these wins over one that is, for the same place.
  for (const [key, entry] of selection) if (!reasons.has(entry.reason)) all.set(key, entry);
  return all;
}

/** Replaces places by their pattern where all places of the pattern have one reason. The result selects the same values. */
export function gatheredPlaces(selection: Selection, values: PropertyMap): Selection {
  const all = new Map<string, Selected>();
  for (const [key, { pattern, reason }] of selection) {
    const general = { ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly };
    const places = key === patternKey(general) ? [] : placesOf(values, general);
    const whole = places.length > 0 && places.every((place) => selection.get(patternKey(place))?.reason === reason);
    setIfNew(all, whole ? general : pattern, reason);
  }
  return all;
}

/** True when the selection has the pattern, or a more general one. */
export function coversPattern(selection: Selection, pattern: Pattern): boolean {
  return (
    selection.has(patternKey(pattern)) ||
    selection.has(patternKey({ ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly }))
  );
}

/** A place's pattern and the value there, as text: equal for equal values of equal meaning. */
export function placeKey(values: PropertyMap, place: Pattern): string {
  const value = getAt(values, place.path);
  return `${patternKey(patternOf(place.path))}=${valueKey(value)}`;
}

/** Equal for equal values, and for these alone. The search compares many programs: this is much faster than JSON with sorted members. */
export function valueKey(value: Value | PropertyMap | undefined): string {
  if (value === undefined) return "";
  if (!("kind" in value)) return textOfMembers(value);
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
      return textOfMembers(value.entries);
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

function textOfMembers(members: PropertyMap): string {
  const names = [...members.keys()].sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${valueKey(members.get(name))}`).join()}}`;
}

function setIfNew(all: Map<string, Selected>, pattern: Pattern, reason: Reason): void {
  const key = patternKey(pattern);
  if (!all.has(key)) all.set(key, { pattern, reason });
}
