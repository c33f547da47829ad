/** Splits discovered objects into parts, one for each future stack, and finds the references that cross the parts. */

import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import { ImpError } from "../domain/errors.ts";
import { compareTexts, orderByNeeds } from "../domain/order/by-needs.ts";
import { addTo, getOrInsert, groupBy } from "../domain/order/maps.ts";
import { comparableName } from "../import-ids/comparable-names.ts";
import { identityParts } from "../import-ids/inventory-object.ts";
import { foreignToken } from "../schema/tokens.ts";
import { openSecrets } from "../value/restore-secrets.ts";
import type { PropertyMap } from "../value/value.ts";
import { type ObjectReference, type ReadObject, referencesOf } from "./follow.ts";
import type { FoundObject } from "./found.ts";

/** What the objects of a part have in common. */
export type SplitKey =
  | { readonly kind: "region" }
  | { readonly kind: "module" }
  | { readonly kind: "network" }
  | { readonly kind: "tag"; readonly key: string };

/** Parses `region`, `module`, `network`, or `tag:KEY`, also after `by=`. Throws USAGE. */
export function parseSplit(text: string): SplitKey {
  const word = text.replace(/^by=/, "");
  if (word === "region" || word === "module" || word === "network") return { kind: word };
  const key = /^tag:([\s\S]+)$/.exec(word)?.[1];
  if (key !== undefined) return { kind: "tag", key };
  throw ImpError.of("USAGE", {
    message: `Invalid --split ${text}.`,
    hint: "Use --split tag:KEY, --split region, --split module, or --split network.",
  });
}

/** An object, and its values if Read returned them. */
export interface SplitObject {
  readonly object: FoundObject;
  readonly values: ReadObject | undefined;
}

export interface SplitPart {
  /** The common region, module, network, or tag value. `other` for objects that belong to no part. */
  readonly name: string;
  readonly objects: readonly FoundObject[];
}

/** A reference from an object of one part to an object of another part. */
interface CrossingReference {
  readonly from: FoundObject;
  readonly to: FoundObject;
  readonly fromPart: string;
  readonly toPart: string;
  /** The properties of the second object whose values occur in the first one. */
  readonly properties: readonly string[];
}

export interface Split {
  /** In import order: a part that others refer to comes before them. Otherwise sorted by name. */
  readonly parts: readonly SplitPart[];
  readonly crossing: readonly CrossingReference[];
}

const otherPart = "other";

/**
 * Splits the objects. An object without a key of its own, such as one without the tag, joins a part that it shares references with, so that few
 * references cross, and so that the parts can be imported one after the other.
 */
export function splitObjects(entries: readonly SplitObject[], by: SplitKey): Split {
  const references = referencesOf(entries);
  const names = entries.map((entry) => ownPart(entry, by));
  joinNeighbors(names, references);
  const parts = new Map<string, FoundObject[]>();
  for (const [index, { object }] of entries.entries()) addTo(parts, names[index] ?? otherPart, object);
  const crossing = references.flatMap(({ from, to, properties }): readonly CrossingReference[] => {
    const [fromPart = otherPart, toPart = otherPart] = [names[from], names[to]];
    const [source, target] = [entries[from], entries[to]];
    if (fromPart === toPart || source === undefined || target === undefined) return [];
    return [{ from: source.object, to: target.object, fromPart, toPart, properties }];
  });
  const named = [...parts].map(([name, objects]) => ({ name, objects }));
  return {
    parts: inImportOrder(
      named.sort((a, b) => compareTexts(a.name, b.name)),
      crossing,
    ),
    crossing,
  };
}

function inImportOrder(parts: readonly SplitPart[], crossing: readonly CrossingReference[]): readonly SplitPart[] {
  const indexes = new Map(parts.map(({ name }, index) => [name, index]));
  const needs = groupBy(crossing, ({ fromPart }) => fromPart);
  return orderByNeeds(parts, ({ name }) => {
    const needed = new Set((needs.get(name) ?? []).map(({ toPart }) => toPart));
    return [...needed].flatMap((part) => indexes.get(part) ?? []);
  });
}

/** Returns the properties of each object of a part whose values later parts contain, by `cloudObjectKey`. Earlier parts contain them as literals. */
export function crossingProperties(part: string, { parts, crossing }: Split): ReadonlyMap<string, readonly string[]> {
  const order = parts.map(({ name }) => name);
  const later = new Set(order.slice(order.indexOf(part) + 1));
  const properties = new Map<string, Set<string>>();
  for (const { to, fromPart, toPart, properties: names } of crossing) {
    if (toPart !== part || !later.has(fromPart)) continue;
    const wanted = getOrInsert(properties, cloudObjectKey(to), () => new Set<string>());
    for (const name of names) wanted.add(name);
  }
  return new Map([...properties].map(([key, names]) => [key, [...names].sort()]));
}

/** Returns true if the object itself names its part, such as with the tag. */
export function hasOwnPart(entry: SplitObject, by: SplitKey): boolean {
  return ownPart(entry, by) !== undefined;
}

/** Returns the part that the object itself names, or undefined. */
function ownPart({ object, values }: SplitObject, by: SplitKey): string | undefined {
  const outputs = values?.outputs;
  switch (by.kind) {
    case "module": {
      const { module, package: owner } = foreignToken(object.type);
      return module.replace(/\/.*$/, "") || owner;
    }
    case "region": {
      const region = identityParts(textAt(outputs, "arn") ?? object.id).region;
      return [region, textAt(outputs, "region"), textAt(outputs, "location")].find(
        (text) => text !== undefined && text !== "",
      );
    }
    case "tag":
      return tagAt(outputs, by.key);
    case "network":
      return networkNames.has(comparableName(object.type.split(":").at(-1) ?? ""))
        ? object.name || object.id
        : undefined;
  }
}

/** The types of networks, made comparable: of AWS, Azure, and Google Cloud. */
const networkNames: ReadonlySet<string> = new Set(["Vpc", "VirtualNetwork", "Network"].map(comparableName));

function textAt(values: PropertyMap | undefined, key: string): string | undefined {
  const value = values?.get(key);
  return value?.kind === "string" ? value.value : undefined;
}

function tagAt(outputs: PropertyMap | undefined, key: string): string | undefined {
  for (const name of ["tags", "tagsAll", "labels"]) {
    const value = outputs?.get(name);
    const tags = value === undefined ? undefined : openSecrets(value);
    const tag = tags?.kind === "map" ? tags.entries.get(key) : undefined;
    if (tag?.kind === "string" && tag.value !== "") return tag.value;
  }
  return undefined;
}

/**
 * Assigns objects without a part, round by round, each to the part of an object that it refers to or that refers to it. Chooses the part with the
 * fewest references against the order of the parts, so that parts don't need each other, then the part with the most references.
 */
function joinNeighbors(names: (string | undefined)[], references: readonly ObjectReference[]): void {
  const [targets, sources] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const { from, to } of references) {
    addTo(targets, from, to);
    addTo(sources, to, from);
  }
  const partsOf = (indexes: readonly number[] = []): readonly string[] =>
    indexes.flatMap((index) => names[index] ?? []);
  const needs = new PartNeeds();
  for (const { from, to } of references) needs.add(names[from], names[to]);
  const hasNeighbor = (index: number): boolean =>
    partsOf([...(targets.get(index) ?? []), ...(sources.get(index) ?? [])]).length > 0;
  let open = names.flatMap((name, index) => (name === undefined ? [index] : []));
  for (;;) {
    const ready = open.filter(hasNeighbor);
    if (ready.length === 0) return;
    for (const index of ready) {
      const [needed, needing] = [partsOf(targets.get(index)), partsOf(sources.get(index))];
      const conflicts = (part: string): number =>
        needed.filter((other) => needs.has(other, part)).length +
        needing.filter((other) => needs.has(part, other)).length;
      names[index] = commonest([...needed, ...needing], conflicts);
      for (const other of needed) needs.add(names[index], other);
      for (const other of needing) needs.add(other, names[index]);
    }
    open = open.filter((index) => names[index] === undefined);
  }
}

/** The maximum number of parts for which indirect needs count. With more parts, finding them takes too long. */
const mostRelated = 200;

/** The parts that each part refers to, directly or indirectly. */
class PartNeeds {
  readonly #direct = new Map<string, Set<string>>();

  add(from: string | undefined, to: string | undefined): void {
    if (from === undefined || to === undefined || from === to) return;
    getOrInsert(this.#direct, from, () => new Set<string>()).add(to);
  }

  has(from: string, to: string): boolean {
    if (from === to) return false;
    if (this.#direct.get(from)?.has(to) === true) return true;
    if (this.#direct.size > mostRelated) return false;
    const reached = new Set([from]);
    for (const part of reached) for (const next of this.#direct.get(part) ?? []) reached.add(next);
    return reached.has(to);
  }
}

/** Returns the text with the lowest cost, of these the most common text, of these the first in order. */
function commonest(texts: readonly string[], costOf: (text: string) => number): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, getOrInsert(counts, text, () => 0) + 1);
  return [...counts]
    .map(([text, count]) => ({ text, count, cost: costOf(text) }))
    .sort((a, b) => a.cost - b.cost || b.count - a.count || compareTexts(a.text, b.text))[0]?.text;
}

/** Returns the file of a part, next to `out`: `imp-found.json` and `web` give `imp-found-web.json`. Names that would be equal get a number. */
export function partFiles(out: string, parts: readonly SplitPart[]): readonly string[] {
  const [, base = out, ending = ""] = /^(.*?)(\.[^./\\]*)?$/.exec(out) ?? [];
  const used = new Set<string>();
  return parts.map(({ name }) => {
    const slug =
      name
        .toLowerCase()
        .replace(/[^a-z\d]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 60) || "part";
    let file = `${base}-${slug}${ending}`;
    for (let number = 2; used.has(file); number += 1) file = `${base}-${slug}-${number}${ending}`;
    used.add(file);
    return file;
  });
}
