/** Compares the errors of outcomes, so that equal errors are reported once. */

import type { ImpError } from "../domain/errors.ts";
import type { Outcome } from "../domain/graph.ts";
import { problemOf } from "../domain/outcome.ts";
import { sharedMessage } from "../domain/shared-message.ts";

/** Returns a key for the error of an outcome, or undefined without an error. Errors that differ only in the resource and location have equal keys. */
export function reasonKey(outcome: Outcome): string | undefined {
  const error = problemOf(outcome);
  if (error === undefined) return undefined;
  const { what, hint } = error.explanation;
  return JSON.stringify([error.code, what, sharedWhy(error, outcome), hint, outcome.differences]);
}

/** Returns the reason that a group of equal errors shares. Omits the names of single resources if they differ. */
export function commonReason(group: readonly { readonly outcome: Outcome; readonly error: ImpError }[]): string {
  const [first] = group;
  if (first === undefined) return "";
  const { why } = first.error.explanation;
  return group.every(({ error }) => error.explanation.why === why) ? why : sharedWhy(first.error, first.outcome);
}

function sharedWhy({ explanation }: ImpError, outcome: Outcome): string {
  return sharedMessage(explanation.why, outcome);
}
