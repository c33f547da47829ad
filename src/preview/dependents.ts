/**
 * The order of resources in a state: their dependents, and the order to delete them in
 * (pulumi `pkg/resource/graph/dependency_graph.go`). Resources of a state come after the resources that they need.
 */
import type { Urn } from "../domain/graph.ts";
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

/**
 * Splits resources into groups that can be deleted one after the other, each at once: no resource is deleted before a resource
 * that needs it. A resource that needs a component needs its children too.
 */
export function deletionOrder(
  condemned: readonly Resource[],
  resources: readonly Resource[],
): readonly (readonly Resource[])[] {
  const isCondemned = new Set(condemned);
  const parents = new Map<Urn, Urn | undefined>();
  /** The positions of earlier resources among the groups, and the last position of all resources below a component. */
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
