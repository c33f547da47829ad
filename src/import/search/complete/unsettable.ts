import type { Omission } from "../../../graph.ts";
import { trialAnswer } from "./answers.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Returns whether the leaf is omitted because of the provider's answer or a schema overlay. Another program may set it. */
export function isUnsettable(omission: Omission | undefined): boolean {
  if (omission === undefined) return false;
  return "answer" in omission ? omission.answer.kind !== "dropped" : "claimed" in omission;
}

/** Returns the leaves that a draft omits because of the provider's answer, or that still need an answer. */
export function unsettableLeaves({ leaves }: TrialRunner, { omitted }: Draft): readonly Leaf[] {
  return leaves.filter(({ key }) => isUnsettable(omitted.get(key)));
}

/** Omits refused leaves, with the refusal as the reason. */
export function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: trialAnswer(refused) }));
}
