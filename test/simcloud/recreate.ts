/** Builds the programs that the handwritten table of classes expects from read values, and sends them to the provider. Uses no search of imp. */
import assert from "node:assert/strict";
import type { SpecEntry } from "../../fixtures/simcloud/estate.ts";
import type { Properties } from "../../fixtures/simcloud/language.ts";
import {
  type Bag,
  bag,
  equal,
  fromStruct,
  isBag,
  isList,
  isSecret,
  isUnknown,
  type Plain,
  reveal,
  revealBag,
  signatureOf,
  toStruct,
} from "../../fixtures/simcloud/plain.ts";
import { classesInTable, type ValueClass } from "../../fixtures/simcloud/recreated-table.ts";
import { joinKey } from "../../fixtures/simcloud/validate.ts";
import type { Simcloud } from "./client.ts";

/** A non-empty value in a response of Read. */
export interface ReadLeaf {
  readonly path: string;
  readonly keys: readonly (string | number)[];
  readonly value: Plain;
}

/** An import spec with its object in the cloud. */
export interface Seen {
  readonly entry: SpecEntry;
  readonly id: string;
  /** The read inputs, without secret marks, and without properties that are not in the schema. */
  readonly inputs: Bag;
  readonly outputs: Bag;
}

/** Reads the object of an import spec. Throws if it is missing. */
export async function see(simcloud: Simcloud, entry: SpecEntry, properties: Properties): Promise<Seen> {
  const { id, inputs, outputs } = await simcloud.read(entry.type, entry.id ?? "");
  assert.ok(outputs, `${entry.name} does not exist`);
  const settable = Object.entries(properties).filter(([, { use }]) => use !== "output");
  // Old providers return no inputs, so the inputs are the outputs with the same names.
  const source = inputs === undefined || Object.keys(inputs).length === 0 ? outputs : inputs;
  const known = settable.flatMap(([name]): [string, Plain][] => (name in source ? [[name, source[name] ?? null]] : []));
  return { entry, id, inputs: revealBag(bag(known)), outputs };
}

/** Returns every non-empty value. Lists of plain values, and values with a signature such as secrets, count as one value. */
function readLeaves(value: Plain, path = "", keys: readonly (string | number)[] = []): readonly ReadLeaf[] {
  if (value === null || value === "") return [];
  if (isList(value)) {
    if (value.length === 0) return [];
    if (!value.some((item) => isBag(item) && signatureOf(item) === undefined)) return [{ path, keys, value }];
    return value.flatMap((item, index) => readLeaves(item, `${path}[${index}]`, [...keys, index]));
  }
  if (!isBag(value) || isSecret(value) || signatureOf(value) !== undefined) return [{ path, keys, value }];
  return Object.entries(value).flatMap(([key, item]) => readLeaves(item, joinKey(path, key), [...keys, key]));
}

export interface Classified extends ReadLeaf {
  readonly classes: readonly ValueClass[];
}

export function classify({ entry, inputs }: Seen): readonly Classified[] {
  return readLeaves(inputs).map((leaf) => ({
    ...leaf,
    classes: classesInTable(entry.name, entry.type, leaf.path, leaf.value),
  }));
}

/** Returns the read values, including empty values, without those for which the table expects a class other than `set`. */
export function programOf(seen: Seen): Bag {
  const set = new Set(classify(seen).flatMap(({ classes, path }) => (classes.includes("set") ? [path] : [])));
  const given = bag(Object.entries((seen.entry.inputs ?? {}) as Bag));
  const kept = Object.entries(seen.inputs).flatMap(([name, value]): [string, Plain][] => {
    const left = keepSet(value, joinKey("", name), set);
    return left === undefined ? [] : [[name, left]];
  });
  return bag([...kept, ...Object.entries(given)].filter(([, value]) => value !== null));
}

/** Removes values that are not in the set, and parents that lose all their values. */
function keepSet(value: Plain, path: string, set: ReadonlySet<string>): Plain | undefined {
  const leaves = readLeaves(value, path);
  if (leaves.length === 0) return value;
  if (!leaves.some((leaf) => set.has(leaf.path))) return undefined;
  if (leaves.some((leaf) => leaf.path === path)) return value;
  if (isList(value)) return value.flatMap((item, index) => keepSet(item, `${path}[${index}]`, set) ?? []);
  if (!isBag(value)) return value;
  return bag(
    Object.entries(value).flatMap(([key, item]): [string, Plain][] => {
      const left = keepSet(item, joinKey(path, key), set);
      return left === undefined ? [] : [[key, left]];
    }),
  );
}

/** Removes one value, and parents that become empty. */
export function without(value: Plain, [key, ...rest]: readonly (string | number)[]): Plain {
  if (typeof key === "number" && isList(value)) {
    const items = value.map((item, index) => (index === key ? without(item, rest) : item));
    const left = rest.length === 0 ? items.filter((_, index) => index !== key) : items;
    return left.every((item) => item === null || (isBag(item) && Object.keys(item).length === 0)) ? null : left;
  }
  if (key === undefined || !isBag(value)) return value;
  const others = Object.entries(value).filter(([name]) => name !== key);
  if (rest.length === 0) return bag(others);
  const inside = without(value[key] ?? null, rest);
  const isGone = inside === null || (isBag(inside) && Object.keys(inside).length === 0);
  return bag(isGone ? others : Object.entries(value).map(([name, item]) => [name, name === key ? inside : item]));
}

/** Adds one value to the inputs. */
export function withValue(value: Plain, [key, ...rest]: readonly (string | number)[], item: Plain): Plain {
  if (key === undefined) return item;
  if (typeof key === "number") {
    const items = isList(value) ? [...value] : [];
    while (items.length <= key) items.push(bag());
    items[key] = withValue(items[key] ?? null, rest, item);
    return items;
  }
  const entries = isBag(value) ? Object.entries(value) : [];
  const inside = withValue(isBag(value) ? (value[key] ?? null) : null, rest, item);
  return bag([...entries.filter(([name]) => name !== key), [key, inside]]);
}

export function valueAt(value: Plain, keys: readonly (string | number)[]): Plain | undefined {
  return keys.reduce<Plain | undefined>((found, key) => {
    if (typeof key === "number") return isList(found) ? found[key] : undefined;
    return isBag(found) ? found[key] : undefined;
  }, value);
}

/** Compares a program with its object: returns the rejection by Check, or the differences that Diff reports. */
export async function compared(
  simcloud: Simcloud,
  seen: Seen,
  program: Bag,
  ignore: readonly string[] = [],
): Promise<{ readonly refused: string | undefined; readonly differs: readonly string[] }> {
  const { entry, id, inputs, outputs } = seen;
  try {
    const { failures, inputs: news } = await simcloud.check(entry.type, inputs, program);
    if (failures.length > 0) return { refused: failures.map(({ reason }) => reason).join("; "), differs: [] };
    const { changes, diffs } = await simcloud.diff(entry.type, id, inputs, outputs, news, [...ignore]);
    if (changes === 0) return { refused: undefined, differs: equal(revealBag(news), inputs) ? [] : ["unknown"] };
    return { refused: undefined, differs: changes === 1 ? [] : diffs.length > 0 ? diffs : ["something"] };
  } catch (error) {
    return { refused: String(error), differs: [] };
  }
}

/** Calls Check without old inputs, and then a preview of Create. Returns the preview, or the reason of a rejection. */
export async function freshPlan(simcloud: Simcloud, type: string, program: Bag): Promise<Bag | string> {
  try {
    const { failures, inputs } = await simcloud.check(type, bag(), program, 77);
    if (failures.length > 0) return failures.map(({ property, reason }) => `${property}: ${reason}`).join("; ");
    const { properties } = await simcloud.call("create", { type, preview: true, properties: toStruct(inputs) });
    return revealBag(fromStruct(properties));
  } catch (error) {
    return String(error);
  }
}

/** Returns true if the Create preview has exactly this value. */
export function answers(plan: Bag | string, { keys, value }: ReadLeaf): boolean {
  return typeof plan !== "string" && equal(reveal(valueAt(plan, keys) ?? null), value);
}

export function isUnknownIn(plan: Bag | string, keys: readonly (string | number)[]): boolean {
  return typeof plan !== "string" && keys.some((_, depth) => isUnknown(valueAt(plan, keys.slice(0, depth + 1))));
}
