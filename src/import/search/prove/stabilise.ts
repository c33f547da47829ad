import type { CheckFailure } from "../../../plugin/provider.ts";
import { compareInputs, equalMaps } from "../../../value/compare.ts";
import { formatPath, startsWith } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { type Candidate, candidateEvidence, isBetterCandidate, tryCandidate } from "../candidates/candidate.ts";
import { overlaps } from "../candidates/overlap.ts";
import { checkOrReject } from "../candidates/rejection.ts";
import type { SearchResult } from "../candidates/session.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { expandSelection, occurrencesOf } from "../selection/occurrences.ts";
import { type Selection, searchReasons, select, withoutPatterns, withPatterns } from "../selection/selection.ts";

/** The maximum number of other programs to test if Check changes a value each time. */
const maxAlternatives = 4;

/** The maximum number of Check calls that test whether its response is repeatable. */
const maxChecks = 3;

export interface RepeatedCheck {
  readonly inputs: PropertyMap;
  readonly stable: boolean;
  /** The paths of differences between the last two responses. */
  readonly unstable: readonly string[];
  readonly failures: readonly CheckFailure[];
}

interface Stabilised {
  readonly result: SearchResult;
  readonly repeated: RepeatedCheck;
}

/** Finds a program for which Check repeats its response. To get one, sets values that Check changes each time, or omits the objects around them. */
export async function stabilise(subject: Subject, result: SearchResult): Promise<Stabilised> {
  const repeated = await repeatCheck(subject, result.candidate);
  if (repeated.stable || repeated.unstable.length === 0) return { result, repeated };
  for (const selection of stablerSelections(subject, result, repeated).slice(0, maxAlternatives)) {
    const candidate = await tryCandidate(subject, select(subject.all, selection));
    subject.record(candidateEvidence(selection, candidate));
    if (candidate.decision === undefined || candidate.score[0] > result.candidate.score[0]) continue;
    const other = { ...result, selection, candidate };
    const stabler = await repeatCheck(subject, candidate);
    if (stabler.stable) return { result: other, repeated: stabler };
  }
  return await withoutOverwritten(subject, result, repeated);
}

/** Omits values that only a new deployment needs if Check overwrites them each time. */
async function withoutOverwritten(
  subject: Subject,
  result: SearchResult,
  repeated: RepeatedCheck,
): Promise<Stabilised> {
  const paths = repeated.unstable.map(answeredPath);
  const overwritten = [...result.selection].filter(
    ([, { pattern, reason }]) => reason === "recreate" && paths.some((path) => startsWith(pattern.path, path)),
  );
  if (overwritten.length === 0) return { result, repeated };
  const selection = withoutPatterns(result.selection, new Set(overwritten.map(([key]) => key)));
  const candidate = await tryCandidate(subject, select(subject.all, selection));
  subject.record(candidateEvidence(selection, candidate));
  if (candidate.decision === undefined || isBetterCandidate(result.candidate, candidate)) return { result, repeated };
  const alternative = { ...result, selection, candidate };
  const answered = await repeatCheck(subject, candidate);
  return answered.failures.length > 0 ? { result, repeated } : { result: alternative, repeated: answered };
}

/** Returns selections that set the unstable values, and selections that omit larger and larger objects around them. */
function stablerSelections(
  subject: Subject,
  { selection }: SearchResult,
  { unstable }: RepeatedCheck,
): readonly Selection[] {
  const paths = unstable.map(answeredPath);
  const occurrences = patternsOf(subject).flatMap((pattern) => occurrencesOf(subject.values, pattern));
  const omitted = occurrences.filter(({ path }) => paths.some((other) => overlaps(other, path)));
  const expanded = expandSelection(selection, subject.all, searchReasons);
  const larger = paths.flatMap((path) => path.map((_, i) => path.slice(0, path.length - i)));
  const outermostLast = new Map(larger.toSorted((a, b) => b.length - a.length).map((path) => [formatPath(path), path]));
  const selections = [...outermostLast.values()].map((outer) => {
    const inside = [...expanded].filter(
      ([, { pattern, reason }]) => searchReasons.has(reason) && startsWith(pattern.path, outer),
    );
    return withoutPatterns(expanded, new Set(inside.map(([key]) => key)));
  });
  return [withPatterns(expanded, omitted, "check"), ...selections].filter(({ size }) => size !== expanded.size);
}

/** Calls Check with its last response as old inputs until the response is stable, up to `maxChecks` times. */
export async function repeatCheck(subject: Subject, { checked, sent }: Candidate): Promise<RepeatedCheck> {
  let inputs = checked;
  let unstable: readonly string[] = [];
  for (let round = 0; round < maxChecks; round += 1) {
    const next = await checkOrReject(subject, inputs, sent);
    if (next.failures.length > 0) return { inputs, stable: false, unstable: [], failures: next.failures };
    if (equalMaps(next.inputs, inputs)) return { inputs, stable: true, unstable: [], failures: [] };
    unstable = compareInputs(inputs, next.inputs, "apart").map(({ path }) => formatPath(path));
    inputs = next.inputs;
  }
  return { inputs, stable: false, unstable, failures: [] };
}
