/** The table of verdicts, the results of a run for each resource. To add a verdict, add a row. */

/** 0: the preview is clean. 1: nothing is imported. 3: everything else. */
export type ExitCode = 0 | 1 | 3;

/** The meaning of a verdict for a run, and its appearance on screens. */
export interface VerdictRow {
  /** Whether the resource is written to the state and the program. `already`: the state has it, and the run does not change it. */
  readonly written: "always" | "if-accepted" | "never" | "already";
  /** Whether the next preview shows no change of the resource. */
  readonly isClean: boolean;
  /** Set if the result depends on an assumption that the provider did not confirm. */
  readonly isAssumed?: true;
  /** Set if `ignoreChanges` hides the differences. */
  readonly hidesDifferences?: true;
  /** The change that the next `pulumi up` makes to the resource. Omitted if it makes none. */
  readonly effect?: "update" | "replace";
  /** The exit code of a run if all resources have this verdict. A refused resource counts as 1. */
  readonly exitCode: ExitCode;
  /** Sorts lists by urgency. The lowest rank is first. */
  readonly rank: number;
  /** Set if the verdict needs no reason. Long tables omit such resources, and the review groups them by type. */
  readonly isQuiet?: true;
  readonly style: "green" | "cyan" | "yellow" | "red";
  readonly symbol: string;
  /** The symbol on a terminal that shows only ASCII. */
  readonly asciiSymbol: string;
  /** The name of the filter in the review. */
  readonly label: string;
  /** The start of a group's title in the review, followed by the differing paths. Defaults to the label. */
  readonly heading?: string;
  /** The text after `VERDICT:` in the review. */
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
    meaning: "the next `pulumi up` changes nothing if unread settings have their defaults",
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
    heading: "Unchanged, already in the state",
    meaning: "already in the state",
  },
} as const satisfies VerdictTable<string>;

export type Verdict = keyof typeof rows;

type WrittenAs<W extends VerdictRow["written"]> = {
  [V in Verdict]: (typeof rows)[V]["written"] extends W ? V : never;
}[Verdict];

/** A verdict that an imported resource can have. */
export type ImportedVerdict = WrittenAs<"always" | "if-accepted">;

/** A verdict that a refused resource can have. */
export type RefusedVerdict = WrittenAs<"never" | "if-accepted">;

/** A verdict for a resource that is already in the state. */
export type PresentVerdict = WrittenAs<"already">;

export const verdicts: VerdictTable<Verdict> = rows;

/** Returns whether the resource can be imported. False if it is already in the state. */
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

/** Returns whether the preview is clean without any assumption. */
export function isProvenClean(verdict: Verdict): boolean {
  const { isClean, isAssumed } = verdicts[verdict];
  return isClean && isAssumed !== true;
}

/** Returns the verdicts of a table, most urgent first. */
export function byRank<V extends string>(table: VerdictTable<V>): readonly V[] {
  return (Object.keys(table) as V[]).toSorted((a, b) => table[a].rank - table[b].rank);
}

/** Returns the number of resources by symbol, least urgent first. Skips symbols without resources. */
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
