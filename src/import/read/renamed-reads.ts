/** Applies names that are chosen after Read. Each object is read only once, and then compared with the state under its new URN. */

import type { Urn } from "../../domain/graph.ts";
import type { KnownResource } from "../../domain/known-state.ts";
import type { SpecId } from "../../domain/spec-id.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { withRequest } from "./cloud-resource.ts";
import { failTaken, isSameAsEntry, type ReadOutcome, requestOf, unchangedRead } from "./read-all.ts";

/** The renamed requests, and the state to compare the reads with. */
export interface Renaming {
  readonly renamed: (request: ResolvedSpec) => ResolvedSpec;
  readonly stateEntry: (urn: Urn) => KnownResource | undefined;
  readonly replaceable: ReadonlySet<Urn>;
}

/** Applies the renamed requests to all reads, and compares each read resource with the state again. */
export function renamedReads(
  reads: readonly ReadOutcome[],
  { renamed, stateEntry, replaceable }: Renaming,
): readonly ReadOutcome[] {
  return reads.map((read) => {
    const request = withName(requestOf(read), renamed(requestOf(read)));
    if (read.kind !== "read") return { ...read, request };
    return comparedWithState(
      { kind: "read", cloud: withRequest(read.cloud, request) },
      stateEntry(request.urn),
      replaceable,
    );
  });
}

/** Applies changed requests. Drops reads whose request was removed. If the URN of a request changed, compares its read with the state again. */
export function changedReads(
  reads: readonly ReadOutcome[],
  requests: ReadonlyMap<SpecId, ResolvedSpec>,
  { stateEntry, replaceable }: Omit<Renaming, "renamed">,
): readonly ReadOutcome[] {
  return reads.flatMap((read) => {
    const request = requests.get(requestOf(read).specId);
    return request === undefined ? [] : [changedRead(read, request, { stateEntry, replaceable })];
  });
}

function changedRead(
  read: ReadOutcome,
  changed: ResolvedSpec,
  { stateEntry, replaceable }: Omit<Renaming, "renamed">,
): ReadOutcome {
  const previous = requestOf(read);
  const request = withName(previous, changed);
  if (request.urn === previous.urn) {
    return read.kind === "read" ? { kind: "read", cloud: withRequest(read.cloud, request) } : { ...read, request };
  }
  const outcome = read.kind === "failed" ? (read.found ?? read) : read;
  switch (outcome.kind) {
    case "read": {
      const { replacedId: _, ...cloud } = outcome.cloud;
      return comparedWithState(
        { kind: "read", cloud: withRequest(cloud, request) },
        stateEntry(request.urn),
        replaceable,
      );
    }
    case "component": {
      const entry = stateEntry(request.urn);
      return entry === undefined ? { ...outcome, request } : failTaken({ ...outcome, request }, request, entry);
    }
    case "failed":
    case "provider":
    case "unchanged":
      return { ...outcome, request };
  }
}

function comparedWithState(
  read: Extract<ReadOutcome, { kind: "read" }>,
  entry: KnownResource | undefined,
  replaceable: ReadonlySet<Urn>,
): ReadOutcome {
  const { request, id } = read.cloud;
  if (entry === undefined) return read;
  if (isSameAsEntry(request, entry) || (entry.custom && entry.id === id)) return unchangedRead(request, entry);
  if (!entry.custom || !replaceable.has(request.urn)) return failTaken(read, request, entry);
  return { kind: "read", cloud: { ...read.cloud, replacedId: entry.id ?? "" } };
}

/** Applies a renamed request. Keeps the asset hashes and the error, which imp determined while it read the resource. */
function withName(request: ResolvedSpec, renamed: ResolvedSpec): ResolvedSpec {
  const { inputs, error } = request;
  return { ...renamed, inputs: inputs ?? renamed.inputs, error: error ?? renamed.error };
}

/** Returns a function that finds state entries before names are chosen. It ignores entries for other objects, because the name can still change. */
export function knownBefore(
  requests: readonly ResolvedSpec[],
  stateEntry: (urn: Urn) => KnownResource | undefined,
): (urn: Urn) => KnownResource | undefined {
  const byUrn = new Map(requests.map((request) => [request.urn, request]));
  return (urn) => {
    const [request, entry] = [byUrn.get(urn), stateEntry(urn)];
    if (request === undefined || entry === undefined || request.kind !== "custom") return entry;
    return isSameAsEntry(request, entry) ? entry : undefined;
  };
}
