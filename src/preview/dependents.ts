/**
 * The order of resources in a state: their dependents, and the order to delete them in
 * (pulumi `pkg/resource/graph/dependency_graph.go`). Resources of a state come after the resources that they need.
 */
import type { Urn } from "../graph.ts";
import { dependenciesOf, type Resource } from "./resource.ts";

/**
 * Returns the resources that depend on one, directly or through others, in the order of the state. Children do not depend on
 * their parents here.
 */
export function dependingOn(
  resource: Resource,
  resources: readonly Resource[],
  isIgnored: (urn: Urn) => boolean,
): readonly Resource[] {
  const urns = new Set([resource.urn]);
  const dependents: Resource[] = [];
  for (const candidate of resources.slice(resources.indexOf(resource) + 1)) {
    if (isIgnored(candidate.urn)) continue;
    if (dependenciesOf(candidate).some(([kind, urn]) => kind !== "parent" && urns.has(urn))) {
      dependents.push(candidate);
      urns.add(candidate.urn);
    }
  }
  return dependents;
}

/** Returns the resources of a state that one needs itself; of a component also its children. */
function directDependencies(resource: Resource, before: readonly Resource[]): ReadonlySet<Resource> {
  const parents = new Map(before.map(({ urn, parent }) => [urn, parent]));
  const isBelow = (urn: Urn | undefined, ancestor: Urn): boolean =>
    urn !== undefined && (urn === ancestor || isBelow(parents.get(urn), ancestor));
  const needed = new Set(
    dependenciesOf(resource)
      .filter(([kind]) => kind !== "parent")
      .map(([, urn]) => urn),
  );
  const dependencies = new Set<Resource>();
  for (const candidate of before) {
    if (candidate.urn === resource.parent) dependencies.add(candidate);
    if (!needed.has(candidate.urn)) continue;
    dependencies.add(candidate);
    if (candidate.custom) continue;
    for (const child of before) if (isBelow(child.parent, candidate.urn)) dependencies.add(child);
  }
  return dependencies;
}

/**
 * Splits resources into groups that can be deleted one after the other, each at once: no resource is deleted before a resource
 * that needs it.
 */
export function deletionOrder(
  condemned: readonly Resource[],
  resources: readonly Resource[],
): readonly (readonly Resource[])[] {
  const left = new Set(condemned);
  const dependencies = new Map(
    condemned.map((resource) => [
      resource,
      directDependencies(resource, resources.slice(0, resources.indexOf(resource))),
    ]),
  );
  const groups: Resource[][] = [];
  while (left.size > 0) {
    const group = [...left].filter(
      (resource) => ![...(dependencies.get(resource) ?? [])].some((each) => left.has(each)),
    );
    for (const resource of group) left.delete(resource);
    groups.unshift(group);
  }
  return groups;
}
