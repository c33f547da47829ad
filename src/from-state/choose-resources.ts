/** Selects the resources of a source state to import, with their dependencies. Records why the other resources are left out. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { LeftOut } from "../domain/removal.ts";
import {
  isDefaultProvider,
  isProviderType,
  nameOf,
  parseProviderReference,
  rootStackType,
  unmanagedType,
} from "../domain/urn.ts";
import { nearestName } from "../import-file/check.ts";
import type { StateResource } from "../state/deployment.ts";
import { matcherOf } from "../state/match-urns.ts";

export interface Chosen {
  /** Resources in the order of the state: providers, parents, and other dependencies come first. */
  readonly resources: readonly StateResource[];
  readonly leftOut: readonly LeftOut[];
}

/** Returns why a resource is left out, or undefined if it can be included. @param pendingDeletion URNs of resources that are pending deletion */
export type ReasonToLeave = (resource: StateResource, pendingDeletion: ReadonlySet<Urn>) => string | undefined;

/**
 * Returns all resources, or the targets with their descendants, parent components, and explicit providers.
 *
 * @param stack the stack's name, for messages
 * @throws TARGET_UNKNOWN for targets without a match, TARGET_PARENT
 */
export function chooseResources(
  all: readonly StateResource[],
  targets: readonly string[],
  stack: string,
  reasonToLeave: ReasonToLeave,
): Chosen {
  const living = all.filter((resource) => !resource.delete);
  const byUrn = new Map(living.map((resource) => [resource.urn, resource]));
  const pendingDeletion = new Set(all.filter((resource) => resource.delete).map(({ urn }) => urn));
  const requested = withDescendants(
    living,
    targets.length === 0 ? [...byUrn.keys()] : targetedUrns(targets, living, stack),
  );
  const leftOut: LeftOut[] = [];
  const taken = new Set<Urn>();
  for (const resource of living) {
    if (!requested.has(resource.urn) || isCreatedByEngine(resource)) continue;
    const why = reasonToLeave(resource, pendingDeletion);
    if (why === undefined) taken.add(resource.urn);
    else leftOut.push({ urn: resource.urn, why });
  }
  if (targets.length > 0) for (const urn of [...taken]) addNeeds(urn, byUrn, taken);
  const leftOutUrns = new Set(leftOut.map(({ urn }) => urn));
  const resources: StateResource[] = [];
  for (const resource of living) {
    const { urn, parent } = resource;
    if (!taken.has(urn)) continue;
    // In a state, parents come before their children, so `leftOutUrns` already contains the parent.
    const isOrphan = parent !== undefined && leftOutUrns.has(parent);
    if (isOrphan) leftOut.push({ urn, why: `its parent ${parent} is excluded` });
    if (isOrphan) leftOutUrns.add(urn);
    else resources.push(resource);
  }
  return { resources, leftOut };
}

function targetedUrns(targets: readonly string[], living: readonly StateResource[], stack: string): readonly Urn[] {
  const matches: Urn[] = [];
  const unknown: { readonly target: string; readonly near?: Urn }[] = [];
  const urns = living.map(({ urn }) => urn);
  const urnSet = new Set(urns);
  for (const target of targets) {
    const named = urnSet.has(target) ? [target] : urns.filter(matcherOf(target));
    matches.push(...named);
    if (named.length === 0) unknown.push({ target, near: nearestLivingUrn(target, living) });
  }
  if (unknown.length > 0) throw ImpError.of("TARGET_UNKNOWN", { stack, unknown });
  return matches;
}

/**
 * Returns the resource with the most similar name. Compares only names, because all URNs of a stack are similar. `living` are the resources that are
 * not pending deletion.
 */
function nearestLivingUrn(target: string, living: readonly StateResource[]): Urn | undefined {
  const names = living.map(({ urn }) => nameOf(urn));
  const near = nearestName(target.split("::").at(-1) ?? "", names);
  return living.find(({ urn }) => nameOf(urn) === near)?.urn;
}

/** Returns the URNs and those of all descendants. One pass is enough, because parents come before children in a state. */
function withDescendants(living: readonly StateResource[], urns: readonly Urn[]): ReadonlySet<Urn> {
  const family = new Set(urns);
  for (const { urn, parent } of living) if (parent !== undefined && family.has(parent)) family.add(urn);
  return family;
}

/** Returns true for the root stack and for default providers, because the engine creates them when they are needed. */
function isCreatedByEngine({ urn, type }: StateResource): boolean {
  return type === rootStackType || isDefaultProvider(urn);
}

/** Returns why a program cannot contain a resource: its type belongs to Pulumi, or it was never created. */
export function notInPrograms(resource: StateResource): string | undefined {
  const why = unmanagedType(resource.type);
  if (why !== undefined) return why;
  if (resource.custom && resource.id === undefined)
    return "the state has no ID of the resource, so it was never created";
  return undefined;
}

/** Returns why a resource cannot be moved to another stack: the source stack does not manage it, or its next `pulumi up` replaces it. */
export function notMovable(resource: StateResource, pendingDeletion: ReadonlySet<Urn>): string | undefined {
  if (resource.external) return "the source stack only reads this resource";
  const why = notInPrograms(resource);
  if (why !== undefined) return why;
  if (pendingDeletion.has(resource.urn))
    return "a resource with the same URN is pending deletion; run `pulumi up` in the source stack first";
  if (resource.pendingReplacement) return "its replacement is pending; run `pulumi up` in the source stack first";
  if (resource.taint) return "the resource is tainted, so the next `pulumi up` in the source stack replaces it";
  return undefined;
}

/** Adds the ancestors and explicit providers of a resource to `taken`, and those that these need in turn. Throws TARGET_PARENT. */
function addNeeds(start: Urn, byUrn: ReadonlyMap<Urn, StateResource>, taken: Set<Urn>): void {
  const pending = [start];
  for (let urn = pending.pop(); urn !== undefined; urn = pending.pop()) {
    const resource = byUrn.get(urn);
    const provider = resource?.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
    for (const needed of [resource?.parent, provider]) {
      const other = needed === undefined ? undefined : byUrn.get(needed);
      if (other === undefined || taken.has(other.urn) || isCreatedByEngine(other)) continue;
      // A custom resource that is a parent is only moved if the user requests it.
      if (other.custom && !isProviderType(other.type)) throw ImpError.of("TARGET_PARENT", { urn, parent: other.urn });
      taken.add(other.urn);
      pending.push(other.urn);
    }
  }
}
