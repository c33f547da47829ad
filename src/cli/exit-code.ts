/**
 * The exit code of a run, from its verdicts.
 */
import { isRefused, verdicts } from "../domain/verdicts.ts";
import type { ImportPlan } from "../graph.ts";

/**
 * 0 all clean, ignored or unchanged; 3 some, or imported with a difference; 1 none.
 *
 * @param isUnregistered the program does not register what the state has now: a script shall not go on to an update that deletes it
 */
export function exitCodeOf(plan: ImportPlan, isUnregistered = false): 0 | 1 | 3 {
  if (plan.outcomes.every(({ verdict }) => verdicts[verdict].isSettled)) return isUnregistered ? 3 : 0;
  return plan.outcomes.every(isRefused) ? 1 : 3;
}
