import type { ProviderAnswer } from "../../../domain/graph.ts";
import { formatPath, type Path, parsePath, startsWith } from "../../../value/path.ts";
import { patternsInRefusal } from "../candidates/overlap.ts";
import { patternOf } from "../selection/selection.ts";
import { leavesAt } from "./draft.ts";
import { type Leaf, patternAt } from "./leaves.ts";
import type { Trial } from "./trial.ts";

/** Returns the paths that failures name. */
export function failurePaths(failures: Trial["candidate"]["failures"]): readonly Path[] {
  return failures
    .map(({ property }) => parsePath(property) ?? [property])
    .filter((path) => path.length > 0 && path[0] !== "");
}

/** Returns why the provider rejected a program, or else why it rejected the preview of Create. Empty if it did neither. */
export function failuresOf({
  candidate,
  createPlan,
}: Pick<Trial, "candidate" | "createPlan">): Trial["candidate"]["failures"] {
  return candidate.decision === undefined ? candidate.failures : createPlan.failures;
}

/** Returns the first rejection or difference of a program that is not clean. */
export function trialAnswer({ candidate, createPlan }: Trial): ProviderAnswer {
  const [failure] = failuresOf({ candidate, createPlan });
  if (failure !== undefined) return { kind: "refused", ...failure };
  const [difference] = candidate.decision?.differences ?? [];
  return { kind: "differs", path: difference?.path ?? "", difference: difference?.kind ?? "update" };
}

/** Returns whether a response names or mentions a value, or names an object or list that contains it. */
export function isAboutLeaf(answer: ProviderAnswer, leaf: Leaf): boolean {
  switch (answer.kind) {
    case "refused":
      return patternsInRefusal([patternAt(leaf)], { failures: [answer], paths: failurePaths([answer]) }).length > 0;
    case "differs":
      return answer.path !== "" && atPatterns([leaf], [parsePath(answer.path) ?? [answer.path]]).length > 0;
    case "dropped":
    case "hashed":
      return true;
  }
}

/** Returns the values at the paths. If there are none, ignores indexes, because providers can index sets differently. */
export function atPatterns(leaves: readonly Leaf[], paths: readonly Path[]): readonly Leaf[] {
  const exact = leavesAt(leaves, paths);
  if (exact.length > 0) return exact;
  const general = paths.map((path) => patternOf(path).path);
  return leaves.filter(({ path }) => {
    const leafPattern = patternOf(path).path;
    return general.some((other) => startsWith(leafPattern, other) || startsWith(other, leafPattern));
  });
}

/** Returns the values of the program that a rejection or a difference is about. */
export function problemLeaves(leaves: readonly Leaf[], { candidate, draft }: Trial): readonly Leaf[] {
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  if (candidate.decision !== undefined) return atPatterns(set, candidate.paths);
  const about = new Set(patternsInRefusal(set.map(patternAt), candidate).map(({ path }) => formatPath(path)));
  return set.filter(({ key }) => about.has(key));
}
