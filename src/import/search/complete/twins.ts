/** Finds twins: members with equal strings, of which a new deployment copies one from the other (`serviceAccount` from `serviceAccountName`). */

import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { formatPath, startsWith } from "../../../value/path.ts";
import { fixedIn, planOfDraft } from "./basis.ts";
import type { CompleteProfile, Twins } from "./completed.ts";
import { tryOrKeep } from "./confirm.ts";
import { type Draft, omitting } from "./draft.ts";
import { isImplied } from "./implied.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";
import type { Trial, TrialRunner } from "./trial.ts";

interface Pair {
  readonly leaf: Leaf;
  readonly source: Leaf;
}

/**
 * Omits members that a new deployment fills in from their twins. Costs one Check, one preview of Create, and a test of the result.
 *
 * @param profile the results of the type's first resource, whose twins are omitted already. Omitted for that resource.
 */
export async function withoutTwins(
  runner: TrialRunner,
  trial: Trial,
  profile: CompleteProfile | undefined,
): Promise<{ readonly trial: Trial; readonly twins: Twins }> {
  const pairs = pairsIn(runner, trial.draft).filter(({ leaf }) => profile?.twins.has(leaf.pattern) !== true);
  if (runner.subject.create === undefined || pairs.length === 0) return { trial, twins: new Map() };
  const draft = withoutAll(trial.draft, pairs);
  const plan = await planOfDraft(runner.subject, runner.leaves, draft);
  if (plan.planned === undefined) return { trial, twins: new Map() };
  const set = runner.leaves.filter(({ key }) => !draft.omitted.has(key));
  const filled = pairs.filter(({ leaf }) => isImplied(leaf, plan, set));
  const next = filled.length === 0 ? trial : await tryOrKeep(runner, trial, withoutAll(trial.draft, filled));
  const isFilled = (pair: Pair): boolean => next !== trial && filled.includes(pair);
  const twins = pairs.map((pair) => [pair.leaf.pattern, isFilled(pair) ? pair.source.pattern : undefined] as const);
  return { trial: next, twins: new Map(twins) };
}

/** Returns the values that a new deployment fills in from siblings, according to the type's first resource. */
export function twinsAmong(leaves: readonly Leaf[], twins: Twins): readonly Leaf[] {
  const isSource = (leaf: Leaf, other: Leaf): boolean =>
    twins.get(leaf.pattern) === other.pattern && isNextTo(leaf, other) && haveEqualValues(leaf, other);
  return leaves.filter((leaf) => leaves.some((other) => isSource(leaf, other)));
}

function withoutAll(draft: Draft, pairs: readonly Pair[]): Draft {
  return omitting(
    draft,
    pairs.map(({ leaf }) => leaf),
    () => ({ class: "implied", by: "plan" }),
  );
}

/** Returns optional members whose string equals that of a sibling with a longer name, such as `serviceAccountName` for `serviceAccount`. */
function pairsIn({ leaves, subject }: TrialRunner, draft: Draft): readonly Pair[] {
  const isFixed = fixedIn(subject);
  const isLinked = ({ path }: Leaf): boolean => subject.linked.some((other) => startsWith(other, path));
  const set = leaves.filter(({ key, path }) => path.length > 1 && !draft.omitted.has(key));
  return set.flatMap((leaf): readonly Pair[] => {
    if (isFixed(leaf) || draft.verbatim.has(topLevelProperty(leaf)) || openSecret(leaf.value).kind !== "string")
      return [];
    const source = set.find(
      (other) =>
        isNextTo(leaf, other) &&
        extendsLastName(other, leaf) &&
        haveEqualValues(leaf, other) &&
        (isLinked(other) || !isLinked(leaf)),
    );
    return source === undefined ? [] : [{ leaf, source }];
  });
}

function isNextTo({ path }: Leaf, { path: other }: Leaf): boolean {
  return path.length === other.length && formatPath(path.slice(0, -1)) === formatPath(other.slice(0, -1));
}

function extendsLastName({ path }: Leaf, { path: of }: Leaf): boolean {
  const [long, short] = [String(path.at(-1)), String(of.at(-1))];
  return long.length > short.length && long.startsWith(short);
}

function haveEqualValues(a: Leaf, b: Leaf): boolean {
  return equalValues(openSecret(a.value), openSecret(b.value));
}
