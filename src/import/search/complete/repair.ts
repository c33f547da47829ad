/** Repairs a program that was rejected or differs, by changing one thing at a time. The message of a rejection only decides the order of attempts. */
import { startsWith } from "../../../value/path.ts";
import { isBetterCandidate, isCleanCandidate } from "../candidates/candidate.ts";
import { attemptsAfter } from "./attempts.ts";
import type { Draft } from "./draft.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Repairs until the program is accepted, no attempt is better, or the budget is used up. */
export async function repairTrial(runner: TrialRunner, start: Trial): Promise<Trial> {
  let best = start;
  while (!isAccepted(best) && runner.left() > 0) {
    const next = await firstBetterTrial(runner, best);
    if (next === undefined) return best;
    best = next;
  }
  return best;
}

/** Returns whether the preview is clean and the program can be created. */
export function isAccepted(trial: Trial): boolean {
  return isCleanCandidate(trial.candidate) && !trial.unstable && trial.createPlan.failures.length === 0;
}

/** Returns whether a program is at least as good as `than`: it can be created if `than` can, and differs only where `than` differs. */
export function isTrialNoWorse(trial: Trial, than: Trial): boolean {
  if (trial.unstable && !than.unstable) return false;
  if (trial.createPlan.failures.length > 0 && than.createPlan.failures.length === 0) return false;
  const [[rank], [other]] = [trial.candidate.score, than.candidate.score];
  if (rank !== other) return rank < other;
  if (trial.candidate.decision === undefined) return !isBetterCandidate(than.candidate, trial.candidate);
  // Does not count the paths, because an object that differs as a whole may differ in several members after it is set.
  return trial.candidate.paths.every((path) =>
    than.candidate.paths.some((other) => startsWith(path, other) || startsWith(other, path)),
  );
}

async function firstBetterTrial(runner: TrialRunner, best: Trial): Promise<Trial | undefined> {
  const seen = new Set<string>();
  for (const draft of attemptsAfter(runner, best)) {
    const key = draftKey(draft);
    if (seen.has(key) || key === draftKey(best.draft)) continue;
    seen.add(key);
    if (runner.left() <= 0) return undefined;
    const trial = await runner.try(draft);
    if (isImproved(trial, best)) return trial;
  }
  return undefined;
}

/** Returns whether the program is better, or equally good with fewer failures as a new resource. */
function isImproved(trial: Trial, than: Trial): boolean {
  if (isBetterCandidate(trial.candidate, than.candidate)) return true;
  const isAsGood = !isBetterCandidate(than.candidate, trial.candidate);
  return isAsGood && trial.createPlan.failures.length < than.createPlan.failures.length;
}

function draftKey({ omitted, verbatim: whole, base = new Map() }: Draft): string {
  return JSON.stringify([omitted, whole, base].map((part) => [...part.keys()].sort()));
}
