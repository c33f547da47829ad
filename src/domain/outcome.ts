/**
 * Questions about the outcome of an import spec, and how an outcome becomes refused. Pure.
 */
import type { ImpError } from "../errors.ts";
import type { ImportedOutcome, Outcome, OutcomeFacts, RefusedOutcome } from "../graph.ts";
import { type ExitCode, mayBeWritten, type Verdict, type VerdictTable, verdicts } from "./verdicts.ts";

/** Returns the outcome as refused for this reason: nothing is written, and differences are not reported. */
export function refusedOutcome(
  { warning: _, ...facts }: OutcomeFacts & Pick<ImportedOutcome, "warning">,
  error: ImpError,
): RefusedOutcome {
  return { ...facts, kind: "refused", verdict: "failed", differences: [], error };
}

/** Returns whether nothing of the resource is written. */
export function isRefused(outcome: Outcome): outcome is RefusedOutcome {
  return outcome.kind === "refused";
}

/** Returns whether the resource gets into state and program. */
export function isImported(outcome: Outcome): outcome is ImportedOutcome {
  return outcome.kind === "imported";
}

/** Returns whether nothing but the user's acceptance of the verdict is missing. */
export function isAcceptable({ kind, verdict }: Outcome): boolean {
  return kind === "refused" && mayBeWritten(verdict);
}

/** Returns why a resource is refused, or why a preview differs although it is imported. */
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

/** Returns how the review words the verdict: the start of a group's title, and the meaning. */
export function outcomeWords(outcome: Outcome): { readonly heading: string; readonly meaning: string } {
  const { label, heading = label, meaning, unaccepted } = verdicts[outcome.verdict];
  return isRefused(outcome) && unaccepted !== undefined ? unaccepted : { heading, meaning };
}

/** Returns how many outcomes have each verdict, in the order in which the verdicts come. */
export function verdictCounts(outcomes: readonly Pick<Outcome, "verdict">[]): ReadonlyMap<Verdict, number> {
  const counts = new Map<Verdict, number>();
  for (const { verdict } of outcomes) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return counts;
}

/**
 * Returns the exit code that all outcomes have, or 3 if they have different ones.
 *
 * @param isUnregistered the program does not register a resource that the state has now: a script must not go on to an update that deletes it
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
