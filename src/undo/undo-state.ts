/**
 * Removes the additions of a run from the state: restores the old bytes where nothing else changed, else removes only those entries.
 */
import { applyDelta } from "../commit/delta.ts";
import { contentHash } from "../commit/journal.ts";
import { isDefaultProvider } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { Deployment, StateResource } from "../state/deployment.ts";
import { remainingDependents, removeResources } from "../state/remove-resources.ts";
import type { StoredRun } from "../workspace/commit/run-records.ts";

export interface UndoneState {
  /** "restored": as before the run; "edited": some entries are taken out; "kept": it stays as it is. */
  readonly how: "restored" | "edited" | "kept";
  /** The new bytes; absent of "kept", and where there was no state file before the run. */
  readonly bytes?: Uint8Array;
  /** The resources removed from the state. */
  readonly forgotten: readonly StateResource[];
  /** The additions of the run that are not in the state any more. */
  readonly missing: readonly Urn[];
}

/**
 * @param bytes the state as JSON; absent: there is no such file any more.
 * @throws UNDO_NEEDED, UNDO_REPLACED, UNDO_ENTRIES_LOST, RUN_RECORD_UNUSABLE.
 */
export function undoState(
  { run, path }: StoredRun,
  bytes: Uint8Array | undefined,
  state: Deployment | undefined,
): UndoneState {
  const living = new Map((state?.resources ?? []).filter((one) => !one.delete).map((one) => [one.urn, one]));
  const forgotten = run.resources.flatMap(({ urn }) => living.get(urn) ?? []);
  const missing = run.resources.map(({ urn }) => urn).filter((urn) => !living.has(urn));
  const { past } = run.state;
  if (past === undefined || bytes === undefined || state === undefined) return { how: "kept", forgotten: [], missing };
  if (contentHash(bytes) === past.after) {
    if (past.before === undefined) return { how: "restored", forgotten, missing };
    const before = applyDelta(bytes, past.pieces);
    if (contentHash(before) !== past.before) throw ImpError.of("RUN_RECORD_UNUSABLE", { path });
    return { how: "restored", bytes: before, forgotten, missing };
  }
  const replaced = run.replaced?.map(({ urn }) => urn) ?? [];
  if (replaced.length > 0) throw ImpError.of("UNDO_ENTRIES_LOST", { run: run.id, urns: replaced });
  const goes = goingFrom(state.resources, forgotten, run.id);
  refuseReplaced(run, forgotten);
  if (goes.size === 0) return { how: "kept", forgotten: [], missing };
  const left = removeResources(state, goes);
  return { how: "edited", bytes: left, forgotten: forgotten.filter(({ urn }) => goes.has(urn)), missing };
}

/** Keeps resources that the engine made for the run's where others use them now; any other resource in use keeps all of the run. */
function goingFrom(
  resources: readonly StateResource[],
  forgotten: readonly StateResource[],
  run: string,
): ReadonlySet<Urn> {
  const wanted = new Set(forgotten.map(({ urn }) => urn));
  const dependents = remainingDependents(resources, wanted);
  const refused = dependents.filter(({ on }) => !isDefaultProvider(on));
  if (refused.length > 0) throw ImpError.of("UNDO_NEEDED", { run, dependents: refused });
  const used = new Set(dependents.map(({ on }) => on));
  return new Set([...wanted].filter((urn) => !used.has(urn)));
}

function refuseReplaced({ id: run, resources }: StoredRun["run"], forgotten: readonly StateResource[]): void {
  const imported = new Map(resources.map(({ urn, id }) => [urn, id]));
  const replaced = forgotten.flatMap(({ urn, id }) => {
    const was = imported.get(urn);
    return was === undefined || id === was || isDefaultProvider(urn) ? [] : [{ urn, was, is: id ?? "without id" }];
  });
  if (replaced.length > 0) throw ImpError.of("UNDO_REPLACED", { run, resources: replaced });
}
