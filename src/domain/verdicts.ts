/**
 * Verdicts: the table of what a run finds out about a resource. Everything that depends on a verdict asks this table, so a new verdict is a new row.
 */

/** 0: a preview finds nothing to change. 1: nothing is imported. 3: everything else. */
export type ExitCode = 0 | 1 | 3;

/** The meaning of a verdict for a run, and how screens show it. */
export interface VerdictRow {
  /** Whether the resource gets into state and program. `already`: the state has it, and the run leaves it alone. */
  readonly written: "always" | "if-accepted" | "never" | "already";
  /** Whether the next preview finds nothing to change in the resource. */
  readonly isClean: boolean;
  /** That rests on an assumption that the provider did not confirm. */
  readonly isAssumed?: true;
  /** `ignoreChanges` hides the differences of the outcome. */
  readonly hidesDifferences?: true;
  /** The change that the next `pulumi up` makes to the resource. Omitted if it makes none. */
  readonly effect?: "update" | "replace";
  /** The exit code of a run in which every resource has the verdict. A refused resource counts as 1. */
  readonly exitCode: ExitCode;
  /** The place in a list that starts with what needs the user most, which has the lowest rank. */
  readonly rank: number;
  /** The user needs no reason: a long table omits the resource, and the review groups such resources by type. */
  readonly isQuiet?: true;
  readonly style: "green" | "cyan" | "yellow" | "red";
  readonly symbol: string;
  /** The symbol on a terminal that shows only ASCII. */
  readonly asciiSymbol: string;
  /** The name of the filter in the review. */
  readonly label: string;
  /** The start of a group's title in the review; differing paths follow. Defaults to the label. */
  readonly heading?: string;
  /** Completes `VERDICT: …` in the review. */
  readonly meaning: string;
  /** Heading and meaning until the user accepts the verdict. Omitted unless `written` is `if-accepted`. */
  readonly unaccepted?: { readonly heading: string; readonly meaning: string };
}

export type VerdictTable<V extends string> = Readonly<Record<V, VerdictRow>>;

const rows = {
  failed: {
    written: "never",
    isClean: false,
    exitCode: 1,
    rank: 10,
    style: "red",
    symbol: "✖",
    asciiSymbol: "x",
    label: "Failed",
    meaning: "not imported",
  },
  replace: {
    written: "if-accepted",
    isClean: false,
    effect: "replace",
    exitCode: 3,
    rank: 20,
    style: "red",
    symbol: "±",
    asciiSymbol: "+-",
    label: "Replace",
    heading: "Replacement accepted:",
    meaning: "the next `pulumi up` REPLACES it; you accepted that",
    unaccepted: {
      heading: "Would be replaced:",
      meaning: "the next `pulumi up` would REPLACE it; not imported, unless you accept that",
    },
  },
  update: {
    written: "always",
    isClean: false,
    effect: "update",
    exitCode: 3,
    rank: 30,
    style: "yellow",
    symbol: "~",
    asciiSymbol: "~",
    label: "Update",
    heading: "Would be updated:",
    meaning: "the next `pulumi up` would update it",
  },
  assumed: {
    written: "always",
    isClean: true,
    isAssumed: true,
    exitCode: 0,
    rank: 40,
    style: "cyan",
    symbol: "◌",
    asciiSymbol: "o",
    label: "Assumed",
    heading: "Defaults assumed:",
    meaning: "the next `pulumi up` changes nothing, if unread settings have their defaults",
  },
  ignored: {
    written: "always",
    isClean: true,
    hidesDifferences: true,
    exitCode: 0,
    rank: 50,
    style: "cyan",
    symbol: "◌",
    asciiSymbol: "o",
    label: "Ignored",
    heading: "ignoreChanges",
    meaning: "the next `pulumi up` changes nothing, because ignoreChanges hides the differences",
  },
  clean: {
    written: "always",
    isClean: true,
    exitCode: 0,
    rank: 60,
    isQuiet: true,
    style: "green",
    symbol: "✔",
    asciiSymbol: "+",
    label: "Clean",
    meaning: "the next `pulumi up` changes nothing",
  },
  unchanged: {
    written: "already",
    isClean: true,
    exitCode: 0,
    rank: 70,
    isQuiet: true,
    style: "green",
    symbol: "✔",
    asciiSymbol: "+",
    label: "Unchanged",
    heading: "Unchanged, in the state already",
    meaning: "the state has it already",
  },
} as const satisfies VerdictTable<string>;

export type Verdict = keyof typeof rows;

/** The verdicts whose rows have one of these values for `written`. */
type WrittenAs<W extends VerdictRow["written"]> = {
  [V in Verdict]: (typeof rows)[V]["written"] extends W ? V : never;
}[Verdict];

/** A verdict that an imported resource can have. */
export type ImportedVerdict = WrittenAs<"always" | "if-accepted">;

/** A verdict that a refused resource can have. */
export type RefusedVerdict = WrittenAs<"never" | "if-accepted">;

/** A verdict for a resource that the state has already. */
export type PresentVerdict = WrittenAs<"already">;

export const verdicts: VerdictTable<Verdict> = rows;

/** Returns whether the resource can be imported; false too if the state has it already. */
export function mayBeWritten(verdict: Verdict): verdict is ImportedVerdict {
  const { written } = verdicts[verdict];
  return written === "always" || written === "if-accepted";
}

/** Returns whether the resource can be refused. */
export function mayBeRefused(verdict: Verdict): verdict is RefusedVerdict {
  const { written } = verdicts[verdict];
  return written === "never" || written === "if-accepted";
}

/** Returns whether the resource is refused until the user accepts the verdict. */
export function needsAcceptance(verdict: Verdict): verdict is ImportedVerdict & RefusedVerdict {
  return mayBeWritten(verdict) && mayBeRefused(verdict);
}

/** Returns whether a preview is known to find nothing to change, without any assumption. */
export function isProvenClean(verdict: Verdict): boolean {
  const { isClean, isAssumed } = verdicts[verdict];
  return isClean && isAssumed !== true;
}

/** Returns the verdicts of a table, starting with what needs the user most. */
export function byRank<V extends string>(table: VerdictTable<V>): readonly V[] {
  return (Object.keys(table) as V[]).toSorted((a, b) => table[a].rank - table[b].rank);
}

/** Returns how many resources have each symbol, starting with the calmest verdicts. Symbols that no resource has are omitted. */
export function symbolCounts<V extends string>(
  counts: ReadonlyMap<V, number>,
  table: VerdictTable<V>,
): ReadonlyMap<string, number> {
  const bySymbol = new Map<string, number>();
  for (const verdict of byRank(table).toReversed()) {
    const { symbol } = table[verdict];
    const count = counts.get(verdict) ?? 0;
    if (count > 0) bySymbol.set(symbol, (bySymbol.get(symbol) ?? 0) + count);
  }
  return bySymbol;
}
