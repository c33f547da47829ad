/**
 * Reads under names that only reading gave: each object is read once, and then held against the state under its new URN.
 */
import type { KnownResource } from "../../domain/known-state.ts";
import type { SpecId } from "../../domain/spec-id.ts";
import type { Urn } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { withRequest } from "./cloud-resource.ts";
import { isSameAsKnown, type ReadOutcome, requestOf, taken, unchangedRead } from "./read-all.ts";

/** The facts that a name decides. */
export interface Renaming {
  /** Returns the resource under its new name. */
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
    return heldAgainst({ kind: "read", cloud: withRequest(read.cloud, request) }, known(request.urn), replaceable);
  });
}

/**
 * Reads of the requests as they are now, where a person changed some after all was read: those that a request is left of. One with another
 * URN is held against the state again; one that the state has keeps its outcome, as it was not read.
 */
export function changedReads(
  reads: readonly ReadOutcome[],
  requests: ReadonlyMap<SpecId, ResolvedSpec>,
  { known, replaceable }: Omit<Renaming, "renamed">,
): readonly ReadOutcome[] {
  return reads.flatMap((read) => {
    const asked = requests.get(requestOf(read).specId);
    return asked === undefined ? [] : [changedRead(read, asked, { known, replaceable })];
  });
}

function changedRead(
  read: ReadOutcome,
  asked: ResolvedSpec,
  { known, replaceable }: Omit<Renaming, "renamed">,
): ReadOutcome {
  const before = requestOf(read);
  const request = withName(before, asked);
  if (request.urn === before.urn) {
    return read.kind === "read" ? { kind: "read", cloud: withRequest(read.cloud, request) } : { ...read, request };
  }
  const found = read.kind === "failed" ? (read.found ?? read) : read;
  switch (found.kind) {
    case "read": {
      const { replacedId: _, ...cloud } = found.cloud;
      return heldAgainst({ kind: "read", cloud: withRequest(cloud, request) }, known(request.urn), replaceable);
    }
    case "component": {
      const entry = known(request.urn);
      return entry === undefined ? { ...found, request } : taken({ ...found, request }, request, entry);
    }
    case "failed":
    case "provider":
    case "unchanged":
      return { ...found, request };
  }
}

/** The read, held against the entry that the state has under its URN. */
function heldAgainst(
  read: Extract<ReadOutcome, { kind: "read" }>,
  entry: KnownResource | undefined,
  replaceable: ReadonlySet<Urn>,
): ReadOutcome {
  const { request, id } = read.cloud;
  if (entry === undefined) return read;
  if (isSameAsKnown(request, entry) || (entry.custom && entry.id === id)) return unchangedRead(request, entry);
  if (!entry.custom || !replaceable.has(request.urn)) return taken(read, request, entry);
  return { kind: "read", cloud: { ...read.cloud, replacedId: entry.id ?? "" } };
}

/** The request keeps what was found out while it was read: hashes of its assets. */
function withName(request: ResolvedSpec, renamed: ResolvedSpec): ResolvedSpec {
  const { inputs, error } = request;
  return { ...renamed, inputs: inputs ?? renamed.inputs, error: error ?? renamed.error };
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
    return isSameAsKnown(request, entry) ? entry : undefined;
  };
}
