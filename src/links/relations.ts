/** Answers how resources are related: effective providers, ancestors, recorded dependencies. */

import type { Urn } from "../graph.ts";
import { addTo } from "../order/maps.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import type { Scopes } from "./scopes.ts";
import type { Relations } from "./score.ts";
import type { TypeHints } from "./type-hints.ts";

/** Prepares answers in constant time. Linear in the number of resources. */
export function relate(resources: readonly LinkableResource[], hints: TypeHints, scopes: Scopes): Relations {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const providers = new Map<Urn, string>();
  for (const resource of resources) resolveProvider(resource, byUrn, providers, hints);
  const spans = nesting(resources, byUrn);
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
      const [inner, outer] = [spans.get(resource), spans.get(of)];
      if (inner === undefined || outer === undefined) return false;
      return outer.enter < inner.enter && inner.leave <= outer.leave;
    },
    dependsOn: (resource, on) => dependencies.get(resource.urn)?.has(on) ?? false,
  };
}

/** Determines the effective provider: explicit, or from a parent of the same package. Default providers are `""`. */
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

interface Span {
  readonly enter: number;
  readonly leave: number;
}

/** Numbers the parent trees so that the span of a descendant is within the span of its ancestor. */
function nesting(
  resources: readonly LinkableResource[],
  byUrn: ReadonlyMap<Urn, LinkableResource>,
): ReadonlyMap<Urn, Span> {
  const children = new Map<Urn, Urn[]>();
  const roots: Urn[] = [];
  for (const { urn, parent } of resources) {
    if (parent === undefined || !byUrn.has(parent)) roots.push(urn);
    else addTo(children, parent, urn);
  }
  const spans = new Map<Urn, Span>();
  let clock = 0;
  for (const root of roots) {
    const path = [{ urn: root, enter: clock++, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const child = children.get(top.urn)?.[top.next];
      top.next += 1;
      if (child !== undefined) path.push({ urn: child, enter: clock++, next: 0 });
      else {
        spans.set(top.urn, { enter: top.enter, leave: clock++ });
        path.pop();
      }
    }
  }
  return spans;
}
