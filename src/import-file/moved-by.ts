import type { ImportPlan, Urn } from "../domain/graph.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/**
 * Returns the URNs in the source stack (`SourceResource.urn`) of all resources that the target stack has after a run.
 *
 * @param written whether the plan was written
 */
export function movedBy(request: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): ReadonlySet<Urn> {
  const entries = new Set(plan.entries.map(({ urn }) => urn));
  const here = new Set(
    plan.outcomes.filter(({ urn, kind }) => kind === "present" || (written && entries.has(urn))).map(({ urn }) => urn),
  );
  return new Set(request.flatMap(({ urn, source }) => (source !== undefined && here.has(urn) ? [source.urn] : [])));
}
