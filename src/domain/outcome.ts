/** Functions on the outcome of an import spec. Pure. */
import type { ImpError } from "./errors.ts";
import type { ImportedOutcome, Outcome, OutcomeBase, RefusedOutcome } from "./graph.ts";
import { type ExitCode, mayBeWritten, type Verdict, type VerdictTable, verdicts } from "./verdicts.ts";

/** Returns the outcome as refused with this error, without differences. */
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

/** Returns the words of the review for the verdict: the start of a group's title, and the meaning. */
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
 * @param isUnregistered whether the state has a resource that the program does not register. A script must stop, because `pulumi up` would delete it
 */
export function exitCodeOf<V extends string>(
  outcomes: readonly { readonly kind: Outcome["kind"]; readonly verdict: V }[],
  table: VerdictTable<V>,
  isUnregistered = false,
): ExitCode {
  const codes = new Set(outcomes.map(({ kind, verdict }) => (kind === "refused" ? 1 : table[verdict].exitCode)));
  const [first = 0] = codes;
  const code = codes.size > 1 ? 3 : first;
  return code === 0 && isUnregistered ? 3 : code;
}
