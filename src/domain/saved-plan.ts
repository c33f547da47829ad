/**
 * A plan that was saved to be carried out later: the words of its command line, and what it found. Plain data; no value of a resource is in it.
 */
import type { Urn, Verdict } from "../graph.ts";

/** A resource as the plan found it. */
export interface PlannedResource {
  readonly urn: Urn;
  readonly verdict: Verdict;
  /** Of what Read returned, without secrets. Absent: it was not read. */
  readonly read?: string;
  /** Of the inputs and the `ignoreChanges` of its program, without secrets. Absent: it gets none. */
  readonly program?: string;
}

/** The findings of a plan, to be compared with what is found when it is carried out. */
export interface PlannedFacts {
  readonly resources: readonly PlannedResource[];
  /** Name and version of each package. */
  readonly packages: ReadonlyMap<string, string>;
}

export interface SavedPlan extends PlannedFacts {
  /** As it is typed. */
  readonly file: string;
  /** Flags and their values. */
  readonly words: readonly string[];
}
