import type { Urn, Verdict } from "./graph.ts";

/** The findings of a saved plan about a resource. */
export interface PlannedResource {
  readonly urn: Urn;
  readonly verdict: Verdict;
  /** The digest of the read state, without secrets. Omitted if the resource was not read. */
  readonly read?: string;
  /** The digest of its inputs and `ignoreChanges` in the program, without secrets. Omitted if it is not in a program. */
  readonly program?: string;
}

/** The findings of a plan, which are compared with new findings when the plan is carried out. */
export interface PlannedFacts {
  readonly resources: readonly PlannedResource[];
  /** Versions of packages by name. */
  readonly packages: ReadonlyMap<string, string>;
}

/** The command line and the findings of a plan. Contains no property values. */
export interface SavedPlan extends PlannedFacts {
  /** The path on the command line. */
  readonly file: string;
  /** Flags and their values. */
  readonly words: readonly string[];
}
