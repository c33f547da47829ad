import type { Decided, GraphResource, Outcome, Remark, Urn } from "../../domain/graph.ts";
import type { FoundLinks } from "../../links/linkable-resource.ts";
import { type ReadOutcome, requestOf } from "../read/read-all.ts";

/** Adds the program's `dependsOn` to the explanation of a resource. */
export function explainDependencies(
  outcome: Outcome,
  program: GraphResource | undefined,
  { dependsOn }: FoundLinks,
): Outcome {
  const set = (dependsOn.get(outcome.urn) ?? []).filter((urn) => program?.options.dependsOn.includes(urn));
  if (outcome.explanation === undefined || set.length === 0) return outcome;
  const decided = set.map(
    (by): Decided => ({ path: "dependsOn", reason: "recreate", ground: { kind: "defined", by } }),
  );
  return { ...outcome, explanation: [...decided, ...outcome.explanation] };
}

/** Reports which resources must be created before this one, according to a Terraform description. Omits resources that failed. */
export function orderRemark(proposed: readonly Urn[], reads: readonly ReadOutcome[]): readonly Remark[] {
  if (proposed.length === 0) return [];
  const failed = new Set(reads.flatMap((read) => (read.kind === "failed" ? [requestOf(read).urn] : [])));
  const after = proposed.filter((urn) => !failed.has(urn));
  return after.length > 0 ? [{ kind: "order", after }] : [];
}
