/** Replaces entries of a state. All other entries keep their bytes. They also keep their positions if each entry still follows its referents. */

import type { StateEntry, Urn } from "../domain/graph.ts";
import { orderByNeeds } from "../domain/order/by-needs.ts";
import { parseProviderReference } from "../domain/urn.ts";
import { spaceBefore } from "../value/json/scan.ts";
import type { Edit } from "./byte-edit.ts";
import type { Deployment, StateResource } from "./deployment.ts";

/** An entry of the new state: an unchanged entry of the base, or a new entry. */
interface Slot {
  readonly urn: Urn;
  /** The index in the base. Omitted for a new entry. */
  readonly kept?: number;
  readonly entry?: StateEntry;
  readonly needs: readonly Urn[];
}

/** Returns the entries that replace entries of the base, by the index of the replaced entry. */
export function replacedSlots(base: Deployment, entries: readonly StateEntry[]): ReadonlyMap<number, StateEntry> {
  const byUrn = new Map(entries.flatMap((entry) => (entry.replacedId === undefined ? [] : [[entry.urn, entry]])));
  return new Map(
    base.resources.flatMap(({ urn, delete: deleted }, index) => {
      const entry = deleted ? undefined : byUrn.get(urn);
      return entry === undefined ? [] : [[index, entry] as const];
    }),
  );
}

/**
 * Returns the edits that replace and add entries in a non-empty list of resources.
 *
 * @param print returns the text of an entry in the layout of the list
 */
export function replacementEdits(
  { resources, source: { bytes, layout } }: Deployment,
  { root, entries }: { readonly root: StateEntry | undefined; readonly entries: readonly StateEntry[] },
  replaced: ReadonlyMap<number, StateEntry>,
  print: (entry: StateEntry) => string,
): readonly Edit[] {
  const ranges = layout.resources;
  const last = resources.findLastIndex(({ delete: deleted }) => !deleted);
  const existing = resources.map((resource, index) => existingSlot(resource, index, replaced.get(index)));
  const replacements = new Set(replaced.values());
  const added = entries.filter((entry) => !replacements.has(entry)).map(newSlot);
  const front = root === undefined ? [] : [newSlot(root)];
  const slots = inOrder([...front, ...existing.slice(0, last + 1), ...added, ...existing.slice(last + 1)]);
  const texts = slots.map(({ kept, entry }) => {
    const range = kept === undefined ? undefined : ranges[kept];
    if (range !== undefined) return Buffer.from(bytes.subarray(range.start, range.end)).toString("utf8");
    return entry === undefined ? "" : print(entry);
  });
  const edits = ranges.flatMap((range, index): readonly Edit[] =>
    slots[index]?.kept === index ? [] : [{ ...range, text: texts[index] ?? "" }],
  );
  const end = ranges.at(-1);
  if (end === undefined) return edits;
  const space = spaceBefore(bytes, end.start);
  return [
    ...edits,
    ...texts.slice(ranges.length).map((text) => ({ start: end.end, end: end.end, text: `,${space}${text}` })),
  ];
}

function existingSlot(resource: StateResource, kept: number, entry: StateEntry | undefined): Slot {
  if (entry !== undefined) return newSlot(entry);
  // Entries that are pending deletion can precede their referents.
  return { urn: resource.urn, kept, needs: resource.delete ? [] : entryReferents(resource) };
}

function newSlot(entry: StateEntry): Slot {
  return { urn: entry.urn, entry, needs: entryReferents(entry) };
}

function entryReferents(entry: StateEntry | StateResource): readonly Urn[] {
  const { parent, provider, dependencies, propertyDependencies, deletedWith } = entry;
  const providerUrn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  const all = [parent, providerUrn, deletedWith, ...dependencies, ...[...propertyDependencies.values()].flat()];
  return all.filter((urn) => urn !== undefined);
}

/** Sorts entries so that each entry follows its referents. Moves as few entries as possible. */
function inOrder(slots: readonly Slot[]): readonly Slot[] {
  const living = new Map(slots.map(({ urn }, number) => [urn, number]));
  return orderByNeeds(slots, ({ needs }) => needs.flatMap((urn) => living.get(urn) ?? []));
}
