/**
 * Choices that only reading can make: resources that are left out by their tags, and names that are made of tags.
 */
import type { KnownState } from "../domain/known-state.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../import-file/resolve.ts";
import type { PropertyMap } from "../value/value.ts";
import type { ProviderInstance } from "./providers/providers.ts";
import { type ReadOutcome, requestOf } from "./read/read-all.ts";
import { changedReads, knownBefore, renamedReads } from "./read/renamed-reads.ts";
import { refuseUnreplaceable } from "./read/replaced-entries.ts";

export interface AfterRead {
  /** The resources that are left out. Absent: none. */
  readonly leftOut?: (
    resources: readonly ResolvedSpec[],
    properties: (urn: Urn) => PropertyMap | undefined,
  ) => ReadonlySet<Urn>;
  /** The specs under their names. Absent: they keep those that they have. */
  readonly renamed?: (specs: ImportSpecs, properties: (entry: ImportSpec) => PropertyMap | undefined) => ImportSpecs;
}

/** Import specs that were read, and their reads. */
export interface ReadSpecs {
  readonly specs: ImportSpecs;
  readonly request: ResolvedSpecs;
  readonly reads: readonly ReadOutcome[];
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
}

interface Facts {
  readonly known: KnownState;
  readonly replaceable?: ReadonlySet<Urn>;
  readonly afterRead?: AfterRead;
}

/** Finds the entries of the state that resources are held against while they are read. */
export function knownWhileRead({ resources }: ResolvedSpecs, { known, afterRead }: Facts) {
  const find = (urn: Urn) => known.resources.get(urn);
  return afterRead?.renamed === undefined ? find : knownBefore(resources, find);
}

/** Returns the reads that stay, under their names. Each resource was read once. */
export function chosenAfterRead(
  given: ReadSpecs,
  resolve: (specs: ImportSpecs) => ResolvedSpecs,
  { known, replaceable = new Set(), afterRead = {} }: Facts,
): ReadSpecs {
  const { leftOut, renamed } = afterRead;
  const taken = leftOut === undefined ? given : withoutLeftOut(given, leftOut, known);
  if (renamed === undefined) return taken;
  const clouds = new Map(
    given.reads.flatMap((one) => (one.kind === "read" ? [[requestOf(one).specId, one.cloud]] : [])),
  );
  const managed = new Set(given.reads.flatMap((one) => (one.kind === "unchanged" ? [requestOf(one).specId] : [])));
  const named = renamed(taken.specs, ({ specId }) => clouds.get(specId)?.outputs);
  const before = new Map(taken.specs.resources.map((entry) => [entry.specId, entry]));
  const kept = named.resources.map((entry) =>
    managed.has(entry.specId) ? (before.get(entry.specId) ?? entry) : entry,
  );
  const specs = { ...named, resources: kept };
  const request = resolve(specs);
  refuseUnreplaceable(replaceable, request);
  const requests = bySpecId(request.resources);
  const now = (old: ResolvedSpec): ResolvedSpec => requests.get(old.specId) ?? old;
  const reads = renamedReads(taken.reads, { renamed: now, known: (urn) => known.resources.get(urn), replaceable });
  const providers = new Map(given.providers);
  for (const old of taken.request.resources) {
    const instance = given.providers.get(old.urn);
    if (instance !== undefined) providers.set(now(old).urn, instance);
  }
  return { specs, request, reads, providers };
}

/** Returns the reads of the specs as a person changed them after all was read: fewer, under other names, or with other options. */
export function changedAfterRead(
  given: ReadSpecs,
  specs: ImportSpecs,
  resolve: (specs: ImportSpecs) => ResolvedSpecs,
  { known, replaceable = new Set() }: Facts,
): ReadSpecs {
  const request = resolve(specs);
  const requests = bySpecId(request.resources);
  const held = { known: (urn: Urn) => known.resources.get(urn), replaceable };
  const providers = new Map(given.providers);
  for (const old of given.request.resources) {
    const [now, instance] = [requests.get(old.specId), given.providers.get(old.urn)];
    if (now !== undefined && instance !== undefined) providers.set(now.urn, instance);
  }
  return { specs, request, reads: changedReads(given.reads, requests, held), providers };
}

function bySpecId(resources: readonly ResolvedSpec[]): ReadonlyMap<SpecId, ResolvedSpec> {
  return new Map(resources.map((one) => [one.specId, one]));
}

function withoutLeftOut(
  { specs, request, reads, providers }: ReadSpecs,
  leftOut: NonNullable<AfterRead["leftOut"]>,
  known: KnownState,
): ReadSpecs {
  const clouds = new Map(reads.flatMap((one) => (one.kind === "read" ? [[requestOf(one).urn, one.cloud]] : [])));
  const out = leftOut(request.resources, (urn) => clouds.get(urn)?.outputs ?? known.outputsOf(urn));
  const dropped = new Set(request.resources.flatMap(({ urn, specId }) => (out.has(urn) ? [specId] : [])));
  return {
    specs: { ...specs, resources: specs.resources.filter(({ specId }) => !dropped.has(specId)) },
    request: { ...request, resources: request.resources.filter(({ specId }) => !dropped.has(specId)) },
    reads: reads.filter((one) => !dropped.has(requestOf(one).specId)),
    providers,
  };
}
