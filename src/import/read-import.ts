/** Second phase of an import: configures the providers and reads each object once. */
import type { Urn } from "../domain/graph.ts";
import { coreSdk } from "../schema/component-inputs.ts";
import { openProviders, type ProviderInstance } from "./providers/providers.ts";
import { type ReadOutcome, readResources } from "./read/read-all.ts";
import { refuseOtherClouds } from "./read/refuse-other-clouds.ts";
import { knownBefore } from "./read/renamed-reads.ts";
import type { ResolvedImport } from "./resolve-import.ts";

export interface ReadImport extends ResolvedImport {
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly reads: readonly ReadOutcome[];
}

/**
 * Reads all requested resources. If a provider fails, or manages a different cloud than in the source stack, only its resources fail. Throws only if
 * the run was cancelled.
 *
 * @param isRenamed whether names are chosen after Read (`choose-reads.ts`)
 */
export async function readImport(resolved: ResolvedImport, isRenamed: boolean): Promise<ReadImport> {
  const { context, request, config, packages, schemas, sdks } = resolved;
  const { stack, project, known: state, replaceable = new Set(), assetFiles, io } = context;
  const { env, uuid, patience } = io;
  const providerContext = { stack, project, config, known: state.decoded, sdks, env, uuid, patience };
  const providers = await refuseOtherClouds(request, await openProviders(request, packages, providerContext));
  io.events.phase("Reading resources", request.resources.length);
  const core = sdks.get(coreSdk.name)?.version;
  const find = (urn: Urn) => state.resources.get(urn);
  const reads = await readResources(request, {
    schemas,
    providers,
    known: isRenamed ? knownBefore(request.resources, find) : find,
    knownOutputs: (urn) => state.outputsOf(urn),
    replaceable,
    assetFiles,
    coreSdk: core,
    limit: io.limit,
    clock: io.clock,
    onReading: io.events.begin,
    onRead: (resource) => io.events.step(resource),
  });
  return { ...resolved, providers, reads };
}
