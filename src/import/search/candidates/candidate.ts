/** Tests a candidate: the provider checks the inputs of a possible program and compares them with the cloud (../README.md). */
import { type Path, parsePath } from "../../../ir/path.ts";
import { type CheckFailure, ProviderError } from "../../../plugin/provider.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { compareInputs } from "../../../value/compare.ts";
import type { PropertyMap } from "../../../value/value.ts";
import type { Decision } from "../../engine/oracle.ts";
import type { Selection } from "../selection/selection.ts";
import type { Evidence } from "./evidence.ts";
import { asRead, simulatePreview } from "./simulate-preview.ts";
import type { Subject } from "./subject.ts";

/** The quality of a candidate, lower is better: the decision, the number of omitted read values that differ, the number of differences. */
export type Score = readonly [rank: 0 | 1 | 2 | 3, lost: number, count: number];

export interface Candidate {
  /** P: the inputs that the program sets. */
  readonly program: PropertyMap;
  /** N(P): the inputs that an SDK sends for the program. */
  readonly sent: PropertyMap;
  /** C: the inputs that Check returned. Empty if Check failed. */
  readonly checked: PropertyMap;
  readonly failures: readonly CheckFailure[];
  /** Omitted if the provider refuses the program. */
  readonly decision?: Decision;
  /** Paths of a refusal or of differences. If Diff names no paths, the paths of inputs that differ. */
  readonly paths: readonly Path[];
  readonly score: Score;
}

/**
 * Calls Check and Diff for a program. A gRPC error is a refusal. Throws only if the plugin failed or the run was cancelled.
 *
 * @param olds the old inputs: Read's while searching, the stored inputs while proving
 */
export async function tryCandidate(subject: Subject, program: PropertyMap, olds: PropertyMap): Promise<Candidate> {
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  try {
    const { checked, failures, decision } = await simulatePreview(subject, asRead(olds), sent, []);
    if (decision === undefined) return refusedCandidate(program, sent, failures);
    const named = decision.paths.length > 0 || decision.kind === "same";
    const paths = named ? decision.paths : compareInputs(olds, checked, "alike").map(({ path }) => path);
    return { program, sent, checked, failures: [], decision, paths, score: scoreOf(decision, paths, olds, checked) };
  } catch (error) {
    if (isRefusal(error)) return refusedCandidate(program, sent, [{ property: "", reason: error.message }]);
    throw error;
  }
}

/** Returns the candidate for a refused program. */
export function refusedCandidate(
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

/** Returns whether a candidate is strictly better than another one. */
export function isBetterCandidate(candidate: Candidate, than: Candidate): boolean {
  const index = candidate.score.findIndex((part, i) => part !== than.score[i]);
  return index >= 0 && (candidate.score[index] ?? 0) < (than.score[index] ?? 0);
}

/** Returns whether the error is a refusal of the candidate rather than a failure of the plugin. */
export function isRefusal(error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  switch (error.failure) {
    case "died":
    case "timeout":
    case "cancelled":
    case "unauthorised":
    case "throttled":
    case "malformed":
      return false;
    case "unimplemented":
    case "not-found":
    case "invalid":
    case "other":
      return true;
  }
}

/** Returns the score of a decision. */
export function scoreOf(decision: Decision, paths: readonly Path[], olds: PropertyMap, checked: PropertyMap): Score {
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

/** Returns why a preview failed for a reason unrelated to the resource. Returns undefined for other errors. */
export function previewFailureOf(error: unknown): string | undefined {
  if (!(error instanceof ProviderError) || (error.method !== "Create" && error.method !== "Update")) return undefined;
  switch (error.failure) {
    case "died":
    case "timeout":
    case "malformed":
      return error.message;
    case "cancelled":
    case "unauthorised":
    case "throttled":
    case "unimplemented":
    case "not-found":
    case "invalid":
    case "other":
      return undefined;
  }
}
