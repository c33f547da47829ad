/**
 * The first phase of an import: the packages of its specs are open, and it is clear what is to be read. Nothing is read yet.
 */
import type { KnownState } from "../domain/known-state.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { fillIds, type ResolvedSpecs, refuseMistakes, resolveSpecs } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { AssetFiles } from "./engine/asset-files.ts";
import type { ImportIo } from "./io.ts";
import { type FindSdks, openSpecPackages } from "./providers/open-spec-packages.ts";
import { type MissingPackage, packagesThrough, usedTokens, withTypesOfOthers } from "./providers/other-packages.ts";
import { type OpenPackage, type OverSchemas, schemasOf, sealFlags } from "./providers/packages.ts";
import { withMakers } from "./read/remote-components.ts";

/** The stack of an import, and what asks its providers. */
export interface ImportFacts {
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: KnownState;
  readonly protect: boolean;
  /** The URNs whose entries in the state may be replaced by what is read. Omitted: none. */
  readonly replaceable?: ReadonlySet<Urn>;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly assetFiles: AssetFiles;
  readonly io: ImportIo;
  /** Adds what others claim about packages to their schemas. Omitted: nobody claims anything. */
  readonly overlay?: OverSchemas;
}

export interface ResolvedImport {
  readonly facts: ImportFacts;
  readonly specs: ImportSpecs;
  readonly request: ResolvedSpecs;
  /** With those values as secrets that a provider's schema calls secret. */
  readonly config: StackConfig;
  /** Of the request. */
  readonly packages: ReadonlyMap<string, OpenPackage>;
  /** Of the packages of the request, and of those whose types these refer to. */
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Packages whose types are referred to, and that could not be loaded. */
  readonly missing: readonly MissingPackage[];
  readonly sdks: Awaited<ReturnType<FindSdks>>;
}

/** Throws ImpError for mistakes of the specs. A package that fails fails its resources alone. */
export async function resolveImport(given: ImportSpecs, facts: ImportFacts): Promise<ResolvedImport> {
  refuseMistakes(given, resolutionFacts(facts));
  const { specs: named, packages } = await openSpecPackages(given, facts);
  const own = schemasOf(packages);
  const specs = await fillIds(named, { schemas: own, state: resolutionFacts(facts).state }, facts.io.askIds);
  const request = requestFor(specs, { facts, packages });
  const { schemas, missing } = await withTypesOfOthers(own, usedTokens(request, own), packagesThrough(facts.host));
  const sdks = await facts.sdks([...schemas.values(), coreSdk]);
  return { facts, specs, request, config: sealFlags(facts.config, own), packages, schemas, missing, sdks };
}

/** Resolves other specs of the same packages. Throws ImpError. */
export function requestFor(
  specs: ImportSpecs,
  { facts, packages }: Pick<ResolvedImport, "facts" | "packages">,
): ResolvedSpecs {
  const schemas = schemasOf(packages);
  return withMakers(resolveSpecs(specs, { ...resolutionFacts(facts), schemas }), schemas);
}

function resolutionFacts({ project, stack, known, protect }: ImportFacts) {
  return { project, stack, state: [...known.resources.values()], protect };
}
