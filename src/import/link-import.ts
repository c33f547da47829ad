/** Third phase of an import. Finds links between resources, and the inputs of each resource that other resources set. */
import type { Urn } from "../domain/graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks } from "../links/linkable-resource.ts";
import { findOwners, type OwnedProperty } from "../links/ownership/find-owners.ts";
import { readsOfChangedSpecs } from "./choose-reads.ts";
import { linkables } from "./read/linkables.ts";
import type { ReadOutcome } from "./read/read-all.ts";
import { referents } from "./read/replaced-entries.ts";
import { refuseSameObjects } from "./read/same-object.ts";
import { findUnordered, type UnorderedLists, withSortedLists } from "./read/unordered-lists.ts";
import type { ReadImport } from "./read-import.ts";

export interface LinkedImport extends ReadImport {
  readonly links: FoundLinks;
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

interface Linked {
  readonly read: ReadImport;
  readonly reads: readonly ReadOutcome[];
  readonly resources: ReturnType<typeof linkables>;
  readonly links: FoundLinks;
  readonly named: Parameters<typeof findUnordered>[1];
}

function linkReads(read: ReadImport, reads = refuseSameObjects(read.reads, read.context.known.managed())): Linked {
  const { context, schemas } = read;
  const resources = linkables(reads, referents(context.known, reads), schemas);
  const links = inferLinks(resources, schemas);
  const names = new Map(resources.map(({ urn, name }) => [urn, name]));
  return { read, reads, resources, links, named: { links: links.links, nameOf: (urn) => names.get(urn) ?? urn } };
}

/** Sorts lists whose order the provider ignores. If a list changes, finds the links again, because links contain indexes. */
function linkedInOrder(first: Linked, { from, unordered }: Pick<LinkedImport, "from" | "unordered">): LinkedImport {
  const lists = withSortedLists(first.reads, unordered, first.named);
  const { read, reads, resources, links } = lists === first.reads ? first : linkReads(first.read, lists);
  return { ...read, reads, links, owned: findOwners(resources, links.links, read.schemas), from, unordered };
}
