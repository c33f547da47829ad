/** Functions on the outcome of an import spec. Pure. */
import type { ImpError } from "./errors.ts";
import type { ImportedOutcome, Outcome, OutcomeBase, RefusedOutcome } from "./graph.ts";
import { type ExitCode, mayBeWritten, type Verdict, type VerdictTable, verdicts } from "./verdicts.ts";

/** Converts an outcome to a refused one with this error and without differences. */
export function refusedOutcome(
  { warning: _, ...outcome }: OutcomeBase & Pick<ImportedOutcome, "warning">,
  error: ImpError,
): RefusedOutcome {
  return { ...outcome, kind: "refused", verdict: "failed", differences: [], error };
}

/** Returns whether the resource is not written at all. */
export function isRefused(outcome: Outcome): outcome is RefusedOutcome {
  return outcome.kind === "refused";
}

/** Returns whether the resource is written to the state and the program. */
export function isImported(outcome: Outcome): outcome is ImportedOutcome {
  return outcome.kind === "imported";
}

/** Returns whether the resource is refused only because the user did not accept its verdict. */
export function isAcceptable({ kind, verdict }: Outcome): boolean {
  return kind === "refused" && mayBeWritten(verdict);
}

/** Returns the error of a refused resource, or the warning of an imported one. */
export function problemOf(outcome: Outcome): ImpError | undefined {
  switch (outcome.kind) {
    case "imported":
      return outcome.warning;
    case "refused":
      return outcome.error;
    case "present":
      return undefined;
  }
}

/** Returns the texts for the verdict in the review. `heading` is the start of a group's title. */
export function outcomeWords(outcome: Outcome): { readonly heading: string; readonly meaning: string } {
  const { label, heading = label, meaning, unaccepted } = verdicts[outcome.verdict];
  return isRefused(outcome) && unaccepted !== undefined ? unaccepted : { heading, meaning };
}

/** Returns the number of outcomes by verdict, in the order of their first occurrence. */
export function verdictCounts(outcomes: readonly Pick<Outcome, "verdict">[]): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of outcomes) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}

/**
 * Returns the exit code that all outcomes have, or 3 if they differ.
 *
 * @param isPartial true if the state has a resource that the program does not register, or if a source has objects that could not be identified. Exit
 * code 0 then becomes 3, so that a script stops: `pulumi up` would delete the resource, or objects are missing
 */
export function exitCodeOf<V extends string>(
  outcomes: readonly { readonly kind: Outcome["kind"]; readonly verdict: V }[],
  table: VerdictTable<V>,
  isPartial = false,
): ExitCode {
  const codes = new Set(outcomes.map(({ kind, verdict }) => (kind === "refused" ? 1 : table[verdict].exitCode)));
  const [first = 0] = codes;
  const code = codes.size > 1 ? 3 : first;
  return code === 0 && isPartial ? 3 : code;
}
