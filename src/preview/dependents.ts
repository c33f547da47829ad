/**
 * Finds the dependents of a resource, and the order in which resources can be deleted
 * (pulumi `pkg/resource/graph/dependency_graph.go`). In a state, resources come after the resources that they need.
 */
import type { Urn } from "../domain/graph.ts";
import { dependenciesOf, type Resource } from "./resource.ts";

/**
 * Returns the resources that depend on `resource`, directly or indirectly, in the order of the state. Being a child does not
 * count as a dependency.
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

/**
 * Splits the resources to delete into groups, in the order of deletion. Resources in one group can be deleted at the same time. A resource is in a
 * later group than the resources that need it. A resource that needs a component also needs the children of the component.
 */
export function deletionOrder(
  condemned: readonly Resource[],
  resources: readonly Resource[],
): readonly (readonly Resource[])[] {
  const isCondemned = new Set(condemned);
  const parents = new Map<Urn, Urn | undefined>();
  /** `positions`: the group of each resource. `below`: for each component, the last group with one of its descendants. */
  const positions = new Map<Urn, number>();
  const below = new Map<Urn, number>();
  const groups: Resource[][] = [];
  for (const resource of resources) {
    const { urn, parent } = resource;
    parents.set(urn, parent);
    if (!isCondemned.has(resource)) continue;
    const needed = dependenciesOf(resource).flatMap(([kind, of]) => [
      positions.get(of) ?? -1,
      kind === "parent" ? -1 : (below.get(of) ?? -1),
    ]);
    const position = 1 + Math.max(-1, ...needed);
    positions.set(urn, Math.max(position, positions.get(urn) ?? 0));
    for (let ancestor = parent; ancestor !== undefined; ancestor = parents.get(ancestor))
      below.set(ancestor, Math.max(position, below.get(ancestor) ?? 0));
    const group = groups[position];
    if (group === undefined) groups.push([resource]);
    else group.push(resource);
  }
  return groups.reverse();
}
