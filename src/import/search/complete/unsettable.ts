/**
 * Leaves that a draft omits because the provider refuses them, or with them the preview is not clean.
 */
import type { Omission } from "../../../graph.ts";
import { trialAnswer } from "./answers.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** True if the leaf is omitted because of the provider's answer, or of a claim about it, and may be set in another program. */
export function isUnsettable(omission: Omission | undefined): boolean {
  if (omission === undefined) return false;
  return "answer" in omission ? omission.answer.kind !== "dropped" : "claimed" in omission;
}

/** The leaves that a draft omits because of an answer of the provider, and those that are to have one. */
export function unsettableIn({ leaves }: TrialRunner, { omitted }: Draft): readonly Leaf[] {
  return leaves.filter(({ key }) => isUnsettable(omitted.get(key)));
}

/** `draft` without leaves that are refused: the refusal is their ground. */
export function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: trialAnswer(refused) }));
}
