/** Third phase of an import. Finds links between resources, and the inputs of each resource that other resources set. */
import { cloudObjectKey } from "../domain/cloud-object-key.ts";
import type { Urn } from "../domain/graph.ts";
import { groupBy } from "../domain/order/maps.ts";
import type { MissingOutput, ReferencedResource, ReferencedStack } from "../domain/referenced-stack.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks } from "../links/linkable-resource.ts";
import { findOwners, type OwnedProperty } from "../links/ownership/find-owners.ts";
import { linksToStackOutputs } from "../links/stack-links.ts";
import { readsOfChangedSpecs } from "./choose-reads.ts";
import { linkables } from "./read/linkables.ts";
import { cloudResources, type ReadOutcome } from "./read/read-all.ts";
import { referents } from "./read/replaced-entries.ts";
import { refuseSameObjects } from "./read/same-object.ts";
import { findUnordered, type UnorderedLists, withSortedLists } from "./read/unordered-lists.ts";
import type { ReadImport } from "./read-import.ts";

export interface LinkedImport extends ReadImport {
  readonly links: FoundLinks;
  /** Values of other stacks that stay literals. */
  readonly missingOutputs: readonly MissingOutput[];
  /** The parts of each resource's inputs that other resources set. */
  readonly owned: ReadonlyMap<Urn, readonly OwnedProperty[]>;
  /** The reads that the links were inferred from. If the specs change, the links are inferred again. */
  readonly from: ReadImport;
  readonly unordered: UnorderedLists;
}

/** Finds the links, and calls Diff to find out whether the order of lists matters. Throws only if the run was cancelled. */
export async function linkImport(read: ReadImport): Promise<LinkedImport> {
  const first = linkReads(read);
  const unordered = await findUnordered(first.reads, first.named, read.context.io.limit);
  return linkedInOrder(first, { from: read, unordered });
}

/** Applies changed specs, which can be removed, renamed, or have other options. Does not call Read. Throws ImpError if they cannot be resolved. */
export function changedImport({ from, unordered }: LinkedImport, specs: ImportSpecs): LinkedImport {
  return linkedInOrder(linkReads(readsOfChangedSpecs(from, specs)), { from, unordered });
}

interface Linked extends Pick<LinkedImport, "links" | "missingOutputs"> {
  readonly read: ReadImport;
  readonly reads: readonly ReadOutcome[];
  readonly resources: ReturnType<typeof linkables>;
  readonly named: Parameters<typeof findUnordered>[1];
}

function linkReads(read: ReadImport, reads = refuseSameObjects(read.reads, read.context.known.managed())): Linked {
  const { context, schemas } = read;
  const { known, otherStacks } = context;
  const others = resourcesOfOthers(otherStacks, reads);
  const resources = linkables(reads, [...referents(known, reads), ...others], schemas);
  const { links, missing } = linksToStackOutputs(inferLinks(resources, schemas), otherStacks);
  const names = new Map(resources.map(({ urn, name }) => [urn, name]));
  return {
    read,
    reads,
    resources,
    links,
    missingOutputs: missing,
    named: { links: links.links, nameOf: (urn) => names.get(urn) ?? urn },
  };
}

/** Returns the resources of other stacks, except the objects that this import reads. Of an object in several stacks, returns one with an output. */
function resourcesOfOthers(
  stacks: readonly ReferencedStack[],
  reads: readonly ReadOutcome[],
): readonly ReferencedResource[] {
  const read = new Set(cloudResources(reads).map(({ request: { type }, id }) => cloudObjectKey({ type, id })));
  const all = stacks.flatMap(({ outputs, resources }) => {
    const values = new Set([...outputs.values()].flatMap((value) => (value.kind === "string" ? [value.value] : [])));
    return resources.map((resource) => ({ resource, hasOutput: values.has(resource.id) }));
  });
  const byObject = groupBy(all, ({ resource }) => cloudObjectKey(resource));
  return [...byObject].flatMap(([object, group]) => {
    const [first] = group;
    return read.has(object) ? [] : [(group.find(({ hasOutput }) => hasOutput) ?? first).resource];
  });
}

/** Sorts lists whose order the provider ignores. If a list changes, finds the links again, because links contain indexes. */
function linkedInOrder(first: Linked, { from, unordered }: Pick<LinkedImport, "from" | "unordered">): LinkedImport {
  const lists = withSortedLists(first.reads, unordered, first.named);
  const { read, reads, resources, links, missingOutputs } =
    lists === first.reads ? first : linkReads(first.read, lists);
  return {
    ...read,
    reads,
    links,
    missingOutputs,
    owned: findOwners(resources, links.links, read.schemas),
    from,
    unordered,
  };
}
