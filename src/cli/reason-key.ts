/**
 * The reason of an outcome as a text that two outcomes share where one explanation is enough for both. Pure.
 */
import { problemOf } from "../domain/outcome.ts";
import { sharedMessage } from "../domain/shared-message.ts";
import type { ImpError } from "../errors.ts";
import type { Outcome } from "../graph.ts";

/** The same for outcomes whose errors differ in their places and in what they call the resource; `undefined` where there is no error. */
export function reasonKey(outcome: Outcome): string | undefined {
  const error = problemOf(outcome);
  if (error === undefined) return undefined;
  const { what, hint } = error.explanation;
  return JSON.stringify([error.code, what, sharedWhy(error, outcome), hint, outcome.differences]);
}

/** The reason that explains all outcomes of a group: as it is where all have the same, else without the words of each resource. */
export function whyOf(group: readonly { readonly outcome: Outcome; readonly error: ImpError }[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { why } = first.error.explanation;
  return group.every(({ error }) => error.explanation.why === why) ? why : sharedWhy(first.error, first.outcome);
}

function sharedWhy({ explanation }: ImpError, outcome: Outcome): string {
  return sharedMessage(explanation.why, outcome);
}
