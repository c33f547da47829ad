/**
 * `--strict`: only resources in which a preview finds nothing to change are written.
 */
import { ImpError } from "../../errors.ts";
import type { Outcome } from "../../graph.ts";

/** The outcome, failed where a preview would change the resource or its verdict rests on an assumption. */
export function strictly(outcome: Outcome, strict = false): Outcome {
  const { verdict, type, name, differences, remarks } = outcome;
  if (!strict || !(verdict === "update" || verdict === "replace" || verdict === "assumed")) return outcome;
  const isAssumed = verdict === "assumed";
  const assumed = remarks.flatMap((remark) => (remark.kind === "assumable" ? remark.paths : []));
  const paths = isAssumed && assumed.length > 0 ? assumed : differences.map(({ path }) => path);
  const error = ImpError.of("STRICT_REFUSED", { type, name, paths, assumed: isAssumed });
  return { ...outcome, verdict: "failed", differences: [], error };
}
