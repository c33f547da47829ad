/** Handles empty objects whose presence matters, such as `subresources: { status: {} }`. A complete preview shows which ones are needed. */
import { getThroughSecrets } from "../../../value/at-path.ts";
import type { Subject } from "../candidates/subject.ts";
import { patternKey, patternOf } from "../selection/selection.ts";
import { plannedAt } from "./create-plan.ts";
import { type Draft, verbatimAt } from "./draft.ts";
import { emptyMemberPaths } from "./leaves.ts";
import { isTrialNoWorse } from "./repair.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Sets the empty objects that the program's preview lacks. Tests one program if there are any. */
export async function withEmptyObjects(runner: TrialRunner, trial: Trial): Promise<Trial> {
  const { subject } = runner;
  if (subject.traits.renaming === undefined || trial.createPlan.planned === undefined) return trial;
  const missing = emptyMemberPaths(subject).filter(
    (path) =>
      getThroughSecrets(subject.all, path)?.kind === "map" &&
      getThroughSecrets(trial.candidate.program, path) === undefined &&
      plannedAt(trial.createPlan, path).kind === "absent",
  );
  if (missing.length === 0) return trial;
  const extended = await runner.try(verbatimAt(trial.draft, missing));
  return isTrialNoWorse(extended, trial) ? extended : trial;
}

/** Returns the patterns of the empty objects that a draft sets. */
export function emptyObjectsIn(subject: Subject, { base }: Draft): ReadonlySet<string> {
  const patterns = [...(base?.values() ?? [])].map(({ pattern }) => patternKey(patternOf(pattern.path)));
  const empty = new Set(emptyMemberPaths(subject).map((path) => patternKey(patternOf(path))));
  return new Set(patterns.filter((pattern) => empty.has(pattern)));
}

/** Sets the empty objects that the type's first resource had to set. */
export function withPredictedObjects(subject: Subject, draft: Draft, patterns: ReadonlySet<string>): Draft {
  if (patterns.size === 0) return draft;
  const paths = emptyMemberPaths(subject).filter((path) => patterns.has(patternKey(patternOf(path))));
  return paths.length === 0 ? draft : verbatimAt(draft, paths);
}
