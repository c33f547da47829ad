import type { ImportPlan, Urn } from "../domain/graph.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/**
 * Returns the resources that a run moved to the target stack, or that are already there. The URNs are those in the source stack.
 *
 * @param written true if the run wrote its result
 */
export function movedBy(request: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): ReadonlySet<Urn> {
  const entries = new Set(plan.entries.map(({ urn }) => urn));
  const here = new Set(
    plan.outcomes.filter(({ urn, kind }) => kind === "present" || (written && entries.has(urn))).map(({ urn }) => urn),
  );
  return new Set(request.flatMap(({ urn, source }) => (source !== undefined && here.has(urn) ? [source.urn] : [])));
}
