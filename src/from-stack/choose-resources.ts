/**
 * Chooses the resources of a source state that an import takes, with those that they depend on, and why others are left out.
 */

import type { LeftOut } from "../domain/removal.ts";
import {
  isDefaultProvider,
  isProviderType,
  nameOf,
  parseProviderReference,
  rootStackType,
  unmanagedType,
} from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { nearestName } from "../import-file/check.ts";
import type { StateResource } from "../state/deployment.ts";
import { matcherOf } from "../state/match-urns.ts";

export interface Chosen {
  /** In the order of the state: providers, parents and what is referred to come first. */
  readonly resources: readonly StateResource[];
  readonly leftOut: readonly LeftOut[];
}

/** Why a resource is left out, in words; absent: it is taken. `waiting`: URNs under which something waits to be deleted. */
export type ReasonToLeave = (resource: StateResource, waiting: ReadonlySet<Urn>) => string | undefined;

/**
 * Without targets: everything. A target brings what lies below it, its parents that are components, and the explicit providers in use.
 *
 * @param stack the stack's name, for messages.
 * @throws TARGET_UNKNOWN for targets that name nothing, TARGET_PARENT.
 */
export function chooseResources(
  all: readonly StateResource[],
  targets: readonly string[],
  stack: string,
  reasonToLeave: ReasonToLeave,
): Chosen {
  const living = all.filter((resource) => !resource.delete);
  const byUrn = new Map(living.map((resource) => [resource.urn, resource]));
  const waiting = new Set(all.filter((resource) => resource.delete).map(({ urn }) => urn));
  const asked = withDescendants(
    living,
    targets.length === 0 ? [...byUrn.keys()] : targetedUrns(targets, living, stack),
  );
  const leftOut: LeftOut[] = [];
  const taken = new Set<Urn>();
  for (const resource of living) {
    if (!asked.has(resource.urn) || isOfTheEngine(resource)) continue;
    const why = reasonToLeave(resource, waiting);
    if (why === undefined) taken.add(resource.urn);
    else leftOut.push({ urn: resource.urn, why });
  }
  if (targets.length > 0) for (const urn of [...taken]) addNeeds(urn, byUrn, taken);
  const left = new Set(leftOut.map(({ urn }) => urn));
  const resources: StateResource[] = [];
  for (const resource of living) {
    const { urn, parent } = resource;
    if (!taken.has(urn)) continue;
    // A state has parents first.
    const isOrphan = parent !== undefined && left.has(parent);
    if (isOrphan) leftOut.push({ urn, why: `its parent ${parent} is left out` });
    if (isOrphan) left.add(urn);
    else resources.push(resource);
  }
  return { resources, leftOut };
}

function targetedUrns(targets: readonly string[], living: readonly StateResource[], stack: string): readonly Urn[] {
  const found: Urn[] = [];
  const unknown: { readonly target: string; readonly near?: Urn }[] = [];
  const urns = living.map(({ urn }) => urn);
  const known = new Set(urns);
  for (const target of targets) {
    const named = known.has(target) ? [target] : urns.filter(matcherOf(target));
    found.push(...named);
    if (named.length > 0) continue;
    const near = nearestLivingUrn(target, living);
    unknown.push({ target, near });
  }
  if (unknown.length > 0) throw ImpError.of("TARGET_UNKNOWN", { stack, unknown });
  return found;
}

/** Names differ more than whole URNs, which share most of their text. */
function nearestLivingUrn(target: string, living: readonly StateResource[]): Urn | undefined {
  const name = target.slice(target.lastIndexOf("::") < 0 ? 0 : target.lastIndexOf("::") + 2);
  const near = nearestName(
    name,
    living.map(({ urn }) => nameOf(urn)),
  );
  return living.find(({ urn }) => nameOf(urn) === near)?.urn;
}

/** A state has parents before children, so one pass finds all that lies below. */
function withDescendants(living: readonly StateResource[], urns: readonly Urn[]): ReadonlySet<Urn> {
  const found = new Set(urns);
  for (const { urn, parent } of living) if (parent !== undefined && found.has(parent)) found.add(urn);
  return found;
}

/** The root stack and default providers come into being with the first resource that needs them. */
function isOfTheEngine({ urn, type }: StateResource): boolean {
  return type === rootStackType || isDefaultProvider(urn);
}

/** Why no program has a resource: it is of Pulumi itself, or was never created. */
export function notInPrograms(resource: StateResource): string | undefined {
  const why = unmanagedType(resource.type);
  if (why !== undefined) return why;
  if (resource.custom && resource.id === undefined) return "it has no id: it was never made";
  return undefined;
}

/** Why another stack cannot take a resource over: no program registers it, or the next `pulumi up` there replaces it. */
export function notMovable(resource: StateResource, waiting: ReadonlySet<Urn>): string | undefined {
  if (resource.external) return "it is only read there, not managed";
  const why = notInPrograms(resource);
  if (why !== undefined) return why;
  if (waiting.has(resource.urn))
    return "an older one of this URN waits there to be deleted; run `pulumi up` there first";
  if (resource.pendingReplacement) return "it was deleted there to be replaced; run `pulumi up` there first";
  if (resource.taint) return "it is tainted: the next `pulumi up` there replaces it";
  return undefined;
}

/** Parents and explicit providers that a resource cannot be without. Chains end at what is taken already. */
function addNeeds(start: Urn, byUrn: ReadonlyMap<Urn, StateResource>, taken: Set<Urn>): void {
  const pending = [start];
  for (let urn = pending.pop(); urn !== undefined; urn = pending.pop()) {
    const resource = byUrn.get(urn);
    const provider = resource?.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
    for (const needed of [resource?.parent, provider]) {
      const other = needed === undefined ? undefined : byUrn.get(needed);
      if (other === undefined || taken.has(other.urn) || isOfTheEngine(other)) continue;
      if (other.custom && !isProviderType(other.type)) missesParent(urn, other.urn);
      taken.add(other.urn);
      pending.push(other.urn);
    }
  }
}

/** A parent that is a thing of its own is not moved unasked. */
function missesParent(urn: Urn, parent: Urn): never {
  throw ImpError.of("TARGET_PARENT", { urn, parent });
}
