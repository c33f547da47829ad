/**
 * Reads under names that only reading gave: each object is read once, and then held against the state under its new URN.
 */
import type { KnownResource } from "../../domain/known-state.ts";
import type { Urn } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { isSame, type ReadOutcome, requestOf, taken, unchanged } from "./read-all.ts";

/** The facts that a name decides. */
export interface Renaming {
  /** The resource under its new name, by its place. */
  readonly renamed: (request: ResolvedSpec) => ResolvedSpec;
  readonly known: (urn: Urn) => KnownResource | undefined;
  readonly replaceable: ReadonlySet<Urn>;
}

/** A resource that the state has under its old name was not read, so it keeps that name. */
export function renamedReads(
  reads: readonly ReadOutcome[],
  { renamed, known, replaceable }: Renaming,
): readonly ReadOutcome[] {
  return reads.map((read) => {
    const request = withName(requestOf(read), renamed(requestOf(read)));
    if (read.kind !== "read") return { ...read, request };
    const cloud = { ...read.cloud, request };
    const entry = known(request.urn);
    if (entry === undefined) return { kind: "read", cloud };
    if (isSame(request, entry) || (entry.custom && entry.id === cloud.id)) return unchanged(request, entry);
    const replaced: ReadOutcome = { kind: "read", cloud: { ...cloud, replacedId: entry.id ?? "" } };
    return entry.custom && replaceable.has(request.urn) ? replaced : taken({ kind: "read", cloud }, request, entry);
  });
}

/** The request keeps what was found out while it was read: hashes of its assets. */
function withName(request: ResolvedSpec, renamed: ResolvedSpec): ResolvedSpec {
  const { inputs, error } = request;
  return { ...renamed, ...(inputs !== undefined && { inputs }), ...(error !== undefined && { error }) };
}

/** The state as it is seen before names are known: only what has the same object under the old name counts. */
export function knownBefore(
  requests: readonly ResolvedSpec[],
  known: (urn: Urn) => KnownResource | undefined,
): (urn: Urn) => KnownResource | undefined {
  const byUrn = new Map(requests.map((request) => [request.urn, request]));
  return (urn) => {
    const [request, entry] = [byUrn.get(urn), known(urn)];
    if (request === undefined || entry === undefined || request.kind !== "custom") return entry;
    return isSame(request, entry) ? entry : undefined;
  };
}
