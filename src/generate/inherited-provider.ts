/**
 * Providers that every SDK, and the engine, gives a child from its parent: no option asks for the default one instead.
 */
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { RequestedResource } from "../spec/resolve.ts";
import { typeOf } from "../state/urn.ts";

/** @throws PROVIDER_INHERITED for a resource with a default provider below one that has an explicit one of the same package */
export function refuseInherited(resources: readonly RequestedResource[]): void {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  for (const { urn, kind, isRemote, provider, parent, package: own } of resources) {
    if (provider !== undefined || kind === "provider" || (kind === "component" && isRemote !== true)) continue;
    const ancestor = nearestWith(own.name, parent, byUrn);
    if (ancestor?.provider === undefined) continue;
    throw ImpError.of("PROVIDER_INHERITED", { urn, ancestor: ancestor.urn, provider: ancestor.provider });
  }
}

function nearestWith(
  name: string,
  start: Urn | undefined,
  byUrn: ReadonlyMap<Urn, RequestedResource>,
): RequestedResource | undefined {
  for (let at = start; at !== undefined; at = byUrn.get(at)?.parent) {
    const resource = byUrn.get(at);
    if (resource?.provider !== undefined && packageOfType(typeOf(resource.provider)) === name) return resource;
  }
  return undefined;
}
