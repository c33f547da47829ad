/** Simulates the preview of a resource with the engine's calls and decisions (docs/providers.md#decisions-of-a-preview). */

import type { CheckFailure } from "../../../plugin/provider.ts";
import { resetPaths } from "../../../value/at-path.ts";
import type { Path } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { type Comparison, type Decision, decide } from "../../engine/oracle.ts";
import { checkOrReject, unlessRejected } from "./rejection.ts";
import type { Subject } from "./subject.ts";

/** The provider calls for one resource, and the data from its schema and options that the decision needs. */
export type PreviewCalls = Pick<Subject, "check" | "diff" | "replaceOnChanges" | "ignored">;

/** The old inputs, and how the engine compares the new inputs with them. */
export type Stored = Pick<Comparison, "oldInputs" | "initErrors" | "secrets">;

/** Returns old inputs from a state. Secrets differ from their plain values, so the proof is valid for every engine version. */
export function asStored(oldInputs: PropertyMap): Stored {
  return { oldInputs, initErrors: [], secrets: "apart" };
}

/** Returns old inputs from Read. Secrets equal their plain values, because the schema and the program decide which values are secret. */
export function asRead(oldInputs: PropertyMap): Stored {
  return { oldInputs, initErrors: [], secrets: "alike" };
}

export interface SimulatedPreview {
  /** The inputs that Check returned. */
  readonly checked: PropertyMap;
  readonly failures: readonly CheckFailure[];
  /** Omitted if the provider rejected the inputs, which fails the preview. */
  readonly decision?: Decision;
}

/**
 * Resets ignored paths to their old values, calls Check and Diff, and decides as the engine does.
 *
 * @param sent the inputs as an SDK sends them, with asset hashes
 * @throws ProviderError if the plugin failed or the run was cancelled
 */
export async function simulatePreview(
  calls: PreviewCalls,
  stored: Stored,
  sent: PropertyMap,
  ignoreChanges: readonly Path[],
): Promise<SimulatedPreview> {
  const news = resetPaths(stored.oldInputs, sent, ignoreChanges);
  const { inputs: checked, failures } = await checkOrReject(calls, stored.oldInputs, news);
  if (failures.length > 0) return { checked, failures };
  return await unlessRejected(
    previewChecked(calls, stored, checked, ignoreChanges).then((decision) => ({ checked, failures, decision })),
    (failure) => ({ checked, failures: [failure] }),
  );
}

/** Simulates the rest of a preview after Check. */
export async function previewChecked(
  calls: PreviewCalls,
  stored: Stored,
  news: PropertyMap,
  more: readonly Path[],
): Promise<Decision> {
  const ignoreChanges = [...calls.ignored, ...more];
  const answer = await calls.diff(stored.oldInputs, news, ignoreChanges);
  return decide(answer, { ...stored, news, ignoreChanges, replaceOnChanges: calls.replaceOnChanges });
}
