/** Relations between resources: effective providers, ancestors, and recorded dependencies. */

import type { Urn } from "../domain/graph.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import type { Scopes } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";

export interface Relations {
  readonly hints: TypeHints;
  readonly scopes: Scopes;
  /** Returns true if the resources belong to the same package but have different explicit providers. */
  areApart(a: LinkableResource, b: LinkableResource): boolean;
  isDescendant(resource: Urn, of: Urn): boolean;
  dependsOn(resource: LinkableResource, on: Urn): boolean;
}

/** Indexes the relations of all resources. */
export function relate(resources: readonly LinkableResource[], hints: TypeHints, scopes: Scopes): Relations {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const providers = new Map<Urn, string>();
  for (const resource of resources) resolveProvider(resource, byUrn, providers, hints);
  const dependencies = new Map<Urn, ReadonlySet<Urn>>();
  for (const { urn, dependencies: urns } of resources) if (urns?.length) dependencies.set(urn, new Set(urns));
  return {
    hints,
    scopes,
    areApart: (a, b) => {
      if (!samePackage(a.type, b.type, hints)) return false;
      return (providers.get(a.urn) ?? "") !== (providers.get(b.urn) ?? "");
    },
    isDescendant: (resource, of) => {
      const seen = new Set<Urn>();
      for (let urn = byUrn.get(resource)?.parent; urn !== undefined; urn = byUrn.get(urn)?.parent) {
        if (urn === of || seen.has(urn)) return urn === of;
        seen.add(urn);
      }
      return false;
    },
    dependsOn: (resource, on) => dependencies.get(resource.urn)?.has(on) ?? false,
  };
}

/** Stores the effective provider: the explicit one, or the provider of a parent in the same package. Stores `""` for a default provider. */
function resolveProvider(
  resource: LinkableResource,
  byUrn: ReadonlyMap<Urn, LinkableResource>,
  providers: Map<Urn, string>,
  hints: TypeHints,
): void {
  const chain: LinkableResource[] = [];
  const seen = new Set<Urn>();
  let ancestor: LinkableResource | undefined = resource;
  while (ancestor !== undefined && !providers.has(ancestor.urn) && !seen.has(ancestor.urn)) {
    chain.push(ancestor);
    seen.add(ancestor.urn);
    ancestor =
      ancestor.provider === undefined && ancestor.parent !== undefined ? byUrn.get(ancestor.parent) : undefined;
  }
  for (const member of chain.reverse()) {
    const parent = member.parent === undefined ? undefined : byUrn.get(member.parent);
    const inherits = parent !== undefined && samePackage(parent.type, member.type, hints);
    const inherited = inherits ? (providers.get(parent.urn) ?? "") : "";
    providers.set(member.urn, member.provider === undefined ? inherited : explicitProvider(member.provider));
  }
}

function samePackage(a: string, b: string, hints: TypeHints): boolean {
  return hints.typeName(a).package === hints.typeName(b).package;
}

/** Treats all default providers, which the engine names `default` or `default_<version>`, as one. */
function explicitProvider(urn: Urn): string {
  return /::pulumi:providers:[^:]+::default(_|$)/.test(urn) ? "" : urn;
}
