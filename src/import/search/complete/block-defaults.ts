import { openSecret } from "../../../value/open-value.ts";
import { type Path, startsWith } from "../../../value/path.ts";
import { valueKey } from "../selection/occurrences.ts";
import { patternOf } from "../selection/selection.ts";
import { fixedIn, leavesRequiredBy, planOfDraft } from "./basis.ts";
import type { BlockDefaults, CompleteProfile } from "./completed.ts";
import { tryOrKeep } from "./confirm.ts";
import { type CreatePlan, plannedAt } from "./create-plan.ts";
import { type Draft, omitting, withObjectsAt } from "./draft.ts";
import { isAligned, isImplied, isZero } from "./implied.ts";
import { isBooleanOrNumber, type Leaf, patternAndValue, topLevelProperty } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/**
 * Omits members with default values in nested objects. The preview of the smallest program does not show these defaults if that program does not set
 * the object. Costs one Check, one preview of Create, and a test of the result.
 *
 * @param basis the preview of the smallest program, and the values that this program sets, which are known only for the type's first resource
 * @param profile the results of the type's first resource. Omitted for that resource.
 */
export async function withoutBlockDefaults(
  runner: TrialRunner,
  trial: Trial,
  basis: Shown,
  profile: CompleteProfile | undefined,
): Promise<BlockDefaults & { readonly trial: Trial }> {
  const hasCompletePlans = runner.subject.traits.renaming !== undefined;
  const free = hiddenMembers(runner, trial, basis).filter((leaf) => isWorthTesting(leaf, profile, hasCompletePlans));
  const { about, implied } = await answersAbout(runner, trial, free);
  const tested = new Set(about.map(patternAndValue));
  if (implied.length === 0) return { trial, defaults: new Map(), tested };
  const by = runner.subject.create === undefined ? "check" : "plan";
  const next = await tryOrKeep(
    runner,
    trial,
    omitting(trial.draft, implied, () => ({ class: "implied", by })),
  );
  const defaults = new Map<string, Set<string>>();
  for (const leaf of next === trial ? [] : implied) {
    defaults.set(leaf.pattern, (defaults.get(leaf.pattern) ?? new Set()).add(valueKey(openSecret(leaf.value))));
  }
  return { trial: next, defaults, tested };
}

/**
 * Returns whether to test a member. Tests all members of the type's first resource. For other resources, tests new members, and new values that are
 * booleans or numbers. If previews show all values of a new object (`hasCompletePlans`), tests all new values.
 */
function isWorthTesting(leaf: Leaf, profile: CompleteProfile | undefined, hasCompletePlans: boolean): boolean {
  if (profile === undefined) return true;
  if (!profile.patterns.has(leaf.pattern)) return true;
  return (hasCompletePlans || isBooleanOrNumber(leaf)) && !profile.testedInBlocks.has(patternAndValue(leaf));
}

export interface Shown {
  readonly plan?: CreatePlan;
  readonly set?: readonly Leaf[];
}

/** Returns optional members that the program sets in objects that the preview does not show, or in lists that it sorts differently. */
function hiddenMembers({ leaves, subject }: TrialRunner, { draft }: Trial, { plan, set }: Shown): readonly Leaf[] {
  if (plan === undefined) return [];
  const isShown = (leaf: Leaf): boolean =>
    plannedAt(plan, leaf.path.slice(0, -1)).kind === "known" && (set === undefined || isAligned(leaf, plan, set));
  const isFixed = fixedIn(subject);
  const isWhole = (leaf: Leaf): boolean => draft.verbatim.has(topLevelProperty(leaf));
  return leaves.filter(
    (leaf) =>
      leaf.path.length > 1 &&
      !draft.omitted.has(leaf.key) &&
      !isFixed(leaf) &&
      !isWhole(leaf) &&
      !subject.linked.some((path) => startsWith(path, leaf.path)) &&
      !isShown(leaf),
  );
}

/** The values for which a preview shows the default (`about`), and the values that equal this default (`implied`). */
interface Answered {
  readonly about: readonly Leaf[];
  readonly implied: readonly Leaf[];
}

/** Tests all values together, then false and 0 alone, because a provider may reject the first preview. Objects keep at least one member. */
async function answersAbout(runner: TrialRunner, trial: Trial, free: readonly Leaf[]): Promise<Answered> {
  const all = await answersWithout(runner, trial, free);
  const zeros = free.filter((leaf) => isZero(leaf.value) && !all.implied.includes(leaf));
  const more = zeros.length === free.length ? noAnswer : await answersWithout(runner, trial, zeros);
  const implied = free.filter((leaf) => all.implied.includes(leaf) || more.implied.includes(leaf));
  return {
    about: [...all.about, ...more.about],
    implied: implied.filter((leaf) => keepsOtherMember(runner, trial.draft, leaf, implied)),
  };
}

/** The maximum number of previews until no rejection names a member. */
const memberRounds = 5;

const noAnswer: Answered = { about: [], implied: [] };

/** Previews the program without some values. If a rejection names some of these, keeps them and previews again, up to `rounds` times in total. */
async function answersWithout(
  runner: TrialRunner,
  trial: Trial,
  some: readonly Leaf[],
  rounds = memberRounds,
): Promise<Answered> {
  if (some.length === 0) return noAnswer;
  const without = omitting(trial.draft, some, () => ({ class: "implied", by: "plan" }));
  const draft = withObjectsAt(without, enclosingObjects(some));
  const plan = await planOfDraft(runner.subject, runner.leaves, draft);
  if (plan.failures.length > 0) {
    const required = new Set(leavesRequiredBy(plan, some, []));
    const rest = some.filter((leaf) => !required.has(leaf));
    return required.size === 0 || rounds <= 1 ? noAnswer : await answersWithout(runner, trial, rest, rounds - 1);
  }
  const set = runner.leaves.filter(({ key }) => !draft.omitted.has(key));
  const about = some.filter((leaf) => isAligned(leaf, plan, set));
  return {
    about,
    implied: about.filter((leaf) => plannedAt(plan, leaf.path).kind === "known" && isImplied(leaf, plan, set)),
  };
}

/** Returns whether the program still sets another value of the object around a path. */
function keepsOtherMember({ leaves }: TrialRunner, draft: Draft, { path }: Leaf, implied: readonly Leaf[]): boolean {
  const around = path.slice(0, -1);
  return leaves.some(
    (leaf) => startsWith(leaf.path, around) && !draft.omitted.has(leaf.key) && !implied.includes(leaf),
  );
}

function enclosingObjects(leaves: readonly Leaf[]): readonly Path[] {
  return uniquePaths(leaves.flatMap(({ path }) => enclosingPaths(path)).map((path) => patternOf(path).path));
}
