/**
 * Confirms the omissions of a program by the provider's answers to that program: sets leaves whose ground does not hold, and tries leaves
 * alone that the provider refused together with others.
 */
import { invariant } from "../../../errors.ts";
import type { Omission } from "../../../graph.ts";
import { formatPath, type Path, startsWith } from "../../../ir/path.ts";
import { mentioned } from "../candidates/mentions.ts";
import { blamed } from "../candidates/overlap.ts";
import { type Pattern, patternOf } from "../selection/selection.ts";
import { answerOf, failuresOf, pathsOf } from "./answers.ts";
import { mayReturn, withoutEnclosing } from "./attempts.ts";
import type { Prediction } from "./completed.ts";
import { copiesOf } from "./copies.ts";
import { type Draft, leavesAt, omitting, setting, verbatimAt } from "./draft.ts";
import { plannedAt, previewFresh } from "./fresh-plan.ts";
import { isImplied } from "./implied.ts";
import { emptyMembersOf, type Leaf, patternAt, propertyOf } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";
import { isNoWorse } from "./repair.ts";
import type { Bench, Trial } from "./trial.ts";
import { asUnit, comparePreference, optionalPropertiesOf } from "./units.ts";

/** How many rounds: a leaf that is set because its ground does not hold may void the ground of another one. */
const mostRounds = 4;

/** How many leaves a refused unit may have for each of them to be left out alone. */
const mostSingleLeaves = 8;

/** The trial of another draft where it is no worse. */
export async function orElse(bench: Bench, trial: Trial, draft: Draft): Promise<Trial> {
  const other = await bench.try(draft);
  return isNoWorse(other, trial) ? other : trial;
}

/**
 * Sets leaves whose ground this program's own fresh plan does not confirm: with other values set, a default may be another. A leaf that
 * cannot be set has the answer as its ground.
 */
async function verified(bench: Bench, start: Trial): Promise<Trial> {
  let trial = start;
  for (let round = 0; round < mostRounds; round += 1) {
    const wrong = await misjudged(bench, trial);
    if (wrong.length === 0) return trial;
    const next = await bench.try(setting(trial.draft, wrong));
    trial = isNoWorse(next, trial) ? next : { ...trial, draft: withAnswer(trial.draft, wrong, next) };
  }
  return trial;
}

async function misjudged(bench: Bench, { draft, fresh }: Trial): Promise<readonly Leaf[]> {
  const { leaves, subject } = bench;
  // A trial that is not clean has no plan yet.
  const plan = fresh.planned === undefined ? await previewFresh(subject, fresh) : fresh;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const unsettable = new Set(unsettableIn(bench, draft).map(propertyOf));
  const copies = copiesOf(subject);
  const isRefused = plan.failures.length > 0;
  const isWrong = (leaf: Leaf, omission: Omission): boolean => {
    switch (omission.class) {
      case "implied":
        return isRefused || !isImplied(leaf, plan, set);
      case "assigned":
        return plannedAt(plan, leaf.path).kind === "absent";
      case "copy":
        // Either of two properties with the same content may be the copy.
        return copies.get(propertyOf(leaf))?.some((source) => unsettable.has(source)) === true;
      case "owned":
      case "unsettable":
        return false;
    }
  };
  return leaves.filter((leaf) => {
    const omission = draft.omitted.get(leaf.key);
    return omission !== undefined && isWrong(leaf, omission);
  });
}

function isUnsettable(omission: Omission | undefined): boolean {
  return omission !== undefined && "answer" in omission;
}

/** Confirms every omission by the answers to this very program. */
export async function grounded(bench: Bench, start: Trial, predicted?: Prediction): Promise<Trial> {
  let trial = await verified(bench, start);
  for (let round = 0; round < mostRounds; round += 1) {
    const next = await confirmed(bench, trial, predicted);
    // With more leaves set, a default may be another.
    trial = await verified(bench, next);
    // A leaf that turned out not to be given, and that the provider refuses together with others, is tried for itself too.
    if (unsettableIn(bench, trial.draft).length <= unsettableIn(bench, next.draft).length) break;
  }
  return await creatable(bench, trial);
}

/** Sets leaves that are omitted without an answer, where only that program can be created: all, those of one property, or a single one. */
async function creatable(bench: Bench, trial: Trial): Promise<Trial> {
  if (trial.fresh.failures.length === 0) return trial;
  const returning = bench.leaves.filter((leaf) => mayReturn(trial.draft, leaf));
  for (const some of groupsOf(returning)) {
    if (bench.left() <= 0) return trial;
    const other = await bench.try(setting(trial.draft, some));
    if (isNoWorse(other, trial) && other.fresh.failures.length === 0) return other;
  }
  return trial;
}

/** All of the leaves, then those of each property, then each leaf. */
function groupsOf(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const names = [...new Set(leaves.map(propertyOf))];
  const each = names.map((name) => leaves.filter((leaf) => propertyOf(leaf) === name));
  return [leaves, ...each, ...leaves.map((leaf) => [leaf])].filter(({ length }) => length > 0);
}

/**
 * Sets leaves again that were omitted together with others: alone, with the leaves that they need, or instead of leaves that a program
 * drops first. A leaf that cannot be set gets its own answer.
 *
 * @param predicted the prediction from the profile of the type: where the provider answers the same again, the sample has tried the rest.
 */
async function confirmed(bench: Bench, start: Trial, predicted?: Prediction): Promise<Trial> {
  const trial = await confirmedOnce(bench, start, predicted);
  // A leaf that is set now may be needed by another one.
  const [before, after] = [start, trial].map(({ draft }) => unsettableIn(bench, draft).length);
  return before === after || after === 0 || bench.left() <= 0 ? trial : await confirmed(bench, trial, predicted);
}

async function confirmedOnce(bench: Bench, start: Trial, predicted: Prediction | undefined): Promise<Trial> {
  let trial = start;
  for (const unit of unitsOf(unsettableIn(bench, start.draft))) {
    const missing = unit.leaves.filter(({ key }) => isUnsettable(trial.draft.omitted.get(key)));
    if (missing.length === 0) continue;
    if (bench.left() <= 0) return trial;
    trial = await withUnit(bench, trial, { ...unit, leaves: missing }, predicted);
  }
  return trial;
}

/** True when the budget ended before each omitted leaf had its own answer. */
export function isUnconfirmed(bench: Bench, { draft }: Trial): boolean {
  return bench.left() <= 0 && unsettableIn(bench, draft).length > 0;
}

function unsettableIn({ leaves }: Bench, { omitted }: Draft): readonly Leaf[] {
  return leaves.filter(({ key }) => isUnsettable(omitted.get(key)));
}

/** Leaves that are set or omitted together: those in one property or element, or in that property of every element of a list. */
interface Unit {
  readonly leaves: readonly Leaf[];
  /** The properties or elements that they are in. */
  readonly around: readonly Path[];
}

/** The outermost first, in every element before it is in one. */
function unitsOf(leaves: readonly Leaf[]): readonly Unit[] {
  const exact = uniquePaths(leaves.flatMap(({ path }) => [...enclosingPaths(path), path]));
  const general = uniquePaths(exact.map((path) => patternOf(path).path));
  const paths = [...general.map((path) => exact.filter((other) => isOf(other, path))), ...exact.map((path) => [path])];
  return paths.map((around) => unitAround(leaves, around)).sort((a, b) => depthOf(a) - depthOf(b));
}

function unitAround(leaves: readonly Leaf[], around: readonly Path[]): Unit {
  return { around, leaves: leaves.filter(({ path }) => around.some((other) => startsWith(path, other))) };
}

function depthOf({ around }: Unit): number {
  return around[0]?.length ?? 0;
}

function isOf(path: Path, pattern: Path): boolean {
  return formatPath(patternOf(path).path) === formatPath(pattern);
}

async function withUnit(bench: Bench, trial: Trial, unit: Unit, predicted: Prediction | undefined): Promise<Trial> {
  const alone = await bench.try(setting(trial.draft, unit.leaves));
  if (isNoWorse(alone, trial)) return alone;
  const answered = { ...trial, draft: withAnswer(trial.draft, unit.leaves, alone) };
  if (bench.left() <= 0) return answered;
  const whole = await bench.try(wholeOf(bench, trial, unit));
  if (isNoWorse(whole, trial)) return whole;
  if (predicted !== undefined && isSameRefusal(bench, unit, predicted, alone)) return answered;
  for (const draft of alternatives(bench, trial, unit, { alone, whole })) {
    if (bench.left() <= 0) break;
    const other = await bench.try(draft);
    if (isNoWorse(other, trial)) return other;
    const leaner =
      (await withoutRefused(bench, trial, unit, other)) ?? (await withoutDifference(bench, trial, unit, other));
    if (leaner !== undefined) return leaner;
  }
  return answered;
}

/** Omits leaves again that were set together with a unit, that the provider refuses, and that the unit does not need. */
async function withoutRefused(bench: Bench, trial: Trial, unit: Unit, other: Trial): Promise<Trial | undefined> {
  const failures = failuresOf(other);
  const added = bench.leaves.filter(
    (leaf) => trial.draft.omitted.has(leaf.key) && !other.draft.omitted.has(leaf.key) && !unit.leaves.includes(leaf),
  );
  const patterns = added.map(patternAt);
  const about = [
    ...mentioned(patterns, failures),
    ...blamed(patterns, { ...other.candidate, failures, paths: pathsOf(failures) }),
  ];
  const refused = leavesAt(
    added,
    about.map(({ path }) => path),
  );
  if (refused.length === 0 || refused.length === added.length || bench.left() <= 0) return undefined;
  const back = omitting(other.draft, refused, ({ key }) => omissionAt(trial.draft, key));
  const leaner = await bench.try(back);
  return isNoWorse(leaner, trial) ? leaner : undefined;
}

function omissionAt({ omitted }: Draft, key: string): Omission {
  const omission = omitted.get(key);
  invariant(omission !== undefined, "a leaf that is omitted has its ground");
  return omission;
}

/** Omits a differing part of the leaves that a unit needs, where some of the unit stays set. */
async function withoutDifference(bench: Bench, trial: Trial, unit: Unit, other: Trial): Promise<Trial | undefined> {
  if (other.candidate.decision === undefined) return undefined;
  const set = bench.leaves.filter(({ key }) => !other.draft.omitted.has(key));
  for (const draft of withoutEnclosing(set, other)) {
    const keepsUnit = unit.leaves.some(({ key }) => !draft.omitted.has(key));
    if (!keepsUnit || bench.left() <= 0) return undefined;
    const leaner = await bench.try(draft);
    if (isNoWorse(leaner, trial)) return leaner;
  }
  return undefined;
}

/** Sets the whole unit exactly as Read returned it. */
function wholeOf({ leaves }: Bench, { draft }: Trial, { around }: Unit): Draft {
  const inside = leaves.filter(({ path }) => around.some((other) => startsWith(path, other)));
  return verbatimAt(setting(draft, inside), around);
}

/** True for the same refusal as the sample's; never for one that names nothing, which may not hold for other values. */
function isSameRefusal(bench: Bench, { leaves }: Unit, { draft, profile }: Prediction, refused: Trial): boolean {
  const own = answerOf(refused);
  const answer = JSON.stringify(own);
  const isSame = ({ key }: Leaf): boolean => {
    const omission = draft.omitted.get(key);
    return omission !== undefined && "answer" in omission && JSON.stringify(omission.answer) === answer;
  };
  if (own.kind === "differs" || !leaves.every(isSame)) return false;
  // The sample may have lacked what the refusal names.
  const needed = neededBy(bench, refused).flat();
  if (!needed.every(({ pattern }) => profile.patterns.has(pattern))) return false;
  return own.property !== "" || mentioned(bench.leaves.map(patternAt), [own]).length > 0;
}

/** The trials with a unit that were refused: its leaves alone, and all of it exactly as Read returned it. */
interface Refused {
  readonly alone: Trial;
  readonly whole: Trial;
}

/** Other programs that set a refused unit: with the leaves that it needs, without one part, or instead of a rival. */
function* alternatives(bench: Bench, trial: Trial, unit: Unit, { alone, whole }: Refused): Iterable<Draft> {
  const { leaves, around } = unit;
  for (const needed of neededBy(bench, alone)) yield setting(alone.draft, needed);
  for (const needed of [...neededBy(bench, alone), ...neededBy(bench, whole)]) {
    yield setting(whole.draft, needed);
    yield verbatimAt(setting(whole.draft, needed), [
      ...around,
      ...uniquePaths(needed.map(({ path }) => path.slice(0, 1))),
    ]);
  }
  yield* withoutPart(bench, trial, unit);
  if (namesNothing(bench, alone)) yield* withoutLeaf(trial, unit);
  if (around.length > 1 || around[0]?.length !== 1) return;
  for (const rival of rivalsOf(bench, trial, leaves, alone)) {
    if (comparePreference(asUnit(rival), asUnit(leaves), bench) < 0) yield withAnswer(alone.draft, rival, alone);
    const others = refusedFor(bench, trial, rival).filter((leaf) => !leaves.includes(leaf));
    const isWorse = [...leaves, ...others].some((leaf) => isDeprecated(bench, leaf)) || isLinked(bench, rival);
    if (others.length > 0 && !isWorse) yield withAnswer(setting(alone.draft, others), rival, alone);
  }
}

/** Omitted leaves whose refusal names a property that is set: of one property and several others, a program keeps the others. */
function refusedFor(bench: Bench, { draft }: Trial, rival: readonly Leaf[]): readonly Leaf[] {
  const patterns = rival.map(patternAt);
  return unsettableIn(bench, draft).filter(({ key }) => {
    const omission = draft.omitted.get(key);
    if (omission === undefined || !("answer" in omission) || omission.answer.kind !== "refused") return false;
    return mentioned(patterns, [omission.answer]).length > 0;
  });
}

/** Without one of at least three parts; then with all that is in each of the other members, empty ones too. */
function* withoutPart(bench: Bench, trial: Trial, { leaves, around }: Unit): Iterable<Draft> {
  const parts = [...new Set(leaves.map(({ pattern }) => pattern))];
  if (parts.length < 3) return;
  for (const part of parts) {
    yield setting(
      trial.draft,
      leaves.filter(({ pattern }) => pattern !== part),
    );
  }
  const below = [...leaves.map(({ path }) => path), ...emptyMembersOf(bench.subject)];
  const members = uniquePaths(
    around.flatMap((place) =>
      below
        .filter((path) => path.length > place.length && startsWith(path, place))
        .map((path) => path.slice(0, place.length + 1)),
    ),
  );
  for (const member of members) {
    const isOther = ({ path }: Leaf): boolean => !startsWith(path, member);
    const others = members.filter((other) => other !== member);
    yield verbatimAt(setting(trial.draft, leaves.filter(isOther)), others);
  }
}

/** Without one leaf of a few: elements of a list may each have another one that its own neighbours exclude. */
function* withoutLeaf(trial: Trial, { leaves }: Unit): Iterable<Draft> {
  if (leaves.length < 3 || leaves.length > mostSingleLeaves) return;
  for (const left of leaves) {
    yield setting(
      trial.draft,
      leaves.filter((leaf) => leaf !== left),
    );
  }
}

function namesNothing(bench: Bench, refused: Trial): boolean {
  const failures = failuresOf(refused);
  const isSpoken = mentioned(bench.leaves.map(patternAt), failures).length > 0;
  return failures.length > 0 && pathsOf(failures).length === 0 && !isSpoken;
}

/**
 * Omitted leaves that a program may have to set too: those that differ, or of these those that are omitted without an answer; those that
 * a refusal mentions or names; where it names nothing, those that are omitted without an answer, and each property that was refused.
 */
function neededBy(bench: Bench, { draft, candidate, fresh }: Trial): readonly (readonly Leaf[])[] {
  const failures = failuresOf({ candidate, fresh });
  const omitted = bench.leaves.filter((leaf) => draft.omitted.has(leaf.key));
  if (failures.length === 0) {
    const differing = leavesAt(omitted, candidate.paths);
    return [differing, differing.filter((leaf) => mayReturn(draft, leaf))].filter(({ length }) => length > 0);
  }
  const patterns = omitted.map(patternAt);
  const at = (some: readonly Pattern[]): readonly Leaf[] =>
    leavesAt(
      omitted,
      some.map(({ path }) => path),
    );
  const spoken = at(mentioned(patterns, failures));
  const about = at(blamed(patterns, { ...candidate, failures, paths: pathsOf(failures) }));
  if (spoken.length + about.length > 0 || pathsOf(failures).length > 0) {
    return [spoken, [...spoken, ...about]].filter(({ length }) => length > 0);
  }
  const unsettable = unsettableIn(bench, draft);
  const properties = [...new Set(unsettable.map(propertyOf))].map((name) =>
    unsettable.filter((leaf) => propertyOf(leaf) === name),
  );
  return [omitted.filter((leaf) => mayReturn(draft, leaf)), ...properties].filter(({ length }) => length > 0);
}

function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: answerOf(refused) }));
}

/** Properties that may exclude the leaves: those that the refusal names, else the deprecated ones. */
function rivalsOf(bench: Bench, trial: Trial, some: readonly Leaf[], refused: Trial): readonly (readonly Leaf[])[] {
  const { leaves } = bench;
  const failures = failuresOf(refused);
  const set = leaves.filter(({ key, path }) => !trial.draft.omitted.has(key) && path[0] !== some[0]?.path[0]);
  const about = mentioned(set.map(patternAt), failures).map(({ path }) => path);
  const named = leavesAt(set, [...about, ...pathsOf(failures)]);
  const properties = optionalPropertiesOf(named.length > 0 ? named : set, trial, bench);
  return properties.filter((rival) => named.length > 0 || rival.some((leaf) => isDeprecated(bench, leaf)));
}

function isDeprecated({ subject }: Bench, leaf: Leaf): boolean {
  return subject.resource.inputs.get(propertyOf(leaf))?.deprecationMessage !== undefined;
}

function isLinked({ subject }: Bench, some: readonly Leaf[]): boolean {
  return some.some((leaf) => subject.linked.some((other) => other[0] === propertyOf(leaf)));
}
