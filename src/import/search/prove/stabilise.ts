import { formatPath, startsWith } from "../../../ir/path.ts";
import type { CheckFailure, CheckResult } from "../../../plugin/provider.ts";
import { compareInputs, equalMaps } from "../../../value/compare.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { type Candidate, isBetterCandidate, isRefusal, triedOf, tryCandidate } from "../candidates/candidate.ts";
import { overlaps } from "../candidates/overlap.ts";
import type { Found } from "../candidates/session.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { placesOf, spread } from "../selection/places.ts";
import { type Selection, searchReasons, select, withoutPatterns, withPatterns } from "../selection/selection.ts";

/** How many other programs are tried for a Check that never repeats its answer. */
const mostTries = 4;

export interface RepeatedCheck {
  readonly inputs: PropertyMap;
  readonly stable: boolean;
  /** Paths at which the last two answers differ. */
  readonly unstable: readonly string[];
  readonly failures: readonly CheckFailure[];
}

interface Stabilised {
  readonly found: Found;
  readonly repeated: RepeatedCheck;
}

/**
 * Stabilises a found program. Check may leave a value alone that it changes each time where the program sets the value, or omits the object
 * around it: both are tried.
 */
export async function stabilise(subject: Subject, found: Found): Promise<Stabilised> {
  const repeated = await repeatCheck(subject, found.candidate);
  if (repeated.stable || repeated.unstable.length === 0) return { found, repeated };
  for (const selection of stablerSelections(subject, found, repeated).slice(0, mostTries)) {
    const candidate = await tryCandidate(subject, select(found.values, selection), subject.cloud.projected);
    subject.record(triedOf(selection, candidate));
    if (candidate.decision === undefined || candidate.score[0] > found.candidate.score[0]) continue;
    const other = { ...found, selection, candidate };
    const stabler = await repeatCheck(subject, candidate);
    if (stabler.stable) return { found: other, repeated: stabler };
  }
  return await withoutOverwritten(subject, found, repeated);
}

/** Omits values that only a new deployment needs and that Check generates anew whatever the program sets. */
async function withoutOverwritten(subject: Subject, found: Found, repeated: RepeatedCheck): Promise<Stabilised> {
  const paths = repeated.unstable.map(answeredPath);
  const overwritten = [...found.selection].filter(
    ([, { pattern, reason }]) => reason === "recreate" && paths.some((path) => startsWith(pattern.path, path)),
  );
  if (overwritten.length === 0) return { found, repeated };
  const selection = withoutPatterns(found.selection, new Set(overwritten.map(([key]) => key)));
  const candidate = await tryCandidate(subject, select(found.values, selection), subject.cloud.projected);
  subject.record(triedOf(selection, candidate));
  if (candidate.decision === undefined || isBetterCandidate(found.candidate, candidate)) return { found, repeated };
  const other = { ...found, selection, candidate };
  const answered = await repeatCheck(subject, candidate);
  return answered.failures.length > 0 ? { found, repeated } : { found: other, repeated: answered };
}

/** Selections that set the unstable values, and selections that omit ever larger objects around them. */
function stablerSelections(
  subject: Subject,
  { selection, values }: Found,
  { unstable }: RepeatedCheck,
): readonly Selection[] {
  const paths = unstable.map(answeredPath);
  const places = patternsOf(subject).flatMap((pattern) => placesOf(subject.values, pattern));
  const omitted = places.filter(({ path }) => paths.some((other) => overlaps(other, path)));
  const placed = spread(selection, values, searchReasons);
  const larger = paths.flatMap((path) => path.map((_, i) => path.slice(0, path.length - i)));
  const outermostLast = new Map(larger.toSorted((a, b) => b.length - a.length).map((path) => [formatPath(path), path]));
  const selections = [...outermostLast.values()].map((outer) => {
    const inside = [...placed].filter(
      ([, { pattern, reason }]) => searchReasons.has(reason) && startsWith(pattern.path, outer),
    );
    return withoutPatterns(placed, new Set(inside.map(([key]) => key)));
  });
  return [withPatterns(placed, omitted, "check"), ...selections].filter(({ size }) => size !== placed.size);
}

/** Calls Check over its own answer, at most three times. */
export async function repeatCheck(subject: Subject, { checked, sent }: Candidate): Promise<RepeatedCheck> {
  let inputs = checked;
  let unstable: readonly string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const next = await checkAgain(subject, inputs, sent);
    if (next.failures.length > 0) return { inputs, stable: false, unstable: [], failures: next.failures };
    if (equalMaps(next.inputs, inputs)) return { inputs, stable: true, unstable: [], failures: [] };
    unstable = compareInputs(inputs, next.inputs, "apart").map(({ path }) => formatPath(path));
    inputs = next.inputs;
  }
  return { inputs, stable: false, unstable, failures: [] };
}

/** Calls Check once more; an error that it answers is a refusal of the program. */
async function checkAgain(subject: Subject, inputs: PropertyMap, sent: PropertyMap): Promise<CheckResult> {
  try {
    return await subject.check(inputs, sent);
  } catch (error) {
    if (isRefusal(error)) return { inputs, failures: [{ property: "", reason: error.message }] };
    throw error;
  }
}
