/**
 * Opens an import: packages, the resolved request, configured providers, what was read, and the links in it.
 */
import type { KnownState } from "../domain/known-state.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { fillIds, type ResolvedSpecs, refuseMistakes, resolveSpecs } from "../import-file/resolve.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks } from "../links/linkable-resource.ts";
import { findOwners, type OwnedProperty } from "../ownership/find-owners.ts";
import type { Host } from "../plugin/host.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import type { PackageSchema } from "../schema/types.ts";
import { type AfterRead, changedAfterRead, chosenAfterRead, knownWhileRead, type ReadSpecs } from "./after-read.ts";
import type { AssetFiles } from "./engine/asset-files.ts";
import type { ImportIo } from "./io.ts";
import { type FindSdks, openSpecPackages } from "./providers/open-spec-packages.ts";
import { type MissingPackage, packagesThrough, usedTokens, withTypesOfOthers } from "./providers/other-packages.ts";
import { type OverSchemas, schemasOf, sealFlags } from "./providers/packages.ts";
import { openProviders, type ProviderInstance } from "./providers/providers.ts";
import { linkables } from "./read/linkables.ts";
import { type ReadOutcome, readAll } from "./read/read-all.ts";
import { refuseOtherClouds } from "./read/refuse-other-clouds.ts";
import { withMakers } from "./read/remote-components.ts";
import { referents, refuseUnreplaceable } from "./read/replaced-entries.ts";
import { refuseSameObjects } from "./read/same-object.ts";
import { findUnordered, withSortedLists } from "./read/unordered-lists.ts";

export interface ImportFacts {
  readonly specs: ImportSpecs;
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: KnownState;
  readonly protect: boolean;
  /** The URNs whose entries in the state may be replaced by what is read. Absent: none. */
  readonly replaceable?: ReadonlySet<Urn>;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly assetFiles: AssetFiles;
  readonly io: ImportIo;
  /** Throws if nothing is to be read. Absent: nobody refuses anything. */
  readonly beforeRead?: () => Promise<void>;
  /** Choices that only reading can make. Absent: none. */
  readonly afterRead?: AfterRead;
  /** Adds what others claim about packages to their schemas. Absent: nobody claims anything. */
  readonly overlay?: OverSchemas;
}

export interface OpenImport {
  /** With those values as secrets that a provider's schema calls secret. */
  readonly config: StackConfig;
  /** Those that were read: without what tags leave out, under the names that tags give. */
  readonly specs: ImportSpecs;
  readonly request: ResolvedSpecs;
  /** Of the packages of the request, and of those whose types these refer to. */
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages whose types are referred to, and that could not be loaded. */
  readonly missing: readonly MissingPackage[];
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly known: KnownState;
  readonly reads: readonly ReadOutcome[];
  readonly links: FoundLinks;
  /** By resource: the parts of its inputs that other resources set. */
  readonly owned: ReadonlyMap<Urn, readonly OwnedProperty[]>;
  /**
   * The same import with other specs, without reading again: some of those that were read at first, under other names or with other options.
   * Throws ImpError where the specs cannot be resolved.
   */
  readonly changed: (specs: ImportSpecs) => OpenImport;
}

/** Opens everything that deriving needs. A package or provider that fails fails its resources alone. */
export async function openImport(facts: ImportFacts): Promise<OpenImport> {
  const { stack, project, known, protect, replaceable = new Set(), io } = facts;
  const state = [...known.resources.values()];
  const resolving = { project, stack, state, protect };
  refuseMistakes(facts.specs, resolving);
  const { specs: named, packages } = await openSpecPackages(facts.specs, facts);
  const own = schemasOf(packages);
  const specs = await fillIds(named, { schemas: own, state }, io.askIds);
  const config = sealFlags(facts.config, own);
  const asked = withMakers(resolveSpecs(specs, { ...resolving, schemas: own }), own);
  const { schemas, missing } = await withTypesOfOthers(own, usedTokens(asked, own), packagesThrough(facts.host));
  const sdks = await facts.sdks([...schemas.values(), coreSdk]);
  const core = sdks.get(coreSdk.name)?.version;
  const context = {
    stack,
    project,
    config,
    known: known.decoded,
    sdks,
    env: io.env,
    uuid: io.uuid,
    patience: io.patience,
  };
  if (facts.afterRead?.renamed === undefined) refuseUnreplaceable(replaceable, asked);
  await facts.beforeRead?.();
  const instances = await refuseOtherClouds(asked, await openProviders(asked, packages, context));
  io.events.phase("Reading resources", asked.resources.length);
  const found = await readAll(asked, {
    schemas,
    providers: instances,
    known: knownWhileRead(asked, facts),
    knownOutputs: (urn) => known.outputsOf(urn),
    replaceable,
    assetFiles: facts.assetFiles,
    ...(core !== undefined && { coreSdk: core }),
    limit: io.limit,
    clock: io.clock,
    onReading: io.events.begin,
    onRead: (resource) => io.events.step(resource),
  });
  const again = (renamed: ImportSpecs) => withMakers(resolveSpecs(renamed, { ...resolving, schemas: own }), own);
  const chosen = chosenAfterRead({ specs, request: asked, reads: found, providers: instances }, again, facts);
  const linked = (reads: readonly ReadOutcome[]) => {
    const resources = linkables(reads, referents(known, reads), schemas);
    const links = inferLinks(resources, schemas);
    const names = new Map(resources.map(({ urn, name }) => [urn, name]));
    return { reads, resources, links, named: { links: links.links, nameOf: (urn: Urn) => names.get(urn) ?? urn } };
  };
  const first = linked(refuseSameObjects(chosen.reads, known.managed()));
  const unordered = await findUnordered(first.reads, first.named, io.limit);
  const openWith = ({ specs, request, providers, reads: found }: ReadSpecs): OpenImport => {
    const asRead = found === chosen.reads ? first : linked(refuseSameObjects(found, known.managed()));
    const sorted = withSortedLists(asRead.reads, unordered, asRead.named);
    const { reads, resources, links } = sorted === asRead.reads ? asRead : linked(sorted);
    const owned = findOwners(resources, links.links, schemas);
    const changed = (now: ImportSpecs) => openWith(changedAfterRead(chosen, now, again, facts));
    return { config, specs, request, schemas, missing, providers, known, reads, links, owned, changed };
  };
  return openWith(chosen);
}
