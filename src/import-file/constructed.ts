/**
 * Remote components of a state: their plugins make what is below them, so that a program has the component alone.
 */
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/** The facts about a resource that its state entry records. */
export interface Recorded {
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  /** Where the code that registers it stands: `file#line,column`. */
  readonly sourcePosition?: string;
}

/** The resources that a program registers, and those that it gets with a remote component. */
export interface Constructed {
  readonly registered: readonly ResolvedSpec[];
  /** A resource that a plugin makes -> the remote component that it comes with. */
  readonly makers: ReadonlyMap<Urn, Urn>;
}

/** Separates the entries of another stack, by what its state records of them. */
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
 * Separates them by the state alone. It does not record who registered a child of a remote component, and only Construct could prove it: a
 * child is the program's where the state shows that, and its plugin's otherwise.
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
    // From the outside in: below a child of the program's own everything is the program's, until the next remote component.
    const line = [...ancestorSpecs(resource, byUrn).toReversed(), resource];
    for (const [index, at] of line.entries()) {
      const above = line[index - 1];
      if (maker === undefined && above?.isRemote) maker = above.urn;
      const record = recordOf(at);
      if (maker !== undefined && record !== undefined && isRegisteredByProgram(record, maker, files)) maker = undefined;
    }
    if (maker !== undefined) makers.set(resource.urn, maker);
  }
  return { registered: resources.filter(({ urn }) => !makers.has(urn)), makers };
}

/**
 * Whether the program registers a resource below a remote component: nothing that a component makes can wait for the component itself, and
 * no plugin registers from a file from which the program registers resources without a parent.
 *
 * @param files of the latter
 */
function isRegisteredByProgram(record: Recorded, maker: Urn, files: ReadonlySet<string>): boolean {
  const file = sourceFileOf(record);
  if (file !== undefined && files.has(file)) return true;
  return record.dependencies.includes(maker) || [...record.propertyDependencies.values()].flat().includes(maker);
}

/** The file of the code that registers a resource. */
function sourceFileOf(record: Recorded | undefined): string | undefined {
  const [file = ""] = record?.sourcePosition?.split("#") ?? [];
  return file === "" ? undefined : file;
}

/** The parents of a resource, from the nearest on. */
function ancestorSpecs(resource: ResolvedSpec, byUrn: ReadonlyMap<Urn, ResolvedSpec>): readonly ResolvedSpec[] {
  const parents: ResolvedSpec[] = [];
  for (let at = parentSpec(resource, byUrn); at !== undefined; at = parentSpec(at, byUrn)) parents.push(at);
  return parents;
}

function parentSpec({ parent }: ResolvedSpec, byUrn: ReadonlyMap<Urn, ResolvedSpec>): ResolvedSpec | undefined {
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
  return { provider, providers: [...given.values()].sort() };
}

/** Without a default provider of its package in the state an explicit one constructed it. */
function onlyProvider({ urn, source, package: own }: ResolvedSpec, all: readonly ResolvedSpec[]) {
  if (source?.defaultProvider !== undefined) return undefined;
  const [only, ...others] = all.filter(({ kind, package: { name } }) => kind === "provider" && name === own.name);
  if (others.length > 0) throw ImpError.of("COMPONENT_PROVIDER", { urn, package: own.name });
  return only?.urn;
}
