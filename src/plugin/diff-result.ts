/** Reads a DiffResponse as the engine does (docs/providers.md#diff). */
import type { DiffResponse } from "./proto/gen/provider_pb.ts";
import { type DiffResult, ProviderError, type WireDifferenceKind } from "./provider.ts";

const wireChanges = ["unknown", "none", "some"] as const;
const differenceKinds: readonly WireDifferenceKind[] = [
  "add",
  "add-replace",
  "delete",
  "delete-replace",
  "update",
  "update-replace",
];

/** Throws ProviderError "malformed" if `changes` has an unknown number. An unknown kind of difference counts as an update. */
export function diffResult(method: string, response: DiffResponse): DiffResult {
  const change = wireChanges[response.changes];
  if (change === undefined) {
    throw new ProviderError("malformed", method, `the plugin's answer to ${method} has changes ${response.changes}`);
  }
  const detailed = response.detailedDiff.map(
    ({ key, value }) =>
      [key, { kind: differenceKinds[value?.kind ?? 0] ?? "update", inputDiff: value?.inputDiff ?? false }] as const,
  );
  return {
    changes: change,
    replaces: response.replaces,
    diffs: response.diffs,
    detailed: response.hasDetailedDiff ? new Map(detailed) : undefined,
    deleteBeforeReplace: response.deleteBeforeReplace,
  };
}
