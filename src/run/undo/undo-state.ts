/**
 * Removes from the state what a run added. Restores the old bytes if the state did not change after the run. Otherwise, removes only the entries that
 * the run added.
 */

import { ImpError } from "../../domain/errors.ts";
import type { Urn } from "../../domain/graph.ts";
import { isDefaultProvider } from "../../domain/urn.ts";
import type { Deployment, StateResource } from "../../state/deployment.ts";
import { remainingDependents, removeResources } from "../../state/remove-resources.ts";
import { applyDelta } from "../../store/commit/delta.ts";
import { contentHash } from "../../store/commit/journal.ts";
import type { StoredRun } from "../../workspace/commit/run-records.ts";

export interface UndoneState {
  /** `restored`: the state is as before the run. `edited`: entries were removed. `kept`: the state is unchanged. */
  readonly how: "restored" | "edited" | "kept";
  /** The new bytes. Omitted for `kept`, and if the state file didn't exist before the run. */
  readonly bytes?: Uint8Array;
  /** The resources removed from the state. */
  readonly forgotten: readonly StateResource[];
  /** Resources that the run added and that are no longer in the state. */
  readonly missing: readonly Urn[];
}

/**
 * Returns the state without the resources that a run added.
 *
 * @param bytes the state as JSON, or undefined if the file no longer exists
 * @throws UNDO_NEEDED, UNDO_REPLACED, UNDO_ENTRIES_LOST, RUN_RECORD_UNUSABLE
 */
export function undoState(
  { run, path }: StoredRun,
  bytes: Uint8Array | undefined,
  state: Deployment | undefined,
): UndoneState {
  const living = new Map(
    (state?.resources ?? []).filter((resource) => !resource.delete).map((resource) => [resource.urn, resource]),
  );
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
  const removed = removableUrns(state.resources, forgotten, run.id);
  refuseReplaced(run, forgotten);
  const outputs = new Set(run.outputs);
  if (removed.size === 0 && outputs.size === 0) return { how: "kept", forgotten: [], missing };
  const left = removeResources(state, removed, outputs);
  return { how: "edited", bytes: left, forgotten: forgotten.filter(({ urn }) => removed.has(urn)), missing };
}

/**
 * Returns the resources to remove. Keeps default providers that remaining resources use.
 *
 * @throws UNDO_NEEDED if a remaining resource depends on a removed one
 */
function removableUrns(
  resources: readonly StateResource[],
  forgotten: readonly StateResource[],
  run: string,
): ReadonlySet<Urn> {
  const urns = new Set(forgotten.map(({ urn }) => urn));
  const dependents = remainingDependents(resources, urns);
  const refused = dependents.filter(({ on }) => !isDefaultProvider(on));
  if (refused.length > 0) throw ImpError.of("UNDO_NEEDED", { run, dependents: refused });
  const used = new Set(dependents.map(({ on }) => on));
  return new Set([...urns].filter((urn) => !used.has(urn)));
}

function refuseReplaced({ id: run, resources }: StoredRun["run"], forgotten: readonly StateResource[]): void {
  const imported = new Map(resources.map(({ urn, id }) => [urn, id]));
  const replaced = forgotten.flatMap(({ urn, id }) => {
    const was = imported.get(urn);
    return was === undefined || id === was || isDefaultProvider(urn) ? [] : [{ urn, was, is: id ?? "without id" }];
  });
  if (replaced.length > 0) throw ImpError.of("UNDO_REPLACED", { run, resources: replaced });
}
