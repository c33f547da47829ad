/**
 * Evidence: what was put to the provider about one resource and what it answered, kept only as long as somebody wants an explanation.
 */
import type { CheckFailure, CheckResult } from "../../plugin/provider.ts";
import type { Decision } from "../engine/oracle.ts";
import type { Selection } from "../selection/selection.ts";

/** The part of a candidate that an explanation needs. */
export interface Tried {
  readonly failures: readonly CheckFailure[];
  /** `undefined` when refused. */
  readonly decision: Decision | undefined;
}

export type Evidence =
  /** Check and Diff of the values at a selection. */
  | ({ readonly kind: "tried"; readonly selection: Selection } & Tried)
  /** Check of the same with nothing old. */
  | { readonly kind: "fresh"; readonly selection: Selection; readonly answer: CheckResult };
