/** Copies old values at `ignoreChanges` paths into new inputs, as the engine's `Reset` does (docs/providers.md#ignored-changes). */
import type { Path } from "./path.ts";
import { listValue, mapValue, nullValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/**
 * Copies the value at `path` from `olds` to `news`. If `olds` lacks the key, deletes it from `news`. Creates no parent maps, and keeps the length of
 * lists. Looks into secrets. A value that is copied from a secret stays secret. `*` is a wildcard.
 *
 * @returns the new inputs, or `news` if the path cannot be applied, which the engine reports to the user
 */
export function resetPath(olds: PropertyMap, news: PropertyMap, path: Path): PropertyMap {
  const result = reset(path, mapValue(olds), mapValue(news), false, false);
  return result.value.kind === "map" ? result.value.entries : news;
}

/** Applies `resetPath` for several paths in order. */
export function resetPaths(olds: PropertyMap, news: PropertyMap, paths: readonly Path[]): PropertyMap {
  return paths.reduce((map, path) => resetPath(olds, map, path), news);
}

/** The new value, and whether the path was applied. If a wildcard fails, `value` contains its changes so far. */
interface Step {
  readonly value: Value;
  readonly applied: boolean;
}

function reset(path: Path, old: Value, now: Value, oldSecret: boolean, nowSecret: boolean): Step {
  if (now.kind === "secret") {
    const step = reset(path, old, now.value, oldSecret, true);
    return { value: step.value === now.value ? now : secretValue(step.value), applied: step.applied };
  }
  if (old.kind === "secret") return reset(path, old.value, now, true, nowSecret);
  const [key, ...rest] = path;
  if (key === undefined) return { value: now, applied: false };
  const keep = (value: Value): Value => (oldSecret && !nowSecret ? secretValue(value) : value);
  const inner: Inner = (before, after) => reset(rest, before, after, oldSecret, nowSecret);
  if (typeof key === "number") return rest.length === 0 ? leafIndex(key, old, now, keep) : index(key, old, now, inner);
  if (key === "*") return rest.length === 0 ? leafWildcard(old, now, keep) : wildcard(old, now, inner);
  return rest.length === 0 ? leafKey(key, old, now, keep) : resetProperty(key, old, now, inner);
}

type Keep = (value: Value) => Value;
type Inner = (old: Value, now: Value) => Step;

function leafIndex(key: number, old: Value, now: Value, keep: Keep): Step {
  if (key < 0) return { value: now, applied: false };
  if (old.kind !== "list" || now.kind !== "list")
    return { value: now, applied: old.kind !== "list" && now.kind !== "list" };
  const before = old.items[key];
  if (before === undefined || key >= now.items.length)
    return { value: now, applied: before === undefined && key >= now.items.length };
  return { value: listValue(now.items.with(key, keep(before))), applied: true };
}

function index(key: number, old: Value, now: Value, inner: Inner): Step {
  if (key < 0) return { value: now, applied: false };
  if (old.kind !== "list" || now.kind !== "list")
    return { value: now, applied: old.kind !== "list" && now.kind !== "list" };
  const before = old.items[key];
  const after = now.items[key];
  if (before === undefined || after === undefined) return { value: now, applied: false };
  const step = inner(before, after);
  return { value: listValue(now.items.with(key, step.value)), applied: step.applied };
}

function leafKey(key: string, old: Value, now: Value, keep: Keep): Step {
  const before = old.kind === "map" ? old.entries.get(key) : undefined;
  if (now.kind !== "map") return { value: now, applied: before === undefined };
  const entries = new Map(now.entries);
  if (before === undefined) entries.delete(key);
  else entries.set(key, keep(before));
  return { value: mapValue(entries), applied: true };
}

function resetProperty(key: string, old: Value, now: Value, inner: Inner): Step {
  if (old.kind !== "map" || now.kind !== "map")
    return { value: now, applied: old.kind !== "map" && now.kind !== "map" };
  const before = old.entries.get(key);
  const after = now.entries.get(key);
  if (after === undefined) return { value: now, applied: before === undefined };
  const step = inner(before ?? nullValue, after);
  return { value: mapValue(new Map(now.entries).set(key, step.value)), applied: step.applied };
}

/** Applies a `*` at the end of a path. Replaces all members of a map, or all elements of a list if both lists have the same length. */
function leafWildcard(old: Value, now: Value, keep: Keep): Step {
  if (now.kind === "map") {
    if (old.kind !== "map") return { value: now, applied: true };
    return { value: mapValue([...old.entries].map(([key, value]) => [key, keep(value)] as const)), applied: true };
  }
  if (now.kind !== "list") return { value: now, applied: false };
  if (old.kind !== "list") return { value: now, applied: true };
  if (old.items.length !== now.items.length) return { value: now, applied: false };
  return { value: listValue(old.items.map(keep)), applied: true };
}

function wildcard(old: Value, now: Value, inner: Inner): Step {
  if (old.kind === "map" && now.kind === "map") {
    const entries = new Map(now.entries);
    for (const key of [...old.entries.keys()].sort()) {
      const after = entries.get(key);
      if (after === undefined) return { value: mapValue(entries), applied: false };
      const step = inner(old.entries.get(key) ?? nullValue, after);
      entries.set(key, step.value);
      if (!step.applied) return { value: mapValue(entries), applied: false };
    }
    return { value: mapValue(entries), applied: true };
  }
  if (old.kind !== "list" || now.kind !== "list" || old.items.length !== now.items.length)
    return { value: now, applied: false };
  const items = [...now.items];
  for (const [position, before] of old.items.entries()) {
    const step = inner(before, items[position] ?? nullValue);
    items[position] = step.value;
    if (!step.applied) return { value: listValue(items), applied: false };
  }
  return { value: listValue(items), applied: true };
}
