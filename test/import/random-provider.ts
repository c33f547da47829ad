/** Check, Diff, Create, and Update of a random type. */
import type { CheckFailure, DiffResult, WireDifferenceKind } from "../../src/plugin/provider.ts";
import { type Json, type JsonObject, type ModelDiff, type ModelType, refuse } from "./model-cloud.ts";
import { created, isRefusedAtCreation, updated } from "./random-creation.ts";
import {
  type Behaviours,
  type Group,
  isKept,
  isList,
  isObject,
  type Leaf,
  type Members,
  shapeOf,
} from "./random-type.ts";

/** Converts the behaviors of a random type to a type of the model cloud. */
export function randomProvider(model: Behaviours): { type: ModelType; objectTypes: Readonly<Record<string, unknown>> } {
  const objectTypes: Record<string, unknown> = {};
  const shape = shapeOf(model, objectTypes, "T");
  const type: ModelType = {
    inputProperties: shape.properties,
    requiredInputs: shape.required,
    check: (olds, news, seed) => {
      if (model.extra && news.extra !== undefined) return { failures: [{ property: "extra", reason: "unknown" }] };
      const failures = [...refusals(model, news, "")];
      if (failures.length > 0) return { failures };
      return { inputs: checked(model, olds, news, seed) };
    },
    diff: (request) => answer(model, request),
    create: (news) => {
      if (isRefusedAtCreation(model, news)) refuse("other", "the plan fails");
      return created(model, news, "preview");
    },
    update: ({ olds, news }) => updated(model, olds, news),
  };
  return { type, objectTypes };
}

function* refusals(tree: Members, news: JsonObject, prefix: string): Iterable<CheckFailure> {
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = news[name] ?? null;
    const path = `${prefix}${name}`;
    if (property.kind === "leaf") {
      // Check may accept the omission of an input that the schema requires.
      const isRequired = property.requiredByProvider || (property.required && property.silence !== "kept");
      if (value === null && isRequired) yield { property: path, reason: "is required" };
      if (property.picky && !property.required && value === "odd") yield { property: path, reason: "is odd" };
      continue;
    }
    if (value === null && property.required) yield { property: path, reason: "is required" };
    if (isIncomplete(property, value)) yield { property: path, reason: "must have every attribute" };
    if (isObject(value)) yield* refusals(property.members, value, `${path}.`);
    if (isList(value))
      for (const [index, item] of value.entries())
        if (isObject(item)) yield* refusals(property.members, item, `${path}[${index}].`);
  }
  for (const { kind, a, b, named } of tree.rules) {
    if (named === "diff" || named === "plan" || isKept({ kind, a, b }, news)) continue;
    if (named === "error") refuse("invalid", `${a} and ${b}`);
    if (named === "nothing") yield { property: "", reason: "the combination is not possible" };
    if (named === "one" || named === "both") yield { property: `${prefix}${a}`, reason: `with ${b}` };
    if (named === "both") yield { property: `${prefix}${b}`, reason: `with ${a}` };
  }
}

function isIncomplete({ verbatim, members: tree }: Group, value: Json): boolean {
  const items = isList(value) ? value : [value];
  const names = Object.keys(tree.properties);
  return (
    verbatim === true && items.some((item) => isObject(item) && names.some((name) => (item[name] ?? null) === null))
  );
}

let generated = 0;

function checked(tree: Members, olds: JsonObject, news: JsonObject, seed: number): JsonObject {
  const result: Record<string, Json> = {};
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = news[name] ?? null;
    const old = olds[name] ?? null;
    const answer =
      property.kind === "leaf" ? checkedLeaf(property, old, value, seed) : checkedGroup(property, old, value, seed);
    if (answer !== null) result[name] = answer;
  }
  return result;
}

function checkedLeaf({ silence, trims, type }: Leaf, old: Json, value: Json, seed: number): Json {
  if (value !== null) return trims === "check" && typeof value === "string" ? value.trim() : value;
  const isText = type === "text" || type === "secret";
  switch (silence) {
    case "history":
      return old;
    case "filled":
      return isText ? "d" : null;
    case "random":
      return old ?? (isText ? `s${seed}` : null);
    case "unstable":
      return isText ? `n${++generated}` : null;
    case "nothing":
    case "default":
    case "kept":
    case "sdk":
      return null;
  }
}

function checkedGroup({ members: tree }: Group, old: Json, value: Json, seed: number): Json {
  const inside = (before: Json | undefined, after: Json): Json =>
    isObject(after) ? checked(tree, isObject(before ?? null) ? (before as JsonObject) : {}, after, seed) : after;
  if (isList(value)) return value.map((item, index) => inside(isList(old) ? old[index] : undefined, item));
  return inside(old, value);
}

interface Change {
  readonly path: string;
  readonly kind: "add" | "delete" | "update";
  readonly replaces: boolean;
}

function answer(model: Behaviours, { oldInputs, olds, news, ignoreChanges }: ModelDiff): Partial<DiffResult> {
  if (breaksInDiff(model, news)) refuse("other", "the plan fails");
  if (model.form === "unknown") return { changes: "unknown" };
  const realChanges = model.base === "inputs" ? rawChanges(oldInputs, news, "", model) : changes(model, olds, news, "");
  const { phantom } = model;
  const all =
    phantom === undefined
      ? realChanges
      : [...realChanges, { path: phantom.name, kind: "update" as const, replaces: false }];
  const deaf = phantom !== undefined && !phantom.polite;
  const heard = all.filter(
    ({ path }) =>
      (deaf && path === phantom.name) ||
      !ignoreChanges.some((by) => path === by || (/^[.[]/.test(path.slice(by.length)) && path.startsWith(by))),
  );
  return answerOf(model.form, heard);
}

function answerOf(form: "detailed" | "names" | "unnamed", heard: readonly Change[]): Partial<DiffResult> {
  const top = (path: string): string => path.split(/[.[]/, 1)[0] ?? path;
  const names = (some: readonly Change[]): string[] => [...new Set(some.map(({ path }) => top(path)))];
  const result = { changes: heard.length > 0 ? ("some" as const) : ("none" as const) };
  const replaces = names(heard.filter((change) => change.replaces));
  switch (form) {
    case "unnamed":
      return { ...result, replaces };
    case "names":
      return { ...result, diffs: names(heard), replaces };
    case "detailed": {
      const kindOf = ({ kind, replaces }: Change): WireDifferenceKind => (replaces ? `${kind}-replace` : kind);
      return { ...result, detailed: new Map(heard.map((one) => [one.path, { kind: kindOf(one), inputDiff: false }])) };
    }
  }
}

function breaksInDiff(tree: Members, news: JsonObject): boolean {
  if (tree.rules.some((one) => one.named === "diff" && !isKept(one, news))) return true;
  return Object.entries(tree.properties).some(([name, property]) => {
    const value = news[name] ?? null;
    if (property.kind === "leaf") return false;
    const items = isList(value) ? value : [value];
    return items.some((item) => isObject(item) && breaksInDiff(property.members, item));
  });
}

/** Compares the program with the object, by the behavior of each property. */
function changes(tree: Members, olds: JsonObject, news: JsonObject, at: string): readonly Change[] {
  return Object.entries(tree.properties).flatMap(([name, property]): readonly Change[] => {
    const [old, value] = [olds[name] ?? null, news[name] ?? null];
    const path = `${at}${name}`;
    return property.kind === "leaf"
      ? leafChanges(property, old, value, path)
      : groupChanges(property, old, value, path);
  });
}

function leafChanges(
  { silence, trims, replaces, type }: Leaf,
  old: Json,
  value: Json,
  path: string,
): readonly Change[] {
  if (value === null && silence === "kept") return [];
  const isText = type === "text" || type === "secret";
  const meant = value === null && silence === "default" && isText ? "d" : value;
  if (isSame(old, meant, trims === "diff")) return [];
  const kind = old === null ? "add" : value === null ? "delete" : "update";
  return [{ path, kind, replaces: replaces !== "no" }];
}

function groupChanges({ of, kept, members: tree }: Group, old: Json, value: Json, path: string): readonly Change[] {
  if (value === null) {
    if (kept || old === null) return [];
    return [{ path, kind: "delete", replaces: false }];
  }
  if (of === "object") {
    if (!isObject(value) || !isObject(old)) return [{ path, kind: "add", replaces: false }];
    return changes(tree, old, value, `${path}.`);
  }
  if (!isList(value) || !isList(old) || old.length !== value.length) return [{ path, kind: "update", replaces: false }];
  const inside = (a: Json | undefined, b: Json | undefined, index: number): readonly Change[] =>
    isObject(a ?? null) && isObject(b ?? null)
      ? changes(tree, a as JsonObject, b as JsonObject, `${path}[${index}].`)
      : [];
  if (of === "list") return value.flatMap((item, index) => inside(old[index], item, index));
  const left = old.map((item, index) => ({ item, index }));
  return value.flatMap((item, index): readonly Change[] => {
    const found = left.findIndex((other) => inside(other.item, item, index).length === 0);
    if (found >= 0) left.splice(found, 1);
    return found >= 0 ? [] : [{ path: `${path}[${index}]`, kind: "update", replaces: false }];
  });
}

/** Compares old and new inputs, and ignores the behaviors of the properties. */
function rawChanges(before: Json, after: Json, path: string, tree: Members | undefined): readonly Change[] {
  if (isObject(before) && isObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
      const property = tree?.properties[key];
      const found = rawChanges(
        before[key] ?? null,
        after[key] ?? null,
        path === "" ? key : `${path}.${key}`,
        undefined,
      );
      const replaces = property?.kind === "leaf" && property.replaces !== "no";
      return replaces ? found.map((change) => ({ ...change, replaces })) : found;
    });
  }
  if (isSame(before, after, false)) return [];
  return [{ path, kind: before === null ? "add" : after === null ? "delete" : "update", replaces: false }];
}

function isSame(a: Json, b: Json, trimmed: boolean): boolean {
  const text = (value: Json): string => JSON.stringify(trimmed && typeof value === "string" ? value.trim() : value);
  return text(a) === text(b);
}
