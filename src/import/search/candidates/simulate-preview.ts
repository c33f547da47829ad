/**
 * Simulated preview: the engine's decision about a program's inputs over a stored state, by the calls that the engine makes
 * (docs/providers.md#decisions-of-a-preview).
 */
import type { Path } from "../../../ir/path.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { resetPaths } from "../../../value/at-path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { type Comparison, type Decision, decide } from "../../engine/oracle.ts";
import type { Subject } from "./subject.ts";

/** The provider's side of one resource: its calls, bound to its identity, id and stored outputs, and the schema's replacements. */
export type Asked = Pick<Subject, "check" | "diff" | "replaceOnChanges" | "ignored">;

/** The stored inputs, and how the engine compares with them. */
export type Stored = Pick<Comparison, "oldInputs" | "initErrors" | "secrets">;

/** Inputs as a state has them: a secret differs from its plain value, so that the proof holds for every engine. */
export function asStored(oldInputs: PropertyMap): Stored {
  return { oldInputs, initErrors: [], secrets: "apart" };
}

/** Inputs as Read returned them: only values count; the schema and the program decide what is secret. */
export function asRead(oldInputs: PropertyMap): Stored {
  return { oldInputs, initErrors: [], secrets: "alike" };
}

export interface Simulated {
  /** The inputs that Check answered. */
  readonly checked: PropertyMap;
  readonly failures: readonly CheckFailure[];
  /** Absent when Check refused: the preview then fails. */
  readonly decision?: Decision;
}

/**
 * Reset, Check, Diff and the engine's decision.
 *
 * @param sent the inputs as an SDK sends them, with the hashes of assets.
 * @throws ProviderError what the provider answers to Check or Diff, and for a difference without a path; the preview fails then too.
 */
export async function simulatePreview(
  asked: Asked,
  stored: Stored,
  sent: PropertyMap,
  ignoreChanges: readonly Path[],
): Promise<Simulated> {
  const { inputs, failures } = await asked.check(stored.oldInputs, resetPaths(stored.oldInputs, sent, ignoreChanges));
  if (failures.length > 0) return { checked: inputs, failures };
  return { checked: inputs, failures, decision: await previewChecked(asked, stored, inputs, ignoreChanges) };
}

/** `simulatePreview` from Diff on, for inputs that Check has answered. */
export async function previewChecked(
  asked: Asked,
  stored: Stored,
  news: PropertyMap,
  more: readonly Path[],
): Promise<Decision> {
  const ignoreChanges = [...asked.ignored, ...more];
  const answer = await asked.diff(stored.oldInputs, news, ignoreChanges);
  return decide(answer, { ...stored, news, ignoreChanges, replaceOnChanges: asked.replaceOnChanges });
}
