import { formatPath, startsWith } from "../../../value/path.ts";
import { identityByValue } from "../candidates/identity.ts";
import { pathsInText } from "../candidates/mentions.ts";
import { patternsInRefusal } from "../candidates/overlap.ts";
import { identityPaths } from "../candidates/renamed-plans.ts";
import { type Subject, sentInputs } from "../candidates/subject.ts";
import { halves } from "../selection/halves.ts";
import { patternKey, select } from "../selection/selection.ts";
import { assignedBecause } from "./assigned.ts";
import { type CreatePlan, checkForCreate, previewForCreate, withoutGenerated } from "./create-plan.ts";
import { type Draft, draftSelection, leavesAt } from "./draft.ts";
import { isBooleanOrNumber, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { uniquePaths } from "./paths.ts";

/** The preview of creating the resource with as few inputs as possible. It shows which values a new deployment gets by default. */
export interface Basis {
  readonly plan: CreatePlan;
  /** The values that the previewed program sets. */
  readonly set: readonly Leaf[];
  /** Why a preview without the value was rejected, by the value's key. */
  readonly refused: ReadonlyMap<string, string>;
}

/** The maximum number of previews. Each rejection adds values, and a provider may require a member only after its object is set. */
const basisRounds = 6;

/** The maximum number of previews that test which values a complete program can omit. */
const maxPlans = 8;

/** Previews the smallest program that can be created, adding values that rejections name. Returns undefined if all programs are rejected. */
export async function planBasis(subject: Subject, leaves: readonly Leaf[]): Promise<Basis | undefined> {
  const isFixed = fixedIn(subject);
  const refused = new Map<string, string>();
  let set = leaves.filter(isFixed);
  for (let round = 0; round < basisRounds; round += 1) {
    const plan = await planOfLeaves(subject, leaves, set);
    if (plan.failures.length === 0) return { plan: await withoutGenerated(subject, plan), set, refused };
    const required = leavesRequiredBy(plan, leaves, set);
    if (required.length === 0) break;
    for (const { key } of required) refused.set(key, plan.failures[0]?.reason ?? "");
    set = leaves.filter((leaf) => set.includes(leaf) || required.includes(leaf));
  }
  const withoutSwitches = leaves.filter((leaf) => isFixed(leaf) || !isBooleanOrNumber(leaf));
  if (withoutSwitches.length === leaves.length) return undefined;
  const plan = await planOfLeaves(subject, leaves, withoutSwitches);
  return plan.failures.length === 0 ? { plan, set: withoutSwitches, refused: new Map() } : undefined;
}

/** Omits values from a program that can be created, likeliest defaults first. Returns undefined if nothing can be omitted. */
export async function planWithin(
  subject: Subject,
  leaves: readonly Leaf[],
  fullDraft: Draft,
): Promise<Basis | undefined> {
  const isFixed = fixedIn(subject);
  let set = leaves.filter(({ key }) => !fullDraft.omitted.has(key));
  let basis: Basis | undefined;
  let plans = 0;
  const tryOmitting = async (omissible: readonly Leaf[]): Promise<void> => {
    if (omissible.length === 0 || plans >= maxPlans) return;
    plans += 1;
    const remaining = set.filter((leaf) => !omissible.includes(leaf));
    const plan = await planOfLeaves(subject, leaves, remaining, fullDraft.verbatim);
    if (plan.failures.length === 0) {
      set = remaining;
      basis = { plan, set, refused: new Map() };
      return;
    }
    const required = leavesRequiredBy(plan, leaves, remaining).filter((leaf) => omissible.includes(leaf));
    if (required.length > 0 && required.length < omissible.length)
      await tryOmitting(omissible.filter((leaf) => !required.includes(leaf)));
    else if (omissible.length > 1) for (const half of halves(omissible)) await tryOmitting(half);
  };
  // The members of a property that is set exactly as Read returned it cannot be omitted individually.
  const free = set.filter((leaf) => !isFixed(leaf) && !fullDraft.verbatim.has(topLevelProperty(leaf)));
  await tryOmitting(likelyDefaultsFirst(free));
  return basis;
}

/** Returns a function that tests whether a program must set a value: it is required, part of the name, or requested by the import file. */
export function fixedIn(subject: Subject): (leaf: Leaf) => boolean {
  const identity = new Set(identityByValue(subject).map(patternKey));
  const names = new Set(subject.traits.renaming === undefined ? [] : identityPaths(subject).map(formatPath));
  return (leaf) =>
    leaf.optional.length < leaf.path.length ||
    names.has(leaf.key) ||
    // A generated id is not a name.
    (identity.has(leaf.pattern) && assignedBecause(leaf, subject) !== "identifier") ||
    subject.requested.some((path) => startsWith(leaf.path, path));
}

/** Booleans and numbers come first, because they are more often defaults than strings and lists. */
function likelyDefaultsFirst(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...leaves.filter(isBooleanOrNumber), ...leaves.filter((leaf) => !isBooleanOrNumber(leaf))];
}

/** Previews creating the resource with these values. */
export async function planOfLeaves(
  subject: Subject,
  leaves: readonly Leaf[],
  set: readonly Leaf[],
  verbatim: ReadonlySet<string> = new Set(),
): Promise<CreatePlan> {
  const keys = new Set(set.map(({ key }) => key));
  const omitted = leaves.filter(({ key }) => !keys.has(key));
  return await planOfDraft(subject, leaves, {
    omitted: new Map(omitted.map(({ key }) => [key, { class: "implied", by: "plan" }])),
    verbatim,
  });
}

/** Previews creating the resource with a program. Does not compare the program with the existing resource. */
export async function planOfDraft(subject: Subject, leaves: readonly Leaf[], draft: Draft): Promise<CreatePlan> {
  const program = select(subject.all, draftSelection(subject, leaves, draft));
  const sent = sentInputs(subject, program);
  return await previewForCreate(subject, await checkForCreate(subject, sent));
}

/** Returns the omitted values that a rejection names with full paths. If there are none, returns values that it quotes, or else mentions. */
export function leavesRequiredBy(
  { failures }: CreatePlan,
  leaves: readonly Leaf[],
  set: readonly Leaf[],
): readonly Leaf[] {
  const omitted = leaves.filter((leaf) => !set.includes(leaf));
  const named = leavesNamedBy(failures, omitted);
  if (named.length > 0) return named;
  const quoted = quotedBy(failures, omitted);
  if (quoted.length > 0) return quoted;
  const patterns = omitted.map(patternAt);
  const paths = failures.flatMap(({ property }) => (property === "" ? [] : [[property.split(/[.[]/, 1)[0] ?? ""]]));
  const about = patternsInRefusal(patterns, { failures, paths });
  return leavesAt(
    omitted,
    about.map(({ path }) => path),
  );
}

/** Returns the values at full paths in a rejection's text. For an object, returns its required values, or else all. */
function leavesNamedBy(failures: CreatePlan["failures"], leaves: readonly Leaf[]): readonly Leaf[] {
  const named = uniquePaths(failures.flatMap(({ reason }) => pathsInText(reason))).flatMap((namedPath) => {
    const inside = leaves.filter(({ path }) => startsWith(path, namedPath));
    const required = inside.filter(({ optional }) => optional.length <= namedPath.length);
    return required.length > 0 ? required : inside;
  });
  return [...new Set(named)];
}

/** For a rejection without a path, returns the values in the outermost objects whose names it quotes, or else the values that it quotes. */
function quotedBy(failures: CreatePlan["failures"], omitted: readonly Leaf[]): readonly Leaf[] {
  const texts = failures.filter(({ property }) => property === "").map(({ reason }) => reason);
  const words = new Set(
    texts.flatMap((text) => [...text.matchAll(/[`'"]([\w.-]+)[`'"]/g)].map(([, word = ""]) => word)),
  );
  const depthOf = ({ path }: Leaf): number => path.slice(0, -1).findIndex((key) => words.has(String(key)));
  const inside = omitted.filter((leaf) => depthOf(leaf) > 0);
  const least = Math.min(...inside.map(depthOf));
  if (inside.length > 0) return inside.filter((leaf) => depthOf(leaf) === least);
  return omitted.filter(({ path, value }) => path.length > 1 && value.kind === "string" && words.has(value.value));
}
