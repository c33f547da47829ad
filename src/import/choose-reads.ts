/**
 * Choices about what was read: resources that are left out, and other names. Each object was read once.
 */
import type { SpecId } from "../domain/spec-id.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolve.ts";
import type { PropertyMap } from "../value/value.ts";
import { requestOf } from "./read/read-all.ts";
import { changedReads as changedOutcomes, renamedReads } from "./read/renamed-reads.ts";
import { refuseUnreplaceable } from "./read/replaced-entries.ts";
import type { ReadImport } from "./read-import.ts";
import { requestFor } from "./resolve-import.ts";

/** Choices that only reading can make. */
export interface AfterRead {
  /** The resources that are left out. Omitted: none. */
  readonly leftOut?: (
    resources: readonly ResolvedSpec[],
    properties: (urn: Urn) => PropertyMap | undefined,
  ) => ReadonlySet<Urn>;
  /** The specs under their names. Omitted: they keep those that they have. */
  readonly renamed?: (specs: ImportSpecs, properties: (entry: ImportSpec) => PropertyMap | undefined) => ImportSpecs;
}

/** Returns the reads that stay, under their names. */
export function chosenReads(given: ReadImport, { leftOut, renamed }: AfterRead): ReadImport {
  const taken = leftOut === undefined ? given : withoutLeftOut(given, leftOut);
  return renamed === undefined ? taken : withNames(taken, renamed, given);
}

function withNames(taken: ReadImport, renamed: NonNullable<AfterRead["renamed"]>, given: ReadImport): ReadImport {
  const { known, replaceable = new Set() } = given.facts;
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
  const request = requestFor(specs, given);
  refuseUnreplaceable(replaceable, request);
  const requests = bySpecId(request.resources);
  const now = (old: ResolvedSpec): ResolvedSpec => requests.get(old.specId) ?? old;
  const reads = renamedReads(taken.reads, { renamed: now, known: (urn) => known.resources.get(urn), replaceable });
  return { ...taken, specs, request, reads, providers: providersOf(taken, requests) };
}

/** Returns the reads of the specs as a person changed them after all was read: fewer, under other names, or with other options. */
export function readsOfChangedSpecs(given: ReadImport, specs: ImportSpecs): ReadImport {
  const { known, replaceable = new Set() } = given.facts;
  const request = requestFor(specs, given);
  const requests = bySpecId(request.resources);
  const held = { known: (urn: Urn) => known.resources.get(urn), replaceable };
  const reads = changedOutcomes(given.reads, requests, held);
  return { ...given, specs, request, reads, providers: providersOf(given, requests) };
}

function bySpecId(resources: readonly ResolvedSpec[]): ReadonlyMap<SpecId, ResolvedSpec> {
  return new Map(resources.map((one) => [one.specId, one]));
}

/** The providers under the URNs that the resources have now, too. */
function providersOf(
  { request, providers }: ReadImport,
  now: ReadonlyMap<SpecId, ResolvedSpec>,
): ReadImport["providers"] {
  const renamed = request.resources.flatMap(({ urn, specId }) => {
    const [resource, instance] = [now.get(specId), providers.get(urn)];
    return resource === undefined || instance === undefined ? [] : [[resource.urn, instance] as const];
  });
  return new Map([...providers, ...renamed]);
}

function withoutLeftOut(read: ReadImport, leftOut: NonNullable<AfterRead["leftOut"]>): ReadImport {
  const { facts, specs, request, reads } = read;
  const clouds = new Map(reads.flatMap((one) => (one.kind === "read" ? [[requestOf(one).urn, one.cloud]] : [])));
  const out = leftOut(request.resources, (urn) => clouds.get(urn)?.outputs ?? facts.known.outputsOf(urn));
  const dropped = new Set(request.resources.flatMap(({ urn, specId }) => (out.has(urn) ? [specId] : [])));
  return {
    ...read,
    specs: { ...specs, resources: specs.resources.filter(({ specId }) => !dropped.has(specId)) },
    request: { ...request, resources: request.resources.filter(({ specId }) => !dropped.has(specId)) },
    reads: reads.filter((one) => !dropped.has(requestOf(one).specId)),
  };
}
