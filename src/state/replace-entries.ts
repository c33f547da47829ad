/**
 * Puts entries in the places of living ones of the same URNs: every other entry keeps its bytes, and its place where the order of needs allows it.
 */
import { parseProviderReference } from "../domain/urn.ts";
import type { StateEntry, Urn } from "../graph.ts";
import { spaceBefore } from "../json/scan.ts";
import { orderByNeeds } from "../order/by-needs.ts";
import type { Edit } from "./byte-edit.ts";
import type { Deployment, StateResource } from "./deployment.ts";

/** An entry of the new state: one of the base, or a new one. */
interface Slot {
  readonly urn: Urn;
  /** Its index in the base, where it keeps the bytes. */
  readonly kept?: number;
  readonly entry?: StateEntry;
  readonly needs: readonly Urn[];
}

/** Returns the entries that take the place of a living one, by its index. */
export function replacedSlots(base: Deployment, entries: readonly StateEntry[]): ReadonlyMap<number, StateEntry> {
  const wanted = new Map(entries.flatMap((entry) => (entry.replacedId === undefined ? [] : [[entry.urn, entry]])));
  const found = base.resources.map(({ urn, delete: goes }, at) => [at, goes ? undefined : wanted.get(urn)] as const);
  return new Map(found.flatMap(([at, entry]) => (entry === undefined ? [] : [[at, entry] as const])));
}

/**
 * @param print the text of an entry, as the list is laid out
 * @returns edits of a list that is not empty
 */
export function replacementEdits(
  { resources, source: { bytes, layout } }: Deployment,
  { root, entries }: { readonly root: StateEntry | undefined; readonly entries: readonly StateEntry[] },
  replaced: ReadonlyMap<number, StateEntry>,
  print: (entry: StateEntry) => string,
): readonly Edit[] {
  const ranges = layout.resources;
  const last = resources.findLastIndex(({ delete: goes }) => !goes);
  const there = resources.map((resource, at) => slotOf(resource, at, replaced.get(at)));
  const places = new Set(replaced.values());
  const added = entries.filter((entry) => !places.has(entry)).map(newSlot);
  const front = root === undefined ? [] : [newSlot(root)];
  const slots = inOrder([...front, ...there.slice(0, last + 1), ...added, ...there.slice(last + 1)]);
  const texts = slots.map(({ kept, entry }) => {
    const range = kept === undefined ? undefined : ranges[kept];
    if (range !== undefined) return Buffer.from(bytes.subarray(range.start, range.end)).toString("utf8");
    return entry === undefined ? "" : print(entry);
  });
  const edits = ranges.flatMap((range, at): readonly Edit[] =>
    slots[at]?.kept === at ? [] : [{ ...range, text: texts[at] ?? "" }],
  );
  const end = ranges.at(-1);
  if (end === undefined) return edits;
  const space = spaceBefore(bytes, end.start);
  return [
    ...edits,
    ...texts.slice(ranges.length).map((text) => ({ start: end.end, end: end.end, text: `,${space}${text}` })),
  ];
}

function slotOf(resource: StateResource, kept: number, entry: StateEntry | undefined): Slot {
  if (entry !== undefined) return newSlot(entry);
  // Pulumi's order does not bind entries that wait for deletion.
  return { urn: resource.urn, kept, needs: resource.delete ? [] : entryReferents(resource) };
}

function newSlot(entry: StateEntry): Slot {
  return { urn: entry.urn, entry, needs: entryReferents(entry) };
}

function entryReferents(one: StateEntry | StateResource): readonly Urn[] {
  const { parent, provider, dependencies, propertyDependencies, deletedWith } = one;
  const by = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  const all = [parent, by, deletedWith, ...dependencies, ...[...propertyDependencies.values()].flat()];
  return all.filter((urn) => urn !== undefined);
}

/** Sorts entries so that those that an entry needs stand before it; entries move only where they must. */
function inOrder(slots: readonly Slot[]): readonly Slot[] {
  const living = new Map(slots.map(({ urn }, number) => [urn, number]));
  return orderByNeeds(slots, ({ needs }) => needs.flatMap((urn) => living.get(urn) ?? []));
}
