/**
 * Remote components of a state: their plugins make what is below them, so that a program has the component alone.
 */
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";

/** The resources that a program registers, and those that it gets with a remote component. */
export interface Constructed {
  readonly registered: readonly ResolvedSpec[];
  /** A resource that a plugin makes -> the remote component that it comes with. */
  readonly makers: ReadonlyMap<Urn, Urn>;
}

/** A state does not record who registered a child of a remote component: all of them count as made by its plugin. */
export function separateConstructed(resources: readonly ResolvedSpec[]): Constructed {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const makers = new Map<Urn, Urn>();
  for (const resource of resources) {
    let outermost: Urn | undefined;
    for (let at = parentOf(resource, byUrn); at !== undefined; at = parentOf(at, byUrn)) {
      if (at.isRemote) outermost = at.urn;
    }
    if (outermost !== undefined) makers.set(resource.urn, outermost);
  }
  return { registered: resources.filter(({ urn }) => !makers.has(urn)), makers };
}

function parentOf({ parent }: ResolvedSpec, byUrn: ReadonlyMap<Urn, ResolvedSpec>): ResolvedSpec | undefined {
  return parent === undefined ? undefined : byUrn.get(parent);
}

/** The provider that constructs a remote component, and those that what it makes takes from it. */
export interface GivenProviders {
  readonly provider?: Urn;
  readonly providers: readonly Urn[];
}

/**
 * The explicit providers that a remote component was given. Its state entry has none, but what it made does: where all of a package have
 * the same one, they have it from the component, unless the component made that too.
 *
 * @throws COMPONENT_PROVIDER where several providers of its package may have constructed it
 */
export function providersGiven(
  component: ResolvedSpec,
  all: readonly ResolvedSpec[],
  makers: ReadonlyMap<Urn, Urn>,
): GivenProviders {
  const used = new Map<string, Set<Urn | undefined>>();
  for (const { urn, kind, package: own, provider } of all) {
    if (kind !== "custom" || makers.get(urn) !== component.urn) continue;
    used.set(own.name, (used.get(own.name) ?? new Set()).add(provider));
  }
  const given = new Map<string, Urn>();
  for (const [name, [provider, ...others]] of used) {
    if (provider !== undefined && others.length === 0 && !makers.has(provider)) given.set(name, provider);
  }
  const { name } = component.package;
  const provider = component.provider ?? given.get(name) ?? (used.has(name) ? undefined : onlyProvider(component, all));
  given.delete(name);
  return { ...(provider !== undefined && { provider }), providers: [...given.values()].sort() };
}

/** Without a default provider of its package in the state an explicit one constructed it. */
function onlyProvider({ urn, source, package: own }: ResolvedSpec, all: readonly ResolvedSpec[]) {
  if (source?.defaultProvider !== undefined) return undefined;
  const [only, ...others] = all.filter(({ kind, package: { name } }) => kind === "provider" && name === own.name);
  if (others.length > 0) throw ImpError.of("COMPONENT_PROVIDER", { urn, package: own.name });
  return only?.urn;
}
