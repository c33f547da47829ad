/**
 * The verdicts about a resource, from what needs a person most. A new verdict is a row here, and its words where a screen explains it.
 */

interface VerdictFacts {
  /** Whether the next preview finds nothing to change. */
  readonly isSettled: boolean;
  /** What becomes of the resource. `accepted`: it is written if somebody accepts that; `present`: the state has it already. */
  readonly becomes: "written" | "accepted" | "refused" | "present";
  readonly title: string;
  readonly sign: string;
  /** The sign on a terminal that has nothing but ASCII. */
  readonly asciiSign: string;
  readonly style: "green" | "cyan" | "yellow" | "red";
}

export const verdicts = {
  failed: { isSettled: false, becomes: "refused", title: "Failed", sign: "✖", asciiSign: "x", style: "red" },
  replace: { isSettled: false, becomes: "accepted", title: "Replace", sign: "±", asciiSign: "+-", style: "red" },
  update: { isSettled: false, becomes: "written", title: "Update", sign: "~", asciiSign: "~", style: "yellow" },
  assumed: { isSettled: true, becomes: "written", title: "Assumed", sign: "◌", asciiSign: "o", style: "cyan" },
  ignored: { isSettled: true, becomes: "written", title: "Ignored", sign: "◌", asciiSign: "o", style: "cyan" },
  clean: { isSettled: true, becomes: "written", title: "Clean", sign: "✔", asciiSign: "+", style: "green" },
  unchanged: { isSettled: true, becomes: "present", title: "Unchanged", sign: "✔", asciiSign: "+", style: "green" },
} as const satisfies Readonly<Record<string, VerdictFacts>>;

export type Verdict = keyof typeof verdicts;

/** From what needs a person most. */
export const verdictsByUrgency = Object.keys(verdicts) as readonly Verdict[];

/** An outcome as far as it decides what becomes of the resource. */
interface Decided {
  readonly verdict: Verdict;
  /** Why it is refused, or why it is not clean. */
  readonly error?: unknown;
}

/** Returns true if the resource is not imported. A replacement that somebody accepted has no error: it is imported, as an update is. */
export function isRefused({ verdict, error }: Decided): boolean {
  const { becomes }: VerdictFacts = verdicts[verdict];
  return becomes === "refused" || (becomes === "accepted" && error !== undefined);
}

/** Returns true if the resource is written now. */
export function isImported(outcome: Decided): boolean {
  return !isPresent(outcome) && !isRefused(outcome);
}

/** Returns true if the state has the resource already. */
export function isPresent({ verdict }: Decided): boolean {
  const { becomes }: VerdictFacts = verdicts[verdict];
  return becomes === "present";
}

/** Returns true if the next preview changes the resource. */
export function isDiffering(outcome: Decided): boolean {
  return !verdicts[outcome.verdict].isSettled && verdicts[outcome.verdict].becomes !== "refused";
}
