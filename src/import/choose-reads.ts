/** Applies choices that depend on read values: excluded resources and new names. Does not read again. */

import type { Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { PropertyMap } from "../value/value.ts";
import { cloudResources, requestOf } from "./read/read-all.ts";
import { changedReads as changedOutcomes, renamedReads } from "./read/renamed-reads.ts";
import { refuseUnreplaceable } from "./read/replaced-entries.ts";
import type { ReadImport } from "./read-import.ts";
import { requestFor } from "./resolve-import.ts";

/** Choices that depend on read values. */
export interface AfterRead {
  /** Returns the resources to exclude. Omitted if there are none. */
  readonly leftOut?: (
    resources: readonly ResolvedSpec[],
    properties: (urn: Urn) => PropertyMap | undefined,
  ) => ReadonlySet<Urn>;
  /** Returns the specs with new names. Omitted if names do not change. */
  readonly renamed?: (specs: ImportSpecs, properties: (entry: ImportSpec) => PropertyMap | undefined) => ImportSpecs;
}

/** Applies the choices to the reads. */
export function chosenReads(original: ReadImport, { leftOut, renamed }: AfterRead): ReadImport {
  const remaining = leftOut === undefined ? original : withoutLeftOut(original, leftOut);
  return renamed === undefined ? remaining : withNames(remaining, renamed, original);
}

function withNames(
  remaining: ReadImport,
  renamed: NonNullable<AfterRead["renamed"]>,
  original: ReadImport,
): ReadImport {
  const { known: state, replaceable = new Set() } = original.context;
  const clouds = new Map(cloudResources(original.reads).map((cloud) => [cloud.request.specId, cloud]));
  const managed = new Set(
    original.reads.flatMap((read) => (read.kind === "unchanged" ? [requestOf(read).specId] : [])),
  );
  const renamedSpecs = renamed(remaining.specs, ({ specId }) => clouds.get(specId)?.outputs);
  const originalSpecs = new Map(remaining.specs.resources.map((entry) => [entry.specId, entry]));
  const kept = renamedSpecs.resources.map((entry) =>
    managed.has(entry.specId) ? (originalSpecs.get(entry.specId) ?? entry) : entry,
  );
  const specs = { ...renamedSpecs, resources: kept };
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

/** Applies changed specs to the reads: fewer specs, other names, or other options. */
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

/** Returns the providers under both the old and the new URNs. */
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

function withoutLeftOut(original: ReadImport, leftOut: NonNullable<AfterRead["leftOut"]>): ReadImport {
  const { context, specs, request, reads } = original;
  const clouds = new Map(cloudResources(reads).map((cloud) => [cloud.request.urn, cloud]));
  const out = leftOut(request.resources, (urn) => clouds.get(urn)?.outputs ?? context.known.outputsOf(urn));
  const dropped = new Set(request.resources.flatMap(({ urn, specId }) => (out.has(urn) ? [specId] : [])));
  return {
    ...original,
    specs: { ...specs, resources: specs.resources.filter(({ specId }) => !dropped.has(specId)) },
    request: { ...request, resources: request.resources.filter(({ specId }) => !dropped.has(specId)) },
    reads: reads.filter((read) => !dropped.has(requestOf(read).specId)),
  };
}
