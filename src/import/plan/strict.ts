import { refusedOutcome } from "../../domain/outcome.ts";
import { isProvenClean, mayBeWritten, verdicts } from "../../domain/verdicts.ts";
import { ImpError } from "../../errors.ts";
import type { Outcome } from "../../graph.ts";

/** Implements `--strict`: refuses an outcome unless its preview is clean without assumptions. */
export function applyStrict(outcome: Outcome, strict = false): Outcome {
  const { verdict, type, name, differences, remarks } = outcome;
  if (!strict || !mayBeWritten(verdict) || isProvenClean(verdict)) return outcome;
  const { isAssumed = false } = verdicts[verdict];
  const assumed = remarks.flatMap((remark) => (remark.kind === "assumable" ? remark.paths : []));
  const paths = isAssumed && assumed.length > 0 ? assumed : differences.map(({ path }) => path);
  return refusedOutcome(outcome, ImpError.of("STRICT_REFUSED", { type, name, paths, assumed: isAssumed }));
}
