/**
 * The `--json` document of a run: the one thing on stdout.
 */
import type { ImpError } from "../errors.ts";
import type { ImportPlan, Outcome } from "../graph.ts";

export interface CallCounts {
  readonly read: number;
  readonly check: number;
  readonly diff: number;
}

export const noCalls: CallCounts = { read: 0, check: 0, diff: 0 };

/** Builds the document; `from` is what is told of the stack that resources came from, `checks` what compilers said, `refused` why the run of a
 * plan would write nothing. Its shape is part of the command line's contract. */
export function reportOf(
  plan: ImportPlan,
  files: readonly string[],
  calls: CallCounts,
  more: { readonly from?: object; readonly checks?: readonly object[]; readonly refused?: object } = {},
) {
  return { version: 1, resources: plan.outcomes.map(resourceOf), files, calls, ...more };
}

function resourceOf(outcome: Outcome) {
  const { error, remarks, explanation } = outcome;
  return {
    name: outcome.name,
    type: outcome.type,
    ...(outcome.id !== undefined && { id: outcome.id }),
    urn: outcome.urn,
    verdict: outcome.verdict,
    differences: outcome.differences,
    inputs: Object.fromEntries(outcome.reasons),
    read: outcome.read,
    ...(remarks.length > 0 && { remarks }),
    ...(explanation !== undefined && { explain: explanation }),
    ...(error !== undefined && { error: errorOf(error) }),
  };
}

export function errorOf({ code, message, explanation: { where, hint } }: ImpError) {
  return { code, ...(where !== undefined && { where }), message, hint };
}

/** 0 all clean, ignored or unchanged; 3 some, or imported with a difference; 1 none. */
export function exitCodeOf(plan: ImportPlan): 0 | 1 | 3 {
  const good = plan.outcomes.filter(
    ({ verdict }) => verdict === "clean" || verdict === "ignored" || verdict === "unchanged",
  );
  if (good.length === plan.outcomes.length) return 0;
  return plan.outcomes.every(isRefused) ? 1 : 3;
}

/** Not imported. A replace that was allowed has no error: it was imported, as an update is. */
export function isRefused({ verdict, error }: Outcome): boolean {
  return verdict === "failed" || (verdict === "replace" && error !== undefined);
}
