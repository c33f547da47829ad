import type { Omission } from "../../../domain/graph.ts";
import { trialAnswer } from "./answers.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Returns whether a value is omitted because of the provider's response or a schema overlay. Another program may set it. */
export function isUnsettable(omission: Omission | undefined): boolean {
  if (omission === undefined) return false;
  return "answer" in omission ? omission.answer.kind !== "dropped" : "claimed" in omission;
}

/** Returns the values that a draft omits because of the provider's response, or because of a schema overlay that no response confirms yet. */
export function unsettableLeaves({ leaves }: TrialRunner, { omitted }: Draft): readonly Leaf[] {
  return leaves.filter(({ key }) => isUnsettable(omitted.get(key)));
}

/** Omits rejected values, with the rejection as the reason. */
export function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: trialAnswer(refused) }));
}
