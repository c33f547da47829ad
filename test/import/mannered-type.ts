/**
 * Resource types drawn by lot: a tree of properties, each with manners of real providers, and the Check and Diff that follow from them.
 */
import fc from "fast-check";
import type { CheckFailure, DiffResult, WireDifferenceKind } from "../../src/plugin/provider.ts";
import { type Json, type JsonObject, type ModelDiff, type ModelType, refuse } from "./model-cloud.ts";

/** What it means that a program is silent about a property. */
type Silence =
  /** Nothing is to be there. */
  | "nothing"
  /** The provider's default, which only Diff shows. */
  | "default"
  /** What is there stays. */
  | "kept"
  /** Check puts the old input. */
  | "history"
  /** Check puts the provider's default. */
  | "filled"
  /** Check puts the old input, else something drawn by lot. */
  | "drawn"
  /** Check puts something else each time, whatever there was. */
  | "unstable"
  /** SDKs put the schema's default. */
  | "sdk";

export interface Leaf {
  readonly kind: "leaf";
  readonly type: "text" | "texts" | "map" | "secret";
  /** In the schema. */
  readonly required: boolean;
  /** By Check, of which the schema knows nothing. */
  readonly demanded: boolean;
  readonly silence: Silence;
  readonly replaces: "no" | "diff" | "schema";
  /** Where white space around a value is taken off. */
  readonly trims: "no" | "check" | "diff";
  /** Check refuses the value "odd". */
  readonly picky: boolean;
  readonly unreadable: boolean;
}

export interface Group {
  readonly kind: "group";
  readonly of: "object" | "list" | "set";
  readonly required: boolean;
  /** What is not there at all is not compared. */
  readonly kept: boolean;
  readonly members: Members;
}

export interface Members {
  readonly properties: Readonly<Record<string, Leaf | Group>>;
  readonly rules: readonly Rule[];
}

export interface Rule {
  readonly kind: "exactly-one" | "at-most-one" | "needs";
  readonly a: string;
  readonly b: string;
  readonly told: "both" | "one" | "nothing" | "error" | "diff";
}

export interface Manners extends Members {
  readonly form: "detailed" | "names" | "unnamed" | "unknown";
  /** What Diff compares with. */
  readonly base: "outputs" | "inputs";
  /** A property that Diff reports for ever, and whether it listens to `ignoreChanges`. */
  readonly phantom: { readonly name: string; readonly polite: boolean } | undefined;
  /** Read tells an input that the schema does not have, and Check refuses. */
  readonly extra: boolean;
}

const oneIn = (times: number): fc.Arbitrary<boolean> => fc.integer({ min: 1, max: times }).map((n) => n === times);
const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.constantFrom(usual, usual, usual, usual, ...others);

const leaf: fc.Arbitrary<Leaf> = fc.record({
  kind: fc.constant("leaf" as const),
  type: fc.constantFrom("text", "text", "text", "texts", "map", "secret"),
  required: oneIn(7),
  demanded: oneIn(12),
  silence: fc.constantFrom(
    "nothing",
    "nothing",
    "default",
    "default",
    "kept",
    "kept",
    "history",
    "filled",
    "drawn",
    "sdk",
    "unstable",
  ),
  replaces: often("no", "no", "diff", "schema"),
  trims: often("no", "no", "check", "diff"),
  picky: oneIn(5),
  unreadable: oneIn(25),
});

const rule = (names: readonly string[]): fc.Arbitrary<Rule> =>
  fc.record({
    kind: fc.constantFrom("exactly-one", "at-most-one", "at-most-one", "needs"),
    a: fc.constantFrom(...names),
    b: fc.constantFrom(...names),
    told: fc.constantFrom("both", "one", "nothing", "error", "diff"),
  });

function members(prefix: string, most: number, depth: number): fc.Arbitrary<Members> {
  const property: fc.Arbitrary<Leaf | Group> =
    depth === 0 ? leaf : fc.oneof({ arbitrary: leaf, weight: 4 }, group(prefix, depth - 1));
  return fc.array(property, { minLength: 1, maxLength: most }).chain((list) => {
    const names = list.map((_, index) => `${prefix}${index}`);
    return fc.array(rule(names), { maxLength: 1, size: "max" }).map((rules) => ({
      properties: Object.fromEntries(list.map((one, index) => [names[index], one])),
      rules: rules.filter(
        ({ a, b }) => a !== b && !list[names.indexOf(a)]?.required && !list[names.indexOf(b)]?.required,
      ),
    }));
  });
}

function group(prefix: string, depth: number): fc.Arbitrary<Group> {
  return fc.record({
    kind: fc.constant("group" as const),
    of: fc.constantFrom("object", "object", "list", "set"),
    required: oneIn(7),
    kept: oneIn(4),
    members: members(`${prefix}${"xyz"[depth] ?? ""}`, 3, depth),
  });
}

export const manners: fc.Arbitrary<Manners> = fc
  .tuple(
    members("p", 4, 2),
    fc.record({
      form: fc.constantFrom("detailed", "detailed", "detailed", "names", "unnamed", "unknown"),
      base: often<Manners["base"]>("outputs", "inputs"),
      extra: oneIn(8),
      phantom: fc
        .tuple(oneIn(12), fc.record({ name: fc.constantFrom("p0", "p9"), polite: fc.boolean() }))
        .map(([is, phantom]) => (is ? phantom : undefined)),
    }),
  )
  .map(([tree, rest]) => ({ ...tree, ...rest }));

/** What is in the cloud, as Read tells it: a value for each property, or none. */
export function cloudValues(tree: Members): fc.Arbitrary<JsonObject> {
  const text = fc.constantFrom("u", "v", "w", "d", "d", " u ", "", "odd");
  const one = (property: Leaf | Group): fc.Arbitrary<Json | undefined> => {
    if (property.kind === "leaf") {
      if (property.unreadable) return fc.constant(undefined);
      const value = {
        text,
        secret: text,
        texts: fc.array(fc.constantFrom("u", "v"), { maxLength: 2 }),
        map: fc.dictionary(fc.constantFrom("k", "a.b"), fc.constantFrom("u", "v"), { maxKeys: 2 }),
      }[property.type] as fc.Arbitrary<Json>;
      return property.required ? value : fc.option(value, { freq: 5, nil: undefined });
    }
    const inside = cloudValues(property.members);
    const value: fc.Arbitrary<Json> =
      property.of === "object" ? inside : fc.array(inside, { minLength: 1, maxLength: 2 });
    return property.required ? value : fc.option(value, { freq: 4, nil: undefined });
  };
  const entries = Object.entries(tree.properties).map(([name, property]) =>
    one(property).map((value) => (value === undefined ? [] : [[name, value] as const])),
  );
  return fc.tuple(...entries).map((found) => Object.fromEntries(found.flat()));
}

/** The type as the model's provider serves it. */
export function mannered(given: Manners): { type: ModelType; objectTypes: Readonly<Record<string, unknown>> } {
  const objectTypes: Record<string, unknown> = {};
  const shape = shapeOf(given, objectTypes, "T");
  const type: ModelType = {
    inputProperties: shape.properties,
    requiredInputs: shape.required,
    check: (olds, news, seed) => {
      if (given.extra && news.extra !== undefined) return { failures: [{ property: "extra", reason: "unknown" }] };
      const failures = [...refusals(given, news, "")];
      if (failures.length > 0) return { failures };
      return { inputs: checked(given, olds, news, seed) };
    },
    diff: (request) => answer(given, request),
  };
  return { type, objectTypes };
}

function shapeOf(tree: Members, types: Record<string, unknown>, at: string) {
  const properties = Object.entries(tree.properties).map(([name, property]) => {
    if (property.kind === "leaf") return [name, leafShape(property)];
    const token = `${at}${name}`;
    const inside = shapeOf(property.members, types, token);
    types[token] = inside;
    const ref = { $ref: `#/types/model:index:${token}` };
    return [name, property.of === "object" ? ref : { type: "array", items: ref }];
  });
  const required = Object.entries(tree.properties).flatMap(([name, property]) => (property.required ? [name] : []));
  return { properties: Object.fromEntries(properties) as Record<string, unknown>, required };
}

function leafShape({ type, silence, replaces }: Leaf): unknown {
  const types = {
    text: { type: "string" },
    secret: { type: "string", secret: true },
    texts: { type: "array", items: { type: "string" } },
    map: { type: "object", additionalProperties: { type: "string" } },
  };
  const hasDefault = silence === "sdk" && type === "text";
  return {
    ...types[type],
    ...(hasDefault && { default: "d" }),
    ...(replaces === "schema" && { willReplaceOnChanges: true }),
  };
}

/** What SDKs send: the schema's defaults, at the top and in objects, not in lists. */
export function sentBySdk(tree: Members, program: JsonObject): JsonObject {
  const sent: Record<string, Json> = { ...program };
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = program[name] ?? null;
    if (property.kind === "leaf") {
      if (value === null && property.silence === "sdk" && property.type === "text") sent[name] = "d";
    } else if (isObject(value)) sent[name] = sentBySdk(property.members, value);
  }
  return sent;
}

function* refusals(tree: Members, news: JsonObject, at: string): Iterable<CheckFailure> {
  for (const [name, property] of Object.entries(tree.properties)) {
    const value = news[name] ?? null;
    const path = `${at}${name}`;
    if (property.kind === "leaf") {
      // What the schema requires Check need not insist on.
      const isDemanded = property.demanded || (property.required && property.silence !== "kept");
      if (value === null && isDemanded) yield { property: path, reason: "is required" };
      if (property.picky && !property.required && value === "odd") yield { property: path, reason: "is odd" };
      continue;
    }
    if (value === null && property.required) yield { property: path, reason: "is required" };
    if (isObject(value)) yield* refusals(property.members, value, `${path}.`);
    if (isList(value))
      for (const [index, item] of value.entries())
        if (isObject(item)) yield* refusals(property.members, item, `${path}[${index}].`);
  }
  for (const { kind, a, b, told } of tree.rules) {
    if (told === "diff" || isKept({ kind, a, b }, news)) continue;
    if (told === "error") refuse("invalid", `${a} and ${b}`);
    if (told === "nothing") yield { property: "", reason: "the combination is not possible" };
    if (told === "one" || told === "both") yield { property: `${at}${a}`, reason: `with ${b}` };
    if (told === "both") yield { property: `${at}${b}`, reason: `with ${a}` };
  }
}

function isKept({ kind, a, b }: Pick<Rule, "kind" | "a" | "b">, news: JsonObject): boolean {
  const [hasA, hasB] = [(news[a] ?? null) !== null, (news[b] ?? null) !== null];
  switch (kind) {
    case "exactly-one":
      return hasA !== hasB;
    case "at-most-one":
      return !(hasA && hasB);
    case "needs":
      return !hasA || hasB;
  }
}

let drawn = 0;

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
    case "drawn":
      return old ?? (isText ? `s${seed}` : null);
    case "unstable":
      return isText ? `n${++drawn}` : null;
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

function answer(given: Manners, { oldInputs, olds, news, ignoreChanges }: ModelDiff): Partial<DiffResult> {
  if (breaksInDiff(given, news)) refuse("other", "the plan fails");
  if (given.form === "unknown") return { changes: "unknown" };
  const found = given.base === "inputs" ? rawChanges(oldInputs, news, "", given) : changes(given, olds, news, "");
  const { phantom } = given;
  const all =
    phantom === undefined ? found : [...found, { path: phantom.name, kind: "update" as const, replaces: false }];
  const deaf = phantom !== undefined && !phantom.polite;
  const heard = all.filter(
    ({ path }) =>
      (deaf && path === phantom.name) ||
      !ignoreChanges.some((by) => path === by || (/^[.[]/.test(path.slice(by.length)) && path.startsWith(by))),
  );
  return told(given.form, heard);
}

function told(form: "detailed" | "names" | "unnamed", heard: readonly Change[]): Partial<DiffResult> {
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
  if (tree.rules.some((one) => one.told === "diff" && !isKept(one, news))) return true;
  return Object.entries(tree.properties).some(([name, property]) => {
    const value = news[name] ?? null;
    if (property.kind === "leaf") return false;
    const items = isList(value) ? value : [value];
    return items.some((item) => isObject(item) && breaksInDiff(property.members, item));
  });
}

/** What is said against what is there, by the manners of each property. */
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

/** Inputs against inputs, whatever they mean. */
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

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
