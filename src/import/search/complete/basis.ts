/**
 * The basis: the fresh plan of the required inputs and the name that identifies the resource. It shows which values a deployment from
 * nothing gives anyway.
 */
import { formatPath, startsWith } from "../../../ir/path.ts";
import { applySdkDefaults } from "../../../schema/shape.ts";
import { identityByValue } from "../candidates/identity.ts";
import { pathsInText } from "../candidates/mentions.ts";
import { blamed } from "../candidates/overlap.ts";
import { identityPaths } from "../candidates/renamed-plans.ts";
import type { Subject } from "../candidates/subject.ts";
import { patternKey, select } from "../selection/selection.ts";
import { halves } from "../smallest/halves.ts";
import { assignedBecause } from "./assigned.ts";
import { type Draft, leavesAt, selectionOf } from "./draft.ts";
import { checkFresh, type FreshPlan, previewFresh, withoutChances } from "./fresh-plan.ts";
import { isSwitch, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { uniquePaths } from "./paths.ts";

export interface Basis {
  readonly plan: FreshPlan;
  /** The leaves that the planned program sets. */
  readonly set: readonly Leaf[];
  /** By the leaf's key why the plan was refused without it. */
  readonly refused: ReadonlyMap<string, string>;
}

/** How often the basis may grow by what a refusal names: a provider may name a member only when the object around it is there. */
const basisRounds = 6;

/** How many plans the search for a basis may cost that starts from a program that can be created. */
const mostPlans = 8;

/**
 * Plans the smallest program that may be created: adds the properties that a refusal names, then tries everything but switches and numbers.
 *
 * @returns `undefined` when all of them are refused: then nothing is known to be implied.
 */
export async function planBasis(subject: Subject, leaves: readonly Leaf[]): Promise<Basis | undefined> {
  const isFixed = fixedIn(subject);
  const refused = new Map<string, string>();
  let set = leaves.filter(isFixed);
  for (let round = 0; round < basisRounds; round += 1) {
    const plan = await planOfLeaves(subject, leaves, set);
    if (plan.failures.length === 0) return { plan: await withoutChances(subject, plan), set, refused };
    const wanted = wantedBy(plan, leaves, set);
    if (wanted.length === 0) break;
    for (const { key } of wanted) refused.set(key, plan.failures[0]?.reason ?? "");
    set = leaves.filter((leaf) => set.includes(leaf) || wanted.includes(leaf));
  }
  const most = leaves.filter((leaf) => isFixed(leaf) || !isSwitch(leaf));
  if (most.length === leaves.length) return undefined;
  const plan = await planOfLeaves(subject, leaves, most);
  return plan.failures.length === 0 ? { plan, set: most, refused: new Map() } : undefined;
}

/**
 * Finds a basis from a program that can be created, by omitting as much of it as possible: all at once, then without the properties that a
 * refusal names, then in halves, the likeliest defaults first.
 *
 * @returns `undefined` when nothing of it can be omitted.
 */
export async function planWithin(subject: Subject, leaves: readonly Leaf[], whole: Draft): Promise<Basis | undefined> {
  const isFixed = fixedIn(subject);
  let set = leaves.filter(({ key }) => !whole.omitted.has(key));
  let basis: Basis | undefined;
  let plans = 0;
  const omit = async (some: readonly Leaf[]): Promise<void> => {
    if (some.length === 0 || plans >= mostPlans) return;
    plans += 1;
    const rest = set.filter((leaf) => !some.includes(leaf));
    const plan = await planOfLeaves(subject, leaves, rest, whole.verbatim);
    if (plan.failures.length === 0) {
      set = rest;
      basis = { plan, set, refused: new Map() };
      return;
    }
    const wanted = wantedBy(plan, leaves, rest).filter((leaf) => some.includes(leaf));
    if (wanted.length > 0 && wanted.length < some.length) await omit(some.filter((leaf) => !wanted.includes(leaf)));
    else if (some.length > 1) for (const half of halves(some)) await omit(half);
  };
  // Of a property that is set verbatim no single member can be omitted.
  const free = set.filter((leaf) => !isFixed(leaf) && !whole.verbatim.has(topLevelProperty(leaf)));
  await omit(switchesFirst(free));
  return basis;
}

/** True for leaves that the schema requires in their object, the name that the id repeats, and properties that the import file asks for. */
export function fixedIn(subject: Subject): (leaf: Leaf) => boolean {
  const identity = new Set(identityByValue(subject).map(patternKey));
  const names = new Set(subject.traits.renaming === undefined ? [] : identityPaths(subject).map(formatPath));
  return (leaf) =>
    leaf.optional.length < leaf.path.length ||
    names.has(leaf.key) ||
    // The id that the cloud gave is no name.
    (identity.has(leaf.pattern) && assignedBecause(leaf, subject) !== "identifier") ||
    subject.requested.some((path) => startsWith(leaf.path, path));
}

/** Switches and numbers are defaults more often than texts and lists are. */
function switchesFirst(leaves: readonly Leaf[]): readonly Leaf[] {
  return [...leaves.filter(isSwitch), ...leaves.filter((leaf) => !isSwitch(leaf))];
}

/** The fresh plan of the program that sets these leaves. */
export async function planOfLeaves(
  subject: Subject,
  leaves: readonly Leaf[],
  set: readonly Leaf[],
  verbatim: ReadonlySet<string> = new Set(),
): Promise<FreshPlan> {
  const keys = new Set(set.map(({ key }) => key));
  const omitted = leaves.filter(({ key }) => !keys.has(key));
  return await planOfDraft(subject, leaves, {
    omitted: new Map(omitted.map(({ key }) => [key, { class: "implied", by: "plan" }])),
    verbatim,
  });
}

/** The fresh plan of a draft's program, without any other call. */
export async function planOfDraft(subject: Subject, leaves: readonly Leaf[], draft: Draft): Promise<FreshPlan> {
  const program = select(subject.all, selectionOf(subject, leaves, draft));
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  return await previewFresh(subject, await checkFresh(subject, sent));
}

/**
 * The leaves that a refusal is about and the program omits: those at the places that its text names in full, or the required ones in an
 * object there; else those that it mentions.
 */
export function wantedBy({ failures }: FreshPlan, leaves: readonly Leaf[], set: readonly Leaf[]): readonly Leaf[] {
  const omitted = leaves.filter((leaf) => !set.includes(leaf));
  const named = leavesNamedBy(failures, omitted);
  if (named.length > 0) return named;
  const quoted = quotedBy(failures, omitted);
  if (quoted.length > 0) return quoted;
  const patterns = omitted.map(patternAt);
  const paths = failures.flatMap(({ property }) => (property === "" ? [] : [[property.split(/[.[]/, 1)[0] ?? ""]]));
  const about = blamed(patterns, { failures, paths });
  return leavesAt(
    omitted,
    about.map(({ path }) => path),
  );
}

/** The leaves at the places that the text of a refusal names in full, or the required ones in an object there. */
function leavesNamedBy(failures: FreshPlan["failures"], leaves: readonly Leaf[]): readonly Leaf[] {
  const named = uniquePaths(failures.flatMap(({ reason }) => pathsInText(reason))).flatMap((place) => {
    const inside = leaves.filter(({ path }) => startsWith(path, place));
    const required = inside.filter(({ optional }) => optional.length <= place.length);
    return required.length > 0 ? required : inside;
  });
  return [...new Set(named)];
}

/** The leaves in the outermost objects with a name that a refusal without a path quotes; else those whose whole text it quotes. */
function quotedBy(failures: FreshPlan["failures"], omitted: readonly Leaf[]): readonly Leaf[] {
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
