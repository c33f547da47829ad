/**
 * Choices that only reading can make: resources that are left out by their tags, and names that are made of tags.
 */
import type { KnownState } from "../domain/known-state.ts";
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
    given.reads.flatMap((one) => (one.kind === "read" ? [[requestOf(one).where, one.cloud]] : [])),
  );
  const managed = new Set(given.reads.flatMap((one) => (one.kind === "unchanged" ? [requestOf(one).where] : [])));
  const named = renamed(taken.specs, ({ where }) => clouds.get(where)?.outputs);
  const before = new Map(taken.specs.resources.map((entry) => [entry.where, entry]));
  const kept = named.resources.map((entry) => (managed.has(entry.where) ? (before.get(entry.where) ?? entry) : entry));
  const specs = { ...named, resources: kept };
  const request = resolve(specs);
  refuseUnreplaceable(replaceable, request);
  const byPlace = new Map(request.resources.map((one) => [one.where, one]));
  const now = (old: ResolvedSpec): ResolvedSpec => byPlace.get(old.where) ?? old;
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
  const byPlace = new Map<object, ResolvedSpec>(request.resources.map((one) => [one.where, one]));
  const held = { known: (urn: Urn) => known.resources.get(urn), replaceable };
  const providers = new Map(given.providers);
  for (const old of given.request.resources) {
    const [now, instance] = [byPlace.get(old.where), given.providers.get(old.urn)];
    if (now !== undefined && instance !== undefined) providers.set(now.urn, instance);
  }
  return { specs, request, reads: changedReads(given.reads, byPlace, held), providers };
}

function withoutLeftOut(
  { specs, request, reads, providers }: ReadSpecs,
  leftOut: NonNullable<AfterRead["leftOut"]>,
  known: KnownState,
): ReadSpecs {
  const clouds = new Map(reads.flatMap((one) => (one.kind === "read" ? [[requestOf(one).urn, one.cloud]] : [])));
  const out = leftOut(request.resources, (urn) => clouds.get(urn)?.outputs ?? known.outputsOf(urn));
  const places = new Set(request.resources.flatMap(({ urn, where }) => (out.has(urn) ? [where] : [])));
  return {
    specs: { ...specs, resources: specs.resources.filter(({ where }) => !places.has(where)) },
    request: { ...request, resources: request.resources.filter(({ where }) => !places.has(where)) },
    reads: reads.filter((one) => !places.has(requestOf(one).where)),
    providers,
  };
}
