import type { ImportPlan, Outcome } from "../../src/domain/graph.ts";

/** Returns a plan that writes nothing. */
export function planOf(outcomes: readonly Outcome[]): ImportPlan {
  return {
    graph: { project: "shop", stack: "dev", resources: [] },
    outcomes,
    entries: [],
    outputs: [],
    refusedOutputs: [],
    needs: [],
  };
}
