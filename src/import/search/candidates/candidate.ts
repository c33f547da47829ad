/** Tests a candidate, which is a possible program. The provider checks its inputs, and compares them with the read inputs. */

import type { CheckFailure } from "../../../plugin/provider.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { compareInputs } from "../../../value/compare.ts";
import { type Path, parsePath } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { Selection } from "../selection/selection.ts";
import { asRead, type SimulatedPreview, simulatePreview } from "./simulate-preview.ts";
import { type Evidence, type Subject, sentInputs } from "./subject.ts";

/** The quality of a candidate; lower is better. Compares the decision, then the number of missing read values that differ, then all differences. */
type Score = readonly [rank: 0 | 1 | 2 | 3, lost: number, count: number];

export interface Candidate extends SimulatedPreview {
  /** The inputs that the program sets. */
  readonly program: PropertyMap;
  /** The inputs that an SDK sends for the program. */
  readonly sent: PropertyMap;
  /** The paths that a rejection names, or the paths of differences. If Diff names no paths, the paths of inputs that differ. */
  readonly paths: readonly Path[];
  readonly score: Score;
}

/** Calls Check and Diff for a program, with Read's inputs as the old inputs. Throws only if the plugin failed or the run was cancelled. */
export async function tryCandidate(subject: Subject, program: PropertyMap): Promise<Candidate> {
  const sent = sentInputs(subject, program);
  const { checked, failures, decision } = await simulatePreview(subject, asRead(subject.cloud.projected), sent, []);
  if (decision === undefined) return rejectedCandidate(program, sent, failures);
  return decidedCandidate(subject, { program, sent, checked }, decision);
}

/** Returns the test result of a program that the provider accepts. If Diff names no paths, compares the checked inputs with the read inputs. */
export function decidedCandidate(
  { cloud: { projected } }: Subject,
  inputs: Pick<Candidate, "program" | "sent" | "checked">,
  decision: Decision,
): Candidate {
  const { checked } = inputs;
  const isNamed = decision.kind === "same" || decision.paths.length > 0;
  const paths = isNamed ? decision.paths : compareInputs(projected, checked, "alike").map(({ path }) => path);
  return { ...inputs, failures: [], decision, paths, score: scoreOf(decision, paths, projected, checked) };
}

/** Returns the test result of a program that the provider rejects. */
export function rejectedCandidate(
  program: PropertyMap,
  sent: PropertyMap,
  failures: readonly CheckFailure[],
): Candidate {
  const paths = failures.map(({ property }) => parsePath(property) ?? [property]).filter((path) => path.length > 0);
  return { program, sent, checked: new Map(), failures, paths, score: [3, 0, failures.length] };
}

/** Returns the data that an explanation needs. */
export function candidateEvidence(selection: Selection, { failures, decision }: Candidate): Evidence {
  return { selection, failures, decision };
}

export function isCleanCandidate(candidate: Candidate): boolean {
  return candidate.score[0] === 0;
}

/** Returns the better candidate, or the first if both are equally good. */
export function betterCandidate(a: Candidate, b: Candidate): Candidate {
  return isBetterCandidate(b, a) ? b : a;
}

/** Returns whether `candidate` has a strictly better score than `than`. */
export function isBetterCandidate(candidate: Candidate, than: Candidate): boolean {
  const index = candidate.score.findIndex((part, i) => part !== than.score[i]);
  return index >= 0 && (candidate.score[index] ?? 0) < (than.score[index] ?? 0);
}

function scoreOf(decision: Decision, paths: readonly Path[], olds: PropertyMap, checked: PropertyMap): Score {
  const count = paths.length;
  const lost = paths.filter((path) => isSetAt(olds, path) && !isSetAt(checked, path)).length;
  switch (decision.kind) {
    case "same":
      return [0, 0, 0];
    case "update":
      return [1, lost, count];
    case "replace":
      return [2, lost, count];
  }
}

function isSetAt(values: PropertyMap, path: Path): boolean {
  const value = getThroughSecrets(values, path);
  return value !== undefined && value.kind !== "null";
}
