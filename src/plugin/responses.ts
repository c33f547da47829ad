/** Reads the responses of Diff, List, and Read. */
import { receive } from "./payload.ts";
import type { DiffResponse, ListResponse } from "./proto/gen/provider_pb.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import {
  type DiffResult,
  type ListItem,
  type ListPage,
  ProviderError,
  type ReadResult,
  type WireDifferenceKind,
} from "./provider.ts";

const wireChanges = ["unknown", "none", "some"] as const;
const differenceKinds: readonly WireDifferenceKind[] = [
  "add",
  "add-replace",
  "delete",
  "delete-replace",
  "update",
  "update-replace",
];

/**
 * Reads a DiffResponse as the engine does (docs/providers.md#diff). A difference of an unknown kind counts as an update.
 *
 * @throws ProviderError "malformed" if `changes` has an unknown number
 */
export function diffResult(method: string, response: DiffResponse): DiffResult {
  const change = wireChanges[response.changes];
  if (change === undefined) {
    throw new ProviderError(
      "malformed",
      method,
      `the plugin's response to ${method} has an unknown value of \`changes\`: ${response.changes}`,
    );
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

/** The maximum number of objects on a page. 100 is the lowest limit of known providers. */
export const pageSize = 100;

export function listPage(responses: readonly ListResponse[]): ListPage {
  const items: ListItem[] = [];
  let continuation = "";
  for (const { response } of responses) {
    switch (response.case) {
      case "result":
        items.push({ id: response.value.id, name: response.value.name });
        break;
      case "continuation":
        continuation = response.value.continuationToken;
        break;
      case "computed":
        throw new ProviderError(
          "malformed",
          "List",
          "the plugin returned a computed result, although the query has no unknown values",
        );
      case undefined:
        break;
    }
  }
  return { items, continuation };
}

interface ReadAnswer {
  readonly id: string;
  readonly properties?: Struct | undefined;
  readonly inputs?: Struct | undefined;
  readonly refreshBeforeUpdate: boolean;
}

export function readResult(answer: ReadAnswer): ReadResult {
  return {
    id: answer.id,
    outputs: answer.properties && receive("Read", answer.properties, "reject"),
    inputs: answer.inputs && receive("Read", answer.inputs, "reject"),
    initErrors: [],
    refreshBeforeUpdate: answer.refreshBeforeUpdate,
  };
}
