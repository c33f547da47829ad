/** Sorts lists of references by name if the provider ignores their order. Such lists are sets, whose order differs between accounts. */
import type { Link, Urn } from "../../domain/graph.ts";
import { getThroughSecrets, setAt } from "../../value/at-path.ts";
import { formatPath, type Path } from "../../value/path.ts";
import { compareUtf8 } from "../../value/state-json.ts";
import { listValue, type PropertyMap } from "../../value/value.ts";
import { optionalResult } from "../providers/optional-result.ts";
import type { CloudResource } from "./cloud-resource.ts";
import { cloudResources, type ReadOutcome } from "./read-all.ts";

/** Top-level properties with unordered lists, by type. */
export type UnorderedLists = ReadonlyMap<string, ReadonlySet<string>>;

/** The links of each resource, and the names of their referents. */
export interface Referents {
  readonly links: ReadonlyMap<Urn, readonly Link[]>;
  nameOf(urn: Urn): string;
}

/** A list of references that is not sorted by name. */
interface Unsorted {
  readonly path: Path;
  /** The indexes of the elements, sorted by the referents' names. */
  readonly order: readonly number[];
}

/** Calls Diff once for each type, with the first resource by URN that has such a list. Throws only if the run was cancelled. */
export async function findUnordered(
  reads: readonly ReadOutcome[],
  referents: Referents,
  limit: <T>(task: () => Promise<T>) => Promise<T>,
): Promise<UnorderedLists> {
  const samples = new Map<string, CloudResource>();
  for (const cloud of cloudResources(reads).toSorted((a, b) => compareUtf8(a.request.urn, b.request.urn))) {
    const { type } = cloud.request;
    if (!samples.has(type) && unsortedLists(cloud, referents).length > 0) samples.set(type, cloud);
  }
  const pending = [...samples].map(async ([type, cloud]) => {
    const properties = await limit(() => unorderedProperties(cloud, unsortedLists(cloud, referents)));
    return [type, properties] as const;
  });
  return new Map(await Promise.all(pending));
}

/** Sorts the references in unordered lists by the names of the resources that they refer to. */
export function withSortedLists(
  reads: readonly ReadOutcome[],
  unordered: UnorderedLists,
  referents: Referents,
): readonly ReadOutcome[] {
  if (![...unordered.values()].some(({ size }) => size > 0)) return reads;
  return reads.map((read): ReadOutcome => {
    const properties = read.kind === "read" ? unordered.get(read.cloud.request.type) : undefined;
    if (read.kind !== "read" || properties === undefined) return read;
    const lists = unsortedLists(read.cloud, referents).filter(({ path }) => properties.has(String(path[0])));
    if (lists.length === 0) return read;
    const { projected, projectedOutputs } = read.cloud;
    return {
      ...read,
      cloud: {
        ...read.cloud,
        projected: sortLists(projected, lists),
        projectedOutputs: sortLists(projectedOutputs, lists),
      },
    };
  });
}

async function unorderedProperties(cloud: CloudResource, lists: readonly Unsorted[]): Promise<ReadonlySet<string>> {
  const { urn, name, type } = cloud.request;
  const inputs = new Map([...cloud.projectedOutputs, ...cloud.projected]);
  const diff = cloud.provider.diff({
    urn,
    name,
    type,
    id: cloud.id,
    oldInputs: inputs,
    olds: cloud.outputs,
    news: sortLists(inputs, lists),
    ignoreChanges: [],
  });
  const isUnordered = (await optionalResult(diff))?.changes === "none";
  return new Set(isUnordered ? lists.map(({ path }) => String(path[0])) : []);
}

/** Returns unsorted lists of at least two elements that are all references. */
function unsortedLists(
  { request, projected, projectedOutputs }: CloudResource,
  referents: Referents,
): readonly Unsorted[] {
  const lists = new Map<string, { readonly path: Path; readonly names: Map<number, string> }>();
  for (const { path, parts } of referents.links.get(request.urn) ?? []) {
    const [only, ...more] = parts;
    const index = path.at(-1);
    if (typeof index !== "number" || only?.kind !== "output" || more.length > 0) continue;
    // Lists from the import file or from another stack keep the user's order.
    if (request.source !== undefined || request.inputs?.has(String(path[0]))) continue;
    const around = path.slice(0, -1);
    const key = formatPath(around);
    const list = lists.get(key) ?? { path: around, names: new Map() };
    list.names.set(index, `${referents.nameOf(only.referent)}\n${only.referent}\n${formatPath(only.property)}`);
    lists.set(key, list);
  }
  return [...lists.values()].flatMap(({ path, names }): readonly Unsorted[] => {
    const value = getThroughSecrets(projected, path) ?? getThroughSecrets(projectedOutputs, path);
    if (value?.kind !== "list" || value.items.length !== names.size || names.size < 2) return [];
    const order = [...names.keys()].sort((a, b) => compareUtf8(names.get(a) ?? "", names.get(b) ?? ""));
    return order.every((index, at) => index === at) ? [] : [{ path, order }];
  });
}

function sortLists(properties: PropertyMap, lists: readonly Unsorted[]): PropertyMap {
  return lists.reduce((map, { path, order }) => {
    const value = getThroughSecrets(map, path);
    if (value?.kind !== "list" || value.items.length !== order.length) return map;
    const items = order.flatMap((index) => value.items[index] ?? []);
    return setAt(map, path, listValue(items)) ?? map;
  }, properties);
}
