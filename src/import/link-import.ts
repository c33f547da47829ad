/**
 * The third phase of an import: the links between the resources that were read, and which of them owns what.
 */
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks } from "../links/linkable-resource.ts";
import { findOwners, type OwnedProperty } from "../ownership/find-owners.ts";
import { readsOfChangedSpecs } from "./choose-reads.ts";
import { linkables } from "./read/linkables.ts";
import type { ReadOutcome } from "./read/read-all.ts";
import { referents } from "./read/replaced-entries.ts";
import { refuseSameObjects } from "./read/same-object.ts";
import { findUnordered, type UnorderedLists, withSortedLists } from "./read/unordered-lists.ts";
import type { ReadImport } from "./read-import.ts";

export interface LinkedImport extends ReadImport {
  readonly links: FoundLinks;
  /** By resource: the parts of its inputs that other resources set. */
  readonly owned: ReadonlyMap<Urn, readonly OwnedProperty[]>;
  /** What it was made from: the specs may change after all was read. */
  readonly from: ReadImport;
  readonly unordered: UnorderedLists;
}

/** Finds the links, and asks providers about the order of lists. Throws only if the run was cancelled. */
export async function linkImport(read: ReadImport): Promise<LinkedImport> {
  const first = linkReads(read);
  const unordered = await findUnordered(first.reads, first.named, read.facts.io.limit);
  return linkedInOrder(first, { from: read, unordered });
}

/**
 * The same import with other specs, without reading again: some of those that were read, under other names or with other options. Throws
 * ImpError where the specs cannot be resolved.
 */
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

function linkReads(read: ReadImport, reads = refuseSameObjects(read.reads, read.facts.known.managed())): Linked {
  const { facts, schemas } = read;
  const resources = linkables(reads, referents(facts.known, reads), schemas);
  const links = inferLinks(resources, schemas);
  const names = new Map(resources.map(({ urn, name }) => [urn, name]));
  return { read, reads, resources, links, named: { links: links.links, nameOf: (urn) => names.get(urn) ?? urn } };
}

/** With the lists sorted whose order makes no difference: the links in them have other places then. */
function linkedInOrder(first: Linked, { from, unordered }: Pick<LinkedImport, "from" | "unordered">): LinkedImport {
  const lists = withSortedLists(first.reads, unordered, first.named);
  const { read, reads, resources, links } = lists === first.reads ? first : linkReads(first.read, lists);
  return { ...read, reads, links, owned: findOwners(resources, links.links, read.schemas), from, unordered };
}
