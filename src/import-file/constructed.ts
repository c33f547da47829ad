/** Separates resources that plugins of remote components create, because a program declares only the component. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/** The part of a state entry that shows whether the program or a plugin registered the resource. */
export interface Recorded {
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  /** The location of the code that registered the resource: `file#line,column`. */
  readonly sourcePosition?: string;
}

/** Resources, divided by who registers them: the program, or the plugin of a remote component. */
export interface Constructed {
  readonly registered: readonly ResolvedSpec[];
  /** URN of a resource that a plugin creates -> URN of its remote component. */
  readonly makers: ReadonlyMap<Urn, Urn>;
}

/** Separates resources that are moved from another stack. Uses the state of that stack. */
export function separateMoved(resources: readonly ResolvedSpec[]): Constructed {
  return separate(resources, ({ source }) =>
    source === undefined
      ? undefined
      : {
          dependencies: source.options.dependencies,
          propertyDependencies: source.madeOf,
          sourcePosition: source.sourcePosition,
        },
  );
}

/**
 * Separates resources according to the state, which does not record directly who registered them. A child of a remote component counts as created by
 * the plugin, unless the state shows that the program registered it.
 */
export function separateConstructed(
  resources: readonly ResolvedSpec[],
  stored: ReadonlyMap<Urn, Recorded>,
): Constructed {
  return separate(resources, ({ urn, source }) => stored.get(source?.urn ?? urn));
}

function separate(
  resources: readonly ResolvedSpec[],
  recordOf: (resource: ResolvedSpec) => Recorded | undefined,
): Constructed {
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const topmost = resources.filter(({ parent, isRemote }) => parent === undefined && isRemote === undefined);
  const files = new Set(topmost.flatMap((resource) => sourceFileOf(recordOf(resource)) ?? []));
  const makers = new Map<Urn, Urn>();
  for (const resource of resources) {
    let maker: Urn | undefined;
    // Unless the state shows otherwise, a child of a remote component belongs to its plugin, and a child of any other resource to whoever registered
    // the parent.
    const lineage = [...ancestorSpecs(resource, byUrn).toReversed(), resource];
    for (const [index, member] of lineage.entries()) {
      const parent = lineage[index - 1];
      if (maker === undefined && parent?.isRemote) maker = parent.urn;
      const record = recordOf(member);
      if (maker !== undefined && record !== undefined && isRegisteredByProgram(record, maker, files)) maker = undefined;
    }
    if (maker !== undefined) makers.set(resource.urn, maker);
  }
  return { registered: resources.filter(({ urn }) => !makers.has(urn)), makers };
}

/**
 * Returns true if the program certainly registers a resource below a remote component: the resource depends on the component, or is registered in a
 * file that also registers resources without a parent. A plugin does neither.
 *
 * @param maker the URN of the component
 * @param files files that register resources without a parent
 */
function isRegisteredByProgram(record: Recorded, maker: Urn, files: ReadonlySet<string>): boolean {
  const file = sourceFileOf(record);
  if (file !== undefined && files.has(file)) return true;
  return record.dependencies.includes(maker) || [...record.propertyDependencies.values()].flat().includes(maker);
}

function sourceFileOf(record: Recorded | undefined): string | undefined {
  const [file = ""] = record?.sourcePosition?.split("#") ?? [];
  return file === "" ? undefined : file;
}

/** Returns the ancestors of a resource, the parent first. */
function ancestorSpecs(resource: ResolvedSpec, byUrn: ReadonlyMap<Urn, ResolvedSpec>): readonly ResolvedSpec[] {
  const ancestors: ResolvedSpec[] = [];
  for (let spec = parentSpec(resource, byUrn); spec !== undefined; spec = parentSpec(spec, byUrn)) ancestors.push(spec);
  return ancestors;
}

function parentSpec({ parent }: ResolvedSpec, byUrn: ReadonlyMap<Urn, ResolvedSpec>): ResolvedSpec | undefined {
  return parent === undefined ? undefined : byUrn.get(parent);
}

/** The explicit providers of a remote component. */
export interface GivenProviders {
  /** The provider that constructs the component. */
  readonly provider?: Urn;
  /** Providers that the children inherit. */
  readonly providers: readonly Urn[];
}

/**
 * Returns the explicit providers of a remote component. The state records only the providers of its children. If all children from a package have the
 * same provider, they inherit it from the component, unless the component created that provider.
 *
 * @throws COMPONENT_PROVIDER if several providers of its package may have constructed it
 */
export function providersGiven(
  component: ResolvedSpec,
  all: readonly ResolvedSpec[],
  makers: ReadonlyMap<Urn, Urn>,
): GivenProviders {
  const used = new Map<string, Set<Urn | undefined>>();
  for (const { urn, kind, package: reference, provider } of all) {
    if (kind !== "custom" || makers.get(urn) !== component.urn) continue;
    used.set(reference.name, (used.get(reference.name) ?? new Set()).add(provider));
  }
  const explicit = new Map<string, Urn>();
  for (const [name, [provider, ...rest]] of used) {
    if (provider !== undefined && rest.length === 0 && !makers.has(provider)) explicit.set(name, provider);
  }
  const { name } = component.package;
  const provider =
    component.provider ?? explicit.get(name) ?? (used.has(name) ? undefined : onlyProvider(component, all));
  explicit.delete(name);
  return { provider, providers: [...explicit.values()].sort() };
}

/** Returns the explicit provider of the component's package. Returns undefined if there is none, or if the component used a default provider. */
function onlyProvider({ urn, source, package: { name } }: ResolvedSpec, all: readonly ResolvedSpec[]) {
  if (source?.defaultProvider !== undefined) return undefined;
  const [only, ...rest] = all.filter(({ kind, package: reference }) => kind === "provider" && reference.name === name);
  if (rest.length > 0) throw ImpError.of("COMPONENT_PROVIDER", { urn, package: name });
  return only?.urn;
}
