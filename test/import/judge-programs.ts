/** Judges programs for a random provider: tries other programs with calls to its model, independently of imp's search. */
import assert from "node:assert/strict";
import type { Mode } from "../../src/import/search/index.ts";
import { differences, type Json, type JsonObject, type ModelCloud } from "./model-cloud.ts";
import { type Behaviours, type Group, isList, isObject, type Leaf, type Members, sentBySdk } from "./random-type.ts";

type LeafPath = readonly (string | number)[];

const token = "model:index:Thing";

/** An object of the cloud, as Read returns it, without properties that the schema does not have. */
export interface Seen {
  readonly cloud: ModelCloud;
  readonly behaviours: Behaviours;
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly mode: Mode;
}

/** Returns the paths of values that the program could omit: its preview stays clean without them, and no rule requires them. */
function spareIn(seen: Seen, program: JsonObject): readonly string[] {
  const whole = judge(seen, program);
  // Values that differ even in the complete program cannot be tested.
  const differing = [...whole.differs].filter((path) => path !== "" || whole.differs.size === 1);
  const isLost = (path: LeafPath): boolean => differing.some((other) => overlap(other, textOf(path)));
  return leavesOf(program)
    .filter((path) => !isLost(path))
    .filter((path) => !isRequired(seen.behaviours, path))
    .filter((path) => isNoWorse(judge(seen, without(program, path) as JsonObject), whole))
    .map((path) => path.join("."));
}

/** Returns the paths of required values that Read returned, but that the program omits from an object that it sets. */
export function untypedIn(tree: Members, inputs: Json, program: Json, at = ""): readonly string[] {
  if (isList(program) && isList(inputs))
    return program.flatMap((item, index) => untypedIn(tree, inputs[index] ?? null, item, `${at}[${index}]`));
  if (!isObject(program) || !isObject(inputs)) return [];
  return Object.entries(tree.properties).flatMap(([name, property]) => {
    const [there, set] = [inputs[name] ?? null, program[name] ?? null];
    if (set === null) return property.required && there !== null ? [`${at}.${name}`] : [];
    return property.kind === "group" ? untypedIn(property.members, there, set, `${at}.${name}`) : [];
  });
}

/** Returns the smallest clean program that sets all required values, and otherwise only read values. Returns undefined if none is clean. */
export function cleanProgram(seen: Seen): JsonObject | undefined {
  const leaves = leavesOf(seen.inputs);
  const free = leaves.filter((path) => !isRequired(seen.behaviours, path));
  if (free.length > 9) return undefined;
  const sets = Array.from({ length: 2 ** free.length }, (_, bits) => free.filter((_, i) => (bits >> i) % 2 === 1));
  for (const left of sets.sort((a, b) => b.length - a.length)) {
    const program = left.reduce<Json>((rest, path) => pruned(rest, path), seen.inputs) as JsonObject;
    if (untypedIn(seen.behaviours, seen.inputs, program).length > 0) continue;
    const { refused, differs, stable } = judge(seen, program);
    if (!refused && differs.size === 0 && stable) return program;
  }
  return undefined;
}

export interface Judgement {
  readonly refused: boolean;
  readonly differs: ReadonlySet<string>;
  /** The paths of differences from Diff, or from a comparison of the inputs if Diff names no property. */
  readonly paths: ReadonlySet<string>;
  /** True if a preview replaces the object. */
  readonly replaced: boolean;
  /** True if a second Check of the checked inputs returns the same inputs. */
  readonly repeats: boolean;
  readonly stable: boolean;
}

const refused: Judgement = {
  refused: true,
  differs: new Set(),
  paths: new Set(),
  replaced: false,
  repeats: false,
  stable: false,
};

function isNoWorse(rest: Judgement, whole: Judgement): boolean {
  if (rest.refused || (whole.stable && !rest.stable)) return false;
  const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>): boolean =>
    [...some].every((one) => all.has(one));
  return isWithin(rest.differs, whole.differs);
}

/** Returns true if a program is not worse than the whole program: not rejected or replaced, and without additional differences. */
export function isNoWorseThan(rest: Judgement, whole: Judgement): boolean {
  if (rest.refused || (whole.repeats && !rest.repeats) || (rest.replaced && !whole.replaced)) return false;
  // A difference without a path does not cover other paths.
  const isWithin = (path: string, other: string): boolean => path === other || (other !== "" && overlap(path, other));
  return [...rest.paths].every((path) => [...whole.paths].some((other) => isWithin(path, other)));
}

/** @param from the old inputs for Check: the read inputs, or none for a new object */
export function judge({ cloud, behaviours, inputs, outputs }: Seen, program: JsonObject, from = inputs): Judgement {
  const sent = sentBySdk(behaviours, program);
  try {
    const first = cloud.check(token, from, sent, 11);
    if (first.failures !== undefined) return refused;
    const stored = first.inputs ?? {};
    const differs = differing(cloud, inputs, outputs, stored);
    const second = cloud.check(token, stored, sent, 12);
    const repeats = second.failures === undefined && differences(stored, second.inputs ?? {}).length === 0;
    const stable = repeats && differing(cloud, stored, outputs, stored).size === 0;
    const replaced = isReplaced(
      cloud.diff(token, { oldInputs: inputs, olds: outputs, news: stored, ignoreChanges: [] }),
    );
    const isUnnamed = differs.size === 1 && differs.has("");
    const inputsDiffer = differences(inputs, stored).map(({ path }) => path);
    const paths = isUnnamed && inputsDiffer.length > 0 ? inputsDiffer : [...differs];
    return {
      refused: false,
      differs,
      paths: new Set(paths.length > 1 ? paths.filter((path) => path !== "") : paths),
      replaced,
      repeats,
      stable,
    };
  } catch {
    return refused;
  }
}

function differing(cloud: ModelCloud, oldInputs: JsonObject, olds: JsonObject, news: JsonObject): ReadonlySet<string> {
  const answer = cloud.diff(token, { oldInputs, olds, news, ignoreChanges: [] });
  switch (answer.changes) {
    case "none":
      return new Set();
    case "unknown":
      return new Set(differences(oldInputs, news).map(({ path }) => path));
    case "some":
      return new Set(["", ...answer.diffs, ...(answer.detailed?.keys() ?? []), ...answer.replaces]);
  }
}

function isReplaced({ replaces, detailed = new Map() }: ReturnType<ModelCloud["diff"]>): boolean {
  return replaces.length > 0 || [...detailed.values()].some(({ kind }) => kind.endsWith("-replace"));
}

function isRequired(behaviours: Behaviours, path: LeafPath): boolean {
  return propertyAt(behaviours, path)?.required === true;
}

/** Returns the property at a path. */
export function propertyAt(tree: Members, path: LeafPath): Leaf | Group | undefined {
  let members: Members | undefined = tree;
  let property: Leaf | Group | undefined;
  for (const key of path) {
    if (typeof key === "number") continue;
    property = members?.properties[key];
    members = property?.kind === "group" ? property.members : undefined;
  }
  return property;
}

function textOf(path: LeafPath): string {
  return path.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");
}

function overlap(a: string, b: string): boolean {
  const starts = (long: string, short: string): boolean =>
    short === "" || long === short || (long.startsWith(short) && /^[.[]/.test(long.slice(short.length)));
  return starts(a, b) || starts(b, a);
}

export function leavesOf(value: Json, path: LeafPath = []): readonly LeafPath[] {
  if (isObject(value) && Object.keys(value).length > 0 && !isMap(path, value))
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  if (isList(value) && value.length > 0 && value.every(isObject))
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  // An empty element keeps its position in the list.
  return typeof (path.at(-1) ?? 0) === "number" ? [] : [path];
}

/** Returns true if the value is a map, whose keys in these tests are not property names. */
function isMap(path: LeafPath, value: JsonObject): boolean {
  return path.length > 0 && Object.keys(value).some((key) => key === "k" || key === "a.b");
}

/** Removes a value, and keeps the objects around it, even if they are empty. */
function without(value: Json, [key, ...rest]: LeafPath): Json {
  if (typeof key === "number" && isList(value))
    return value.map((item, index) => (index === key ? without(item, rest) : item));
  if (key === undefined || !isObject(value)) return value;
  const { [key]: inside, ...others } = value;
  return rest.length === 0 ? others : { ...value, [key]: without(inside ?? null, rest) };
}

/** Removes a value, and the objects that become empty. A list keeps all its elements if one of them sets a value. */
function pruned(value: Json, [key, ...rest]: LeafPath): Json {
  if (typeof key === "number" && isList(value)) {
    const items = value.map((item, index) => (index === key ? pruned(item, rest) : item));
    return items.every((item) => isObject(item) && Object.keys(item).length === 0) ? null : items;
  }
  if (key === undefined || !isObject(value)) return value;
  const { [key]: inside, ...others } = value;
  if (rest.length === 0) return others;
  const left = pruned(inside ?? null, rest);
  const isGone = left === null || (isObject(left) && Object.keys(left).length === 0);
  return isGone ? others : { ...value, [key]: left };
}

/** Returns the faults of a clean program. In mode `minimal`, judge-classes.ts judges the values that a clean preview does not need. */
export function faultsOf(seen: Seen, program: JsonObject): readonly string[] {
  assert.ok(judge(seen, program).stable, "a second preview of the program shows no changes");
  return [
    ...untypedIn(seen.behaviours, seen.inputs, program).map((path) => `does not compile without ${path}`),
    ...(seen.mode === "minimal" ? [] : spareIn(seen, program).map((path) => `does not need ${path}`)),
  ];
}
