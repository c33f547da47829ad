/**
 * Confirm: what a program omits is held against the answers to that program. What is omitted on a ground that does not hold is set; what the
 * provider refused together with others is tried alone.
 */
import type { Omission } from "../../graph.ts";
import { isBetter } from "../candidates/candidate.ts";
import { mentioned } from "../candidates/mentions.ts";
import { type Draft, leavesAt, omitting, setting } from "./draft.ts";
import { plannedAt, previewFresh } from "./fresh-plan.ts";
import { isImplied } from "./implied.ts";
import { type Leaf, patternAt, propertyOf } from "./leaves.ts";
import { answerOf, asUnit, comparePreference, isAccepted, optionalPropertiesOf, pathsOf } from "./repair.ts";
import type { Bench, Trial } from "./trial.ts";

/** The other draft where it is no worse. */
export async function orElse(bench: Bench, trial: Trial, draft: Draft): Promise<Trial> {
  const other = await bench.try(draft);
  const isWorse =
    isBetter(trial.candidate, other.candidate) || (isAccepted(trial) && !isAccepted(other)) || other.unstable;
  return isWorse ? trial : other;
}

/** Sets what is omitted on a ground that this program's own fresh plan does not bear out: with other values set, a default may be another. */
export async function verified(bench: Bench, start: Trial): Promise<Trial> {
  let trial = start;
  for (let round = 0; round < 3; round += 1) {
    const wrong = await misjudged(bench, trial);
    if (wrong.length === 0) return trial;
    const next = await orElse(bench, trial, setting(trial.draft, wrong));
    if (next === trial) return trial;
    trial = next;
  }
  return trial;
}

async function misjudged({ leaves, subject }: Bench, { draft, fresh }: Trial): Promise<readonly Leaf[]> {
  // A trial that is not clean has no plan yet.
  const plan = fresh.planned === undefined ? await previewFresh(subject, fresh) : fresh;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const isRefused = plan.failures.length > 0;
  const isWrong = (leaf: Leaf, omission: Omission): boolean => {
    switch (omission.class) {
      case "implied":
        return isRefused || !isImplied(leaf, plan, set);
      case "assigned":
        return plannedAt(plan, leaf.path).kind === "absent";
      case "copy":
        return leaves.some((other) => propertyOf(other) === omission.of && isUnsettable(draft.omitted.get(other.key)));
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

/**
 * Sets again what went together with others and can be set alone, or instead of something that a program drops first; what cannot has its
 * own answer.
 */
export async function confirmed(bench: Bench, start: Trial): Promise<Trial> {
  if (!isAccepted(start)) return start;
  let trial = start;
  for (const property of unsettableProperties(bench, trial)) {
    if (bench.left() <= 0) return trial;
    const whole = await bench.try(setting(trial.draft, property));
    const next = isAccepted(whole) ? whole : await exchanged(bench, trial, property, whole);
    if (next !== undefined) trial = next;
    else trial = await confirmedAlone(bench, { ...trial, draft: withAnswer(trial.draft, property, whole) }, property);
  }
  return trial;
}

/** The beginning of the path that a program can leave out, as text. */
function unitOf({ optional }: Leaf): string {
  return JSON.stringify(optional);
}

function unsettableProperties({ leaves }: Bench, { draft }: Trial): readonly (readonly Leaf[])[] {
  const unsettable = leaves.filter(({ key }) => isUnsettable(draft.omitted.get(key)));
  return [...new Set(unsettable.map(propertyOf))].map((name) => unsettable.filter((leaf) => propertyOf(leaf) === name));
}

/** Each part of a property that a program can leave out, for itself. */
async function confirmedAlone(bench: Bench, start: Trial, property: readonly Leaf[]): Promise<Trial> {
  let trial = start;
  const units = [...new Set(property.map(unitOf))];
  for (const unit of units.length > 1 ? units : []) {
    if (bench.left() <= 0) return trial;
    const alone = property.filter((leaf) => unitOf(leaf) === unit);
    const other = await bench.try(setting(trial.draft, alone));
    trial = isAccepted(other) ? other : { ...trial, draft: withAnswer(trial.draft, alone, other) };
  }
  return trial;
}

function withAnswer(draft: Draft, some: readonly Leaf[], refused: Trial): Draft {
  return omitting(draft, some, () => ({ class: "unsettable", answer: answerOf(refused) }));
}

/** With the leaves instead of a property that excludes them and that a program drops first. */
async function exchanged(
  bench: Bench,
  trial: Trial,
  some: readonly Leaf[],
  refused: Trial,
): Promise<Trial | undefined> {
  for (const rival of rivalsOf(bench, trial, some, refused)) {
    if (bench.left() <= 0) return undefined;
    const other = await bench.try(withAnswer(setting(trial.draft, some), rival, refused));
    if (isAccepted(other)) return other;
  }
  return undefined;
}

/** Properties that may exclude the leaves and that a program drops first: those that the refusal names, else the deprecated ones. */
function rivalsOf(bench: Bench, trial: Trial, some: readonly Leaf[], refused: Trial): readonly (readonly Leaf[])[] {
  const { subject, leaves } = bench;
  const failures = refused.candidate.decision === undefined ? refused.candidate.failures : refused.fresh.failures;
  const set = leaves.filter(({ key, path }) => !trial.draft.omitted.has(key) && path[0] !== some[0]?.path[0]);
  const about = mentioned(set.map(patternAt), failures).map(({ path }) => path);
  const named = leavesAt(set, [...about, ...pathsOf(failures)]);
  const properties = optionalPropertiesOf(named.length > 0 ? named : set, trial, bench);
  const isDeprecated = ([leaf]: readonly Leaf[]): boolean =>
    leaf !== undefined && subject.resource.inputs.get(propertyOf(leaf))?.deprecationMessage !== undefined;
  return properties.filter(
    (rival) => (named.length > 0 || isDeprecated(rival)) && comparePreference(asUnit(rival), asUnit(some), bench) < 0,
  );
}
