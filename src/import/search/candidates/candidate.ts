/**
 * One candidate for the inputs of a resource's program, tested by the provider: Check and Diff against the cloud (../README.md).
 */
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

/**
 * How good a candidate is, lower is better: refused > replace > update > clean, then the number of differences in values that Read returned
 * and the candidate omits, then the number of differences.
 */
export type Score = readonly [rank: 0 | 1 | 2 | 3, lost: number, count: number];

export interface Candidate {
  /** P: the inputs that the program sets. */
  readonly program: PropertyMap;
  /** N(P): the inputs that an SDK sends for it. */
  readonly sent: PropertyMap;
  /** C: the inputs that Check answered; empty when it answered an error. */
  readonly checked: PropertyMap;
  readonly failures: readonly CheckFailure[];
  /** Absent when refused. */
  readonly decision?: Decision;
  /** Paths that a refusal names; paths of differences from Diff, or from a comparison of the inputs where Diff names none. */
  readonly paths: readonly Path[];
  readonly score: Score;
}

/**
 * Calls Check and Diff for a program. A gRPC error of either is a refusal.
 *
 * @param olds the inputs to compare with: Read's while searching, the stored ones while proving.
 * @throws only when the plugin died or hung, or the run was cancelled.
 */
export async function tryCandidate(subject: Subject, program: PropertyMap, olds: PropertyMap): Promise<Candidate> {
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  const refused = (failures: readonly CheckFailure[]): Candidate => ({
    program,
    sent,
    checked: new Map(),
    failures,
    paths: failures.map(({ property }) => parsePath(property) ?? [property]).filter((path) => path.length > 0),
    score: [3, 0, failures.length],
  });
  try {
    const { checked, failures, decision } = await simulatePreview(subject, asRead(olds), sent, []);
    if (decision === undefined) return refused(failures);
    const named = decision.paths.length > 0 || decision.kind === "same";
    const paths = named ? decision.paths : compareInputs(olds, checked, "alike").map(({ path }) => path);
    return { program, sent, checked, failures: [], decision, paths, score: scoreOf(decision, paths, olds, checked) };
  } catch (error) {
    if (isRefusal(error)) return refused([{ property: "", reason: error.message }]);
    throw error;
  }
}

/** The facts about a candidate that an explanation needs. */
export function triedOf(selection: Selection, { failures, decision }: Candidate): Evidence {
  return { selection, failures, decision };
}

export function isCleanCandidate(candidate: Candidate): boolean {
  return candidate.score[0] === 0;
}

/** The better of two candidates; the first when they are equal. */
export function better(a: Candidate, b: Candidate): Candidate {
  return isBetterCandidate(b, a) ? b : a;
}

/** True for better, not for as good as. */
export function isBetterCandidate(candidate: Candidate, than: Candidate): boolean {
  const at = candidate.score.findIndex((part, i) => part !== than.score[i]);
  return at >= 0 && (candidate.score[at] ?? 0) < (than.score[at] ?? 0);
}

/** True when the provider answered with a refusal: the candidate is the cause, not the plugin. */
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

/** How good an answer is that decides `decision` about `paths`. */
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

/** Why a preview has no answer, where the resource is not the cause; `undefined` for every other error. */
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
