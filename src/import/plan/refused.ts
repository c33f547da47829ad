/** An outcome that is refused after its resource was proven. */
import type { ImpError } from "../../errors.ts";
import type { Outcome } from "../../graph.ts";

/** Returns the outcome as one that is not imported, for this reason. */
export function refusedFor(outcome: Outcome, error: ImpError): Outcome {
  return { ...outcome, verdict: "failed", differences: [], error };
}
