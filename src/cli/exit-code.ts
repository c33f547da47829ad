/**
 * The exit code of a run, from its verdicts.
 */
import type { ImportPlan, Outcome, Verdict } from "../graph.ts";

/**
 * 0 all clean, ignored or unchanged; 3 some, or imported with a difference; 1 none.
 *
 * @param isUnregistered the program does not register what the state has now: a script shall not go on to an update that deletes it
 */
export function exitCodeOf(plan: ImportPlan, isUnregistered = false): 0 | 1 | 3 {
  if (plan.outcomes.every(({ verdict }) => isGood(verdict))) return isUnregistered ? 3 : 0;
  return plan.outcomes.every(isRefused) ? 1 : 3;
}

/** A preview finds nothing to change. */
function isGood(verdict: Verdict): boolean {
  switch (verdict) {
    case "clean":
    case "ignored":
    case "assumed":
    case "unchanged":
      return true;
    case "update":
    case "replace":
    case "failed":
      return false;
  }
}

/** Not imported. A replace that was allowed has no error: it was imported, as an update is. */
export function isRefused({ verdict, error }: Outcome): boolean {
  return verdict === "failed" || (verdict === "replace" && error !== undefined);
}
