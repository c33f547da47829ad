/**
 * Which resources of a source the stack has after a run, so that the source can let them go.
 */
import type { ImportPlan, Urn } from "../graph.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/** The resources as their source calls them (`SourceResource.urn`). @param written whether the plan was written. */
export function movedBy(request: readonly ResolvedSpec[], plan: ImportPlan, written: boolean): ReadonlySet<Urn> {
  const entries = new Set(plan.entries.map(({ urn }) => urn));
  const here = new Set(
    plan.outcomes.filter(({ urn, kind }) => kind === "present" || (written && entries.has(urn))).map(({ urn }) => urn),
  );
  return new Set(request.flatMap(({ urn, source }) => (source !== undefined && here.has(urn) ? [source.urn] : [])));
}
