/** Changes one resource in a state and in a program at random, by seed. */
import {
  isAsset,
  isList,
  isMap,
  isSecret,
  type Json,
  type JsonObject,
  type JsonPath,
  mapTree,
  placesIn,
  secretOf,
  valueAt,
  withAt,
} from "./json-tree.ts";

/** A resource in the state and in the program, with secrets in the wire format. */
export interface Draft {
  readonly oldInputs: JsonObject;
  readonly outputs: JsonObject;
  readonly initErrors: readonly string[];
  readonly wasProtected: boolean;
  readonly inputs: JsonObject;
  readonly ignoreChanges: readonly JsonPath[];
  readonly replaceOnChanges: readonly JsonPath[];
  readonly deleteBeforeReplace?: boolean;
  readonly protect: boolean;
  /** The names of the changes, for messages. */
  readonly story: readonly string[];
}

/** Returns a number in [0, 1). */
export type Random = () => number;

type Mutation = (draft: Draft, random: Random) => Draft;

/** Keys that need quotes in paths, or look like something else. */
const oddKeys = [
  "foo.bar",
  "a b",
  "$x",
  "__x",
  'quo"te',
  "back\\slash",
  "[0]",
  "0",
  "ünïcode",
  "a-b/c",
  "*",
  "#initerror",
  "x]y",
];

/** Applies one to three mutations of the program or state. One in fifteen drafts is unchanged. */
export function mutated(draft: Draft, random: Random): Draft {
  const count = random() < 1 / 15 ? 0 : 1 + Math.floor(random() * 3);
  let result = draft;
  for (let index = 0; index < count; index += 1) {
    const [name, mutation] = pick(mutations, random);
    const next = mutation(result, random);
    result = { ...next, story: [...result.story, name] };
  }
  return result;
}

/** Applies one mutation of the inputs that keeps their types, so that providers rarely reject the result. */
export function alteredInputs(inputs: JsonObject, random: Random): JsonObject {
  const draft: Draft = {
    oldInputs: {},
    outputs: {},
    initErrors: [],
    wasProtected: false,
    inputs,
    ignoreChanges: [],
    replaceOnChanges: [],
    protect: false,
    story: [],
  };
  return pick(gentleMutations, random)(draft, random).inputs;
}

const gentleMutations: readonly Mutation[] = [
  onLeaf((value) => altered(value)),
  onLeaf((value) => altered(value)),
  onLeaf((value) => altered(value)),
  onPlace(() => undefined),
  (draft, random) => onProperty(draft, random, () => undefined),
  onList,
  onPlace((value) => secretOf(value)),
  revealSecrets,
];

/** Values of every type. */
const others: readonly Json[] = [[], {}, 7, "seven", true, [null], { a: null }];

/** The changes. Most of them concern inputs, but options, state, and secrets are also changed often. */
const mutations: readonly (readonly [string, Mutation])[] = [
  ["alter", onLeaf((value) => altered(value))],
  ["alter ", onLeaf((value) => altered(value))],
  ["drop", onPlace(() => undefined)],
  ["drop a property", (draft, random) => onProperty(draft, random, () => undefined)],
  ["null", onPlace(() => null)],
  [
    "another type",
    onPlace((value, random) =>
      pick(
        others.filter((other) => typeof other !== typeof value),
        random,
      ),
    ),
  ],
  ["add what the outputs have", addFromOutputs],
  ["add an odd key", addOddKey],
  ["add an odd key ", addOddKey],
  ["add an unknown property", (draft) => ({ ...draft, inputs: { ...draft.inputs, unheardOf: { of: ["any", 1] } } })],
  ["change a list", onList],
  ["change a list ", onList],
  ["make a secret", onPlace((value) => secretOf(value))],
  ["reveal a secret", revealSecrets],
  ["few properties", fewProperties],
  ["mark defaults", markDefaults],
  ["ignore", ignore],
  ["ignore ", ignore],
  ["ignore  ", ignore],
  ["replace on", replaceOn],
  ["replace on ", replaceOn],
  ["set deleteBeforeReplace", (draft, random) => ({ ...draft, deleteBeforeReplace: random() < 0.5 })],
  ["protect", (draft, random) => ({ ...draft, protect: random() < 0.5, wasProtected: random() < 0.5 })],
  ["initialization failed", (draft) => ({ ...draft, initErrors: ["it was never ready"] })],
  ["alter an old input", ofOldInputs(onLeaf((value) => altered(value)))],
  ["drop an old input", ofOldInputs(onPlace(() => undefined))],
  ["make an old secret", ofOldInputs(onPlace((value) => secretOf(value)))],
  ["forget defaults", (draft) => ({ ...draft, oldInputs: withoutDefaults(draft.oldInputs) })],
  ["alter an output", alterOutput],
];

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("cannot pick an item from an empty list");
  return item;
}

function onPlace(change: (value: Json, random: Random) => Json | undefined): Mutation {
  return (draft, random) => {
    const places = placesIn(draft.inputs);
    if (places.length === 0) return draft;
    const place = pick(places, random);
    return { ...draft, inputs: withAt(draft.inputs, place, change(valueAt(draft.inputs, place) ?? null, random)) };
  };
}

function onLeaf(change: (value: Json) => Json): Mutation {
  return (draft, random) => {
    const leaves = placesIn(draft.inputs).filter((place) => {
      const value = valueAt(draft.inputs, place);
      return !isMap(value) && !isList(value);
    });
    if (leaves.length === 0) return draft;
    const place = pick(leaves, random);
    return { ...draft, inputs: withAt(draft.inputs, place, change(valueAt(draft.inputs, place) ?? null)) };
  };
}

function onProperty(draft: Draft, random: Random, change: () => Json | undefined): Draft {
  const names = Object.keys(draft.inputs);
  return names.length === 0 ? draft : { ...draft, inputs: withAt(draft.inputs, [pick(names, random)], change()) };
}

function altered(value: Json): Json {
  if (typeof value === "string") return `${value}~`;
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (isSecret(value)) return secretOf(altered(value.value ?? null));
  if (isAsset(value)) return alteredAsset(value);
  return value === null ? "no more null" : value;
}

/** Changes the content of the asset, or makes its path that of another file. */
function alteredAsset(asset: JsonObject): JsonObject {
  if (typeof asset.text === "string") return { ...asset, text: `${asset.text}~` };
  if (typeof asset.path === "string") return { ...asset, path: asset.path.replace("one", "two") };
  if (!isObjectOfAssets(asset.assets)) return asset;
  const [first] = Object.entries(asset.assets);
  return first === undefined
    ? asset
    : { ...asset, assets: { ...asset.assets, [first[0]]: alteredAsset(first[1] as JsonObject), more: first[1] } };
}

function isObjectOfAssets(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

/** Adds a property of the outputs to the inputs: one that the cloud assigned, or that is read-only. */
function addFromOutputs(draft: Draft, random: Random): Draft {
  const names = Object.keys(draft.outputs).filter((name) => !(name in draft.inputs) && !name.startsWith("__"));
  if (names.length === 0) return draft;
  const name = pick(names, random);
  const value = draft.outputs[name] ?? null;
  return { ...draft, inputs: { ...draft.inputs, [name]: random() < 0.5 ? altered(value) : value } };
}

function addOddKey(draft: Draft, random: Random): Draft {
  const maps = [[], ...placesIn(draft.inputs)].filter((place) => isMap(valueAt(draft.inputs, place)));
  const inner = maps.filter((place) => place.length > 0);
  const place = pick(inner.length > 0 ? inner : maps, random);
  const value: Json = pick(["v", { deep: ["v"] }, null, ["a", { b: 1 }]], random);
  return { ...draft, inputs: withAt(draft.inputs, [...place, pick(oddKeys, random)], value) };
}

function onList(draft: Draft, random: Random): Draft {
  const lists = placesIn(draft.inputs).filter((place) => isList(valueAt(draft.inputs, place)));
  if (lists.length === 0) return draft;
  const path = pick(lists, random);
  const items = valueAt(draft.inputs, path) as readonly Json[];
  const last = items.at(-1) ?? "first";
  const changes = [
    [...items, last],
    [...items, null],
    items.slice(1),
    items.slice(0, -1),
    items.toReversed(),
    [null, ...items],
  ];
  return { ...draft, inputs: withAt(draft.inputs, path, pick(changes, random)) };
}

function revealSecrets(draft: Draft): Draft {
  const plain = mapTree(draft.inputs, (value) => (isSecret(value) ? (value.value ?? null) : value));
  return { ...draft, inputs: plain as JsonObject };
}

function fewProperties(draft: Draft, random: Random): Draft {
  const kept = Object.entries(draft.inputs).filter(() => random() < 0.6);
  return { ...draft, inputs: Object.fromEntries(kept) };
}

/** Adds `__defaults`, as bridged providers do, with names of inputs. */
function markDefaults(draft: Draft, random: Random): Draft {
  const maps = [[], ...placesIn(draft.inputs)].filter((place) => isMap(valueAt(draft.inputs, place)));
  const place = pick(maps, random);
  const names = Object.keys((valueAt(draft.inputs, place) ?? {}) as JsonObject).filter(() => random() < 0.3);
  return { ...draft, inputs: withAt(draft.inputs, [...place, "__defaults"], names) };
}

function withoutDefaults(inputs: JsonObject): JsonObject {
  const without = mapTree(inputs, (value) => {
    if (!isMap(value)) return value;
    const { __defaults: _, ...others } = value;
    return others;
  });
  return without as JsonObject;
}

function ignore(draft: Draft, random: Random): Draft {
  return { ...draft, ignoreChanges: [...draft.ignoreChanges, ...somePlaces(draft, random)] };
}

function replaceOn(draft: Draft, random: Random): Draft {
  return { ...draft, replaceOnChanges: [...draft.replaceOnChanges, ...somePlaces(draft, random)] };
}

/** Returns one to three paths of inputs or outputs. Some contain `*`, and a few do not exist. */
function somePlaces(draft: Draft, random: Random): readonly JsonPath[] {
  const places = [draft.inputs, draft.oldInputs, draft.outputs].flatMap((values) => placesIn(values));
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    if (places.length === 0 || random() < 0.1)
      return pick<JsonPath>([["nowhere", "at all"], ["*"], ["nowhere", 3]], random);
    const place = pick(places, random);
    return place.map((key, index) => (random() < 0.15 && (index > 0 || random() < 0.2) ? "*" : key));
  });
}

function ofOldInputs(mutation: Mutation): Mutation {
  return (draft, random) => ({ ...draft, oldInputs: mutation({ ...draft, inputs: draft.oldInputs }, random).inputs });
}

/** Changes an output, as if outside of Pulumi. Private members are excluded, because only the provider sets them. */
function alterOutput(draft: Draft, random: Random): Draft {
  const names = Object.keys(draft.outputs).filter(
    (name) => !name.startsWith("__") && name !== "id" && name !== "variant",
  );
  const shown = { ...draft, inputs: Object.fromEntries(names.map((name) => [name, draft.outputs[name] ?? null])) };
  const { inputs } = onLeaf((value) => altered(value))(shown, random);
  return { ...draft, outputs: { ...draft.outputs, ...inputs } };
}
