/** Removes, renames, or changes resources after Read, without reading them again. */

import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { PropertyMap } from "../value/value.ts";
import { cloudResources, requestOf } from "./read/read-all.ts";
import { changedReads as changedOutcomes, renamedReads } from "./read/renamed-reads.ts";
import { refuseUnreplaceable } from "./read/replaced-entries.ts";
import type { ReadImport } from "./read-import.ts";
import { requestFor } from "./resolve-import.ts";

/** Returns the outputs that Read returned for each resource, by the ID of its import spec. */
export function readOutputs({ reads }: ReadImport): ReadonlyMap<SpecId, PropertyMap> {
  return new Map(cloudResources(reads).map(({ request, outputs }) => [request.specId, outputs]));
}

/** Removes resources from the specs and the reads. */
export function withoutResources(original: ReadImport, excluded: ReadonlySet<Urn>): ReadImport {
  const { specs, request, reads } = original;
  const dropped = new Set(request.resources.flatMap(({ urn, specId }) => (excluded.has(urn) ? [specId] : [])));
  return {
    ...original,
    specs: { ...specs, resources: specs.resources.filter(({ specId }) => !dropped.has(specId)) },
    request: { ...request, resources: request.resources.filter(({ specId }) => !dropped.has(specId)) },
    reads: reads.filter((read) => !dropped.has(requestOf(read).specId)),
  };
}

/**
 * Renames the resources of the reads. Resources that the state already has keep their names.
 *
 * @param remaining the part of `original` that is imported
 * @param renamed the specs of `remaining` with their new names
 * @throws ImpError for mistakes in the specs, or if a URN of `--replace-entry` is not one of the new URNs
 */
export function withNewNames(remaining: ReadImport, renamed: ImportSpecs, original: ReadImport): ReadImport {
  const { known: state, replaceable = new Set() } = original.context;
  const managed = new Set(
    original.reads.flatMap((read) => (read.kind === "unchanged" ? [requestOf(read).specId] : [])),
  );
  const originalSpecs = new Map(remaining.specs.resources.map((entry) => [entry.specId, entry]));
  const kept = renamed.resources.map((entry) =>
    managed.has(entry.specId) ? (originalSpecs.get(entry.specId) ?? entry) : entry,
  );
  const specs = { ...renamed, resources: kept };
  const request = requestFor(specs, original);
  refuseUnreplaceable(replaceable, request);
  const requests = bySpecId(request.resources);
  const current = (old: ResolvedSpec): ResolvedSpec => requests.get(old.specId) ?? old;
  const reads = renamedReads(remaining.reads, {
    renamed: current,
    stateEntry: (urn) => state.resources.get(urn),
    replaceable,
  });
  return { ...remaining, specs, request, reads, providers: providersOf(remaining, requests) };
}

/** Applies changed specs to the reads. Specs can be removed, or have other names or options. */
export function readsOfChangedSpecs(original: ReadImport, specs: ImportSpecs): ReadImport {
  const { known: state, replaceable = new Set() } = original.context;
  const request = requestFor(specs, original);
  const requests = bySpecId(request.resources);
  const lookup = { stateEntry: (urn: Urn) => state.resources.get(urn), replaceable };
  const reads = changedOutcomes(original.reads, requests, lookup);
  return { ...original, specs, request, reads, providers: providersOf(original, requests) };
}

function bySpecId(resources: readonly ResolvedSpec[]): ReadonlyMap<SpecId, ResolvedSpec> {
  return new Map(resources.map((spec) => [spec.specId, spec]));
}

/** Maps the old and the new URN of each resource to its provider. */
function providersOf(
  { request, providers }: ReadImport,
  current: ReadonlyMap<SpecId, ResolvedSpec>,
): ReadImport["providers"] {
  const renamed = request.resources.flatMap(({ urn, specId }) => {
    const [resource, instance] = [current.get(specId), providers.get(urn)];
    return resource === undefined || instance === undefined ? [] : [[resource.urn, instance] as const];
  });
  return new Map([...providers, ...renamed]);
}
