/**
 * Repair: from a draft that the provider refuses, or that a preview would change, to one that it accepts, by changing one thing at a time.
 * The text of a refusal orders the attempts and decides nothing.
 */
import type { ProviderAnswer } from "../../graph.ts";
import { formatPath, type Path, parsePath, startsWith } from "../../ir/path.ts";
import { isBetter, isClean } from "../candidates/candidate.ts";
import { mentionedAnywhere, mentionedInside } from "../candidates/mentions.ts";
import { blamed } from "../candidates/overlap.ts";
import { patternOf } from "../selection/selection.ts";
import { type Draft, leavesAt, omitting, setting, verbatim, withEmptyMembers } from "./draft.ts";
import { plannedAt } from "./fresh-plan.ts";
import { type Leaf, patternAt, propertyOf } from "./leaves.ts";
import type { Bench, Trial } from "./trial.ts";

/** Repairs until the trial is clean, nothing helps, or the budget of the bench is spent. */
export async function repair(bench: Bench, start: Trial): Promise<Trial> {
  let best = start;
  while (!isAccepted(best) && bench.left() > 0) {
    const next = await firstBetter(bench, best);
    if (next === undefined) return best;
    best = next;
  }
  return best;
}

/** Clean, and could be created. */
export function isAccepted(trial: Trial): boolean {
  return isClean(trial.candidate) && !trial.unstable && trial.fresh.failures.length === 0;
}

/** True when a trial is as good as another: it can be created where that one can, and differs in nothing else. */
export function isNoWorse(trial: Trial, than: Trial): boolean {
  if (trial.unstable && !than.unstable) return false;
  if (trial.fresh.failures.length > 0 && than.fresh.failures.length === 0) return false;
  const [[rank], [other]] = [trial.candidate.score, than.candidate.score];
  if (rank !== other) return rank < other;
  if (trial.candidate.decision === undefined) return !isBetter(than.candidate, trial.candidate);
  // How many paths there are says nothing: what differs as a whole may differ in several members once it is set.
  return trial.candidate.paths.every((path) =>
    than.candidate.paths.some((known) => startsWith(path, known) || startsWith(known, path)),
  );
}

async function firstBetter(bench: Bench, best: Trial): Promise<Trial | undefined> {
  const attempts = best.candidate.decision === undefined || isClean(best.candidate) ? afterRefusal : afterDifference;
  const seen = new Set<string>();
  for (const draft of attempts(bench, best)) {
    const key = keyOf(draft);
    if (seen.has(key) || key === keyOf(best.draft)) continue;
    seen.add(key);
    if (bench.left() <= 0) return undefined;
    const trial = await bench.try(draft);
    if (isImproved(trial, best)) return trial;
  }
  return undefined;
}

/** A program that could not be created is no better for being accepted over what is there. */
function isImproved(trial: Trial, than: Trial): boolean {
  if (isBetter(trial.candidate, than.candidate)) return true;
  const isAsGood = !isBetter(than.candidate, trial.candidate);
  return isAsGood && trial.fresh.failures.length < than.fresh.failures.length;
}

function keyOf({ omitted, verbatim: whole }: Draft): string {
  return JSON.stringify([[...omitted.keys()].sort(), [...whole].sort()]);
}

/** What may be wrong with a program that is refused, the likeliest and the smallest change first. */
function* afterRefusal(bench: Bench, trial: Trial): Iterable<Draft> {
  const { leaves, subject } = bench;
  const { draft } = trial;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const failures = trial.candidate.decision === undefined ? trial.candidate.failures : trial.fresh.failures;
  const refused = { ...trial.candidate, failures, paths: pathsOf(failures) };
  const patterns = leaves.map(patternAt);
  const about = new Set(blamed(patterns, refused));
  const isBlamed = (leaf: Leaf): boolean => [...about].some(({ path }) => formatPath(path) === leaf.key);
  const blamedSet = set.filter(isBlamed);
  const empty = withEmptyMembers(subject, leaves, draft);
  const blamedNames = new Set([...blamedSet.map(propertyOf), ...refused.paths.map(([name]) => String(name))]);
  const blamedEmpty = empty.filter((name) => blamedNames.has(name));
  const wanted = leaves.filter((leaf) => draft.omitted.has(leaf.key) && isBlamed(leaf) && mayReturn(draft, leaf));
  if (wanted.length > 0) yield setting(draft, wanted);
  if (blamedEmpty.length > 0) yield verbatim(draft, blamedEmpty);
  const answer = answerOf(trial);
  const without = (some: readonly Leaf[]): Draft => omitting(draft, some, () => ({ class: "unsettable", answer }));
  // A failure inside of a property is about that place: its neighbours may stay.
  const named = refused.paths.length > 0 ? refused.paths : mentionedInside(patterns, failures).map(({ path }) => path);
  const inner = named.filter(({ length }) => length > 1);
  const units = unitsOf(blamedSet, bench).filter(({ path }) => inner.some((other) => startsWith(other, path)));
  const members = units.filter(({ path }) => path.length > 1).sort((a, b) => comparePreference(a, b, bench));
  for (const member of members) yield without(member.leaves);
  // A refusal often names one of two that exclude each other, and the other one without marks: the preference decides between them.
  const spoken = new Set(mentionedAnywhere(patterns, failures).map(({ path }) => String(path[0])));
  const rivals = blamedSet.length === 0 ? [] : set.filter((leaf) => spoken.has(propertyOf(leaf)));
  const properties = optionalPropertiesOf([...new Set([...blamedSet, ...rivals])], trial, bench);
  for (const property of properties) yield without(property);
  if (properties.length > 2) yield without(properties.slice(0, -1).flat());
  const returning = leaves.filter((leaf) => draft.omitted.has(leaf.key) && mayReturn(draft, leaf));
  if (returning.length > 0) yield setting(draft, returning);
  if (empty.length > 0) yield verbatim(draft, empty);
  for (const name of empty.length > 1 ? empty : []) yield verbatim(draft, [name]);
  const others = optionalPropertiesOf(set, trial, bench).filter((property) => !properties.includes(property));
  for (const group of halvesOf(others)) yield without(group.flat());
}

/** The leaves that a refusal or a difference is about. */
export function troubledLeaves(leaves: readonly Leaf[], { candidate, draft }: Trial): readonly Leaf[] {
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  if (candidate.decision !== undefined) return atPatterns(set, candidate.paths);
  const about = new Set(blamed(set.map(patternAt), candidate).map(({ path }) => formatPath(path)));
  return set.filter(({ key }) => about.has(key));
}

/** What may be wrong with a program that a preview would change. */
function* afterDifference(bench: Bench, trial: Trial): Iterable<Draft> {
  const { leaves, subject } = bench;
  const { draft } = trial;
  const { paths } = trial.candidate;
  const omitted = leaves.filter((leaf) => draft.omitted.has(leaf.key) && mayReturn(draft, leaf));
  const missed = paths.length === 0 ? omitted : atPatterns(omitted, paths);
  if (missed.length > 0) yield setting(draft, missed);
  const differing = atPatterns(
    leaves.filter(({ key }) => !draft.omitted.has(key)),
    paths,
  );
  // An empty member that the program lacks is at no leaf: the property that a difference is in is enough.
  const differingNames = new Set(paths.map(([name]) => String(name)));
  const empty = withEmptyMembers(subject, leaves, draft).filter(
    (name) => paths.length === 0 || differingNames.has(name),
  );
  if (empty.length > 0) yield verbatim(draft, empty);
  const answer = answerOf(trial);
  const without = (some: readonly Leaf[]): Draft => omitting(draft, some, () => ({ class: "unsettable", answer }));
  const units = unitsOf(differing, bench);
  if (units.length > 0) yield without(units.flatMap((unit) => unit.leaves));
  if (units.length > 1) for (const unit of units) yield without(unit.leaves);
  const properties = optionalPropertiesOf(differing, trial, bench);
  for (const property of properties) yield without(property);
}

/** An omission that rests on an answer to this resource stands; one that rests on a plan or on the form of a value may be wrong. */
export function mayReturn(draft: Draft, { key }: Leaf): boolean {
  const omission = draft.omitted.get(key);
  return omission !== undefined && !("answer" in omission);
}

/** What a program sets or leaves out together: a property, or a member of an object in it. */
interface Unit {
  readonly path: Path;
  readonly leaves: readonly Leaf[];
}

/** What a program can leave out around each leaf, with all leaves that go with it. */
function unitsOf(some: readonly Leaf[], { leaves }: Bench): readonly Unit[] {
  const paths = new Map(
    some.filter(({ optional }) => optional.length > 0).map(({ optional }) => [formatPath(optional), optional]),
  );
  return [...paths.values()].map((path) => ({ path, leaves: leaves.filter((leaf) => startsWith(leaf.path, path)) }));
}

/** The optional properties of leaves, the one that a program keeps last at the end. */
export function optionalPropertiesOf(
  some: readonly Leaf[],
  { draft }: Trial,
  bench: Bench,
): readonly (readonly Leaf[])[] {
  const { leaves, subject } = bench;
  const isFixed = (name: string): boolean =>
    subject.resource.requiredInputs.has(name) || subject.asked.some(([first]) => first === name);
  const names = [...new Set(some.map(propertyOf))].filter((name) => !isFixed(name));
  const groups = names.map((name) =>
    leaves.filter((leaf) => propertyOf(leaf) === name && !draft.omitted.has(leaf.key)),
  );
  return groups.filter(({ length }) => length > 0).sort((a, b) => comparePreference(asUnit(a), asUnit(b), bench));
}

/** The property that leaves are in, with only them. */
export function asUnit(leaves: readonly Leaf[]): Unit {
  return { path: leaves.slice(0, 1).map(propertyOf), leaves };
}

/**
 * Which of two units that exclude each other a program drops first (negative: `a`): the deprecated one; the one without a reference; the one
 * that the cloud fills in or the basis gives anyway; the one with more leaves; the one whose name comes last. The choice does not depend on
 * other resources but by references.
 */
export function comparePreference(a: Unit, b: Unit, { subject, basis }: Bench): number {
  const { resource, linked } = subject;
  const rank = ({ path, leaves }: Unit): readonly number[] => {
    const isDeprecated = resource.inputs.get(String(path[0]))?.deprecationMessage !== undefined;
    const isLinked = linked.some((other) => startsWith(other, path));
    const isLost =
      basis?.planned === undefined || leaves.every((leaf) => plannedAt(basis, leaf.path).kind === "absent");
    return [isDeprecated ? 0 : 1, isLinked ? 1 : 0, isLost ? 1 : 0, -leaves.length];
  };
  const [first, second] = [rank(a), rank(b)];
  for (const [i, part] of first.entries()) {
    const other = second[i] ?? 0;
    if (part !== other) return part - other;
  }
  return formatPath(a.path) > formatPath(b.path) ? -1 : 1;
}

/** Halves, quarters and so on down to single ones. */
function* halvesOf<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let size = items.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  }
}

/** Leaves at paths; where a provider counts the elements of sets in its own way, those of all elements. */
function atPatterns(leaves: readonly Leaf[], paths: readonly Path[]): readonly Leaf[] {
  const exact = leavesAt(leaves, paths);
  if (exact.length > 0) return exact;
  const general = paths.map((path) => patternOf(path).path);
  return leaves.filter(({ path }) => {
    const own = patternOf(path).path;
    return general.some((other) => startsWith(own, other) || startsWith(other, own));
  });
}

/** The paths that failures name. */
export function pathsOf(failures: Trial["candidate"]["failures"]): readonly Path[] {
  return failures
    .map(({ property }) => parsePath(property) ?? [property])
    .filter((path) => path.length > 0 && path[0] !== "");
}

/** What the provider answered to a trial that is not clean. */
export function answerOf({ candidate, fresh }: Trial): ProviderAnswer {
  const [failure] = candidate.decision === undefined ? candidate.failures : fresh.failures;
  if (failure !== undefined) return { kind: "refused", ...failure };
  const [difference] = candidate.decision?.differences ?? [];
  return { kind: "differs", path: difference?.path ?? "", difference: difference?.kind ?? "update" };
}
