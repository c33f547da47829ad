/**
 * Leaves that a draft omits because the provider refuses them, or with them the preview is not clean.
 */
import type { Omission } from "../../../graph.ts";
import { answerOf } from "./answers.ts";
import { type Draft, omitting } from "./draft.ts";
import type { Leaf } from "./leaves.ts";
import type { Bench, Trial } from "./trial.ts";

/** True where the provider's answer is why the leaf is omitted, or a claim about it. */
export function isUnsettable(omission: Omission | undefined): boolean {
  return omission !== undefined && ("answer" in omission || "claimed" in omission);
}

/** The leaves that a draft omits because of an answer of the provider, and those that are to have one. */
export function unsettableIn({ leaves }: Bench, { omitted }: Draft): readonly Leaf[] {
  return leaves.filter(({ key }) => isUnsettable(omitted.get(key)));
}

/** `draft` without leaves that are refused: the refusal is their ground. */
export function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: answerOf(refused) }));
}
