/**
 * Block defaults: members of objects of which the fresh plan of the basis shows nothing, because the basis does not set the object. A
 * program that sets the object without them shows which of them a new deployment gives anyway.
 */
import { type Path, startsWith } from "../../../ir/path.ts";
import { openSecret } from "../../../value/open-value.ts";
import { valueKey } from "../selection/occurrences.ts";
import { patternOf } from "../selection/selection.ts";
import { fixedIn, planOfDraft, wantedBy } from "./basis.ts";
import type { BlockDefaults, CompleteProfile } from "./completed.ts";
import { orElse } from "./confirm.ts";
import { type Draft, omitting, withObjectsAt } from "./draft.ts";
import { type FreshPlan, plannedAt } from "./fresh-plan.ts";
import { isAligned, isImplied, isZero } from "./implied.ts";
import { isSwitch, type Leaf, patternAndValue, topLevelProperty } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";
import type { Bench, Trial } from "./trial.ts";

/**
 * Omits members that a new deployment gives anyway, in objects that the program sets. Costs one Check and one Create preview, and a trial
 * where these show a default.
 *
 * @param basis the fresh plan of the basis, and the leaves that its program sets: of another resource than the sample they are not known.
 * @param profile the results of the sample; absent: this is the sample.
 */
export async function withoutBlockDefaults(
  bench: Bench,
  trial: Trial,
  basis: Shown,
  profile: CompleteProfile | undefined,
): Promise<BlockDefaults & { readonly trial: Trial }> {
  const isEach = bench.subject.traits.renaming !== undefined;
  const free = unshownMembers(bench, trial, basis).filter((leaf) => isWorthAsking(leaf, profile, isEach));
  const { about, implied } = await answersAbout(bench, trial, free);
  const asked = new Set(about.map(patternAndValue));
  if (implied.length === 0) return { trial, given: new Map(), asked };
  const by = bench.subject.create === undefined ? "check" : "plan";
  const next = await orElse(
    bench,
    trial,
    omitting(trial.draft, implied, () => ({ class: "implied", by })),
  );
  const given = new Map<string, Set<string>>();
  for (const leaf of next === trial ? [] : implied) {
    given.set(leaf.pattern, (given.get(leaf.pattern) ?? new Set()).add(valueKey(openSecret(leaf.value))));
  }
  return { trial: next, given, asked };
}

/**
 * The sample plans without all members; another resource without members that the sample lacks, and switches and numbers with other values,
 * or texts too if the plan has every value of a new object (`isEach`).
 */
function isWorthAsking(leaf: Leaf, profile: CompleteProfile | undefined, isEach: boolean): boolean {
  if (profile === undefined) return true;
  if (!profile.patterns.has(leaf.pattern)) return true;
  return (isEach || isSwitch(leaf)) && !profile.askedInBlocks.has(patternAndValue(leaf));
}

export interface Shown {
  readonly plan?: FreshPlan;
  readonly set?: readonly Leaf[];
}

/** Optional members that the program sets in objects of which the plan shows nothing, or elements in another order. */
function unshownMembers({ leaves, subject }: Bench, { draft }: Trial, { plan, set }: Shown): readonly Leaf[] {
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

/** Leaves that a plan could show, and those of them that it gives. */
interface Answered {
  readonly about: readonly Leaf[];
  readonly implied: readonly Leaf[];
}

/**
 * Asks about all leaves at once; then about those that are false or 0, where a provider refuses the first, or sorts elements in another way
 * without the rest of their members. An object has to keep a member that is set.
 */
async function answersAbout(bench: Bench, trial: Trial, free: readonly Leaf[]): Promise<Answered> {
  const all = await answersWithout(bench, trial, free);
  const zeros = free.filter((leaf) => isZero(leaf.value) && !all.implied.includes(leaf));
  const more = zeros.length === free.length ? noAnswer : await answersWithout(bench, trial, zeros);
  const implied = free.filter((leaf) => all.implied.includes(leaf) || more.implied.includes(leaf));
  return {
    about: [...all.about, ...more.about],
    implied: implied.filter((leaf) => keepsMember(bench, trial.draft, leaf, implied)),
  };
}

/** How often a plan is asked for without some members until no refusal names one of them. */
const memberRounds = 5;

const noAnswer: Answered = { about: [], implied: [] };

/** @param rounds how often the plan may be asked again without the leaves that a refusal names. */
async function answersWithout(
  bench: Bench,
  trial: Trial,
  some: readonly Leaf[],
  rounds = memberRounds,
): Promise<Answered> {
  if (some.length === 0) return noAnswer;
  const without = omitting(trial.draft, some, () => ({ class: "implied", by: "plan" }));
  const draft = withObjectsAt(without, enclosingObjects(some));
  const plan = await planOfDraft(bench.subject, bench.leaves, draft);
  if (plan.failures.length > 0) {
    const wanted = new Set(wantedBy(plan, some, []));
    const rest = some.filter((leaf) => !wanted.has(leaf));
    return wanted.size === 0 || rounds <= 1 ? noAnswer : await answersWithout(bench, trial, rest, rounds - 1);
  }
  const set = bench.leaves.filter(({ key }) => !draft.omitted.has(key));
  const about = some.filter((leaf) => isAligned(leaf, plan, set));
  return {
    about,
    implied: about.filter((leaf) => plannedAt(plan, leaf.path).kind === "known" && isImplied(leaf, plan, set)),
  };
}

/** True where the object around a leaf has another leaf that the program goes on to set. */
function keepsMember({ leaves }: Bench, draft: Draft, { path }: Leaf, implied: readonly Leaf[]): boolean {
  const around = path.slice(0, -1);
  return leaves.some(
    (leaf) => startsWith(leaf.path, around) && !draft.omitted.has(leaf.key) && !implied.includes(leaf),
  );
}

/** The objects that the leaves are in, each with those around it. */
function enclosingObjects(leaves: readonly Leaf[]): readonly Path[] {
  return uniquePaths(leaves.flatMap(({ path }) => enclosingPaths(path)).map((path) => patternOf(path).path));
}
