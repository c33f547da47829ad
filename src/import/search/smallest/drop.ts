import { getAt } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/open-value.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { type Candidate, isCleanCandidate } from "../candidates/candidate.ts";
import { byDeprecation } from "../candidates/deprecated.ts";
import { mayLeadInto, overlaps } from "../candidates/overlap.ts";
import {
  nothingTested,
  requiredNextTo,
  type SearchResult,
  type Session,
  type Tested,
  type TypeResults,
} from "../candidates/session.ts";
import { halves } from "../selection/halves.ts";
import { expandSelection, occurrenceKey } from "../selection/occurrences.ts";
import {
  leafSchemas,
  type Pattern,
  patternKey,
  patternOf,
  type Selection,
  searchReasons,
  select,
  withoutPatterns,
  withPatterns,
} from "../selection/selection.ts";
import { testGroups } from "./group-testing.ts";

/** Values that are dropped or kept together: a single value, or everything below an optional property. */
interface Unit {
  readonly path: Path;
  readonly patterns: readonly Pattern[];
}

/**
 * Drops every value that the program does not need. A program that is not clean must not get worse.
 *
 * @param results results of other resources. Values that those resources needed are not tested, and values that Diff names are kept without further
 * tests. Omitted for the type's first resource.
 */
export async function drop(
  session: Session,
  original: SearchResult,
  results: TypeResults | undefined,
): Promise<SearchResult> {
  const selection = expandSelection(original.selection, session.subject.all, searchReasons);
  // A program that is not clean may need different values, so the results of clean programs do not count.
  const usableResults =
    isCleanCandidate(original.candidate) || results === undefined
      ? results
      : { ...results, needed: nothingTested.needed };
  const doubtful = (chosen: Selection): readonly Unit[] =>
    droppableUnits(session, { ...original, selection: chosen }).filter((unit) =>
      isDoubtful(session, unit, usableResults, chosen),
    );
  const first = doubtful(selection);
  if (first.length === 0) return original;
  const start: State = { selection, candidate: original.candidate, named: [], kept: [] };
  let state = await testedAgain(session, await dropUnits(session, start, first));
  // Other resources may have needed a value only because of a value that this program no longer sets.
  const isNew = ({ path }: Unit): boolean => !first.some((unit) => overlaps(unit.path, path));
  const second = results === undefined ? [] : doubtful(state.selection).filter(isNew);
  state = await dropUnits(session, state, second);
  const units = [...first, ...second];
  const { deprecated, current } = byDeprecation(state.named, patternIn, session.subject);
  // Of two properties with equal values, the deprecated one is tested first and dropped.
  state = await testedInGroups(session, state, [
    ...deprecated.map((unit) => [unit]),
    ...(results ? [] : testGroups(current)),
  ]);
  state = await testedAgain(session, state);
  state = await emptyObjects(session, state, units);
  const tested = isCleanCandidate(state.candidate) ? testResults(session, state, units) : nothingTested;
  return { ...original, selection: state.selection, candidate: state.candidate, tested };
}

function testResults({ subject: { all }, exhausted }: Session, { selection }: State, units: readonly Unit[]): Tested {
  const patterns = units.flatMap((unit) => unit.patterns).filter(({ presenceOnly }) => !presenceOnly);
  const programs = new Set([selectionShape(selection)]);
  const resultsOf = (some: readonly Pattern[]): Tested["needed"] =>
    new Map(
      some.map((pattern) => [
        occurrenceKey(all, pattern),
        { pattern: patternKey(patternOf(pattern.path)), isData: isDataValue(all, pattern), programs },
      ]),
    );
  const isSet = (pattern: Pattern): boolean => selection.has(patternKey(pattern));
  // If the budget was used up, untested values are not known to be needed.
  const needed = exhausted() ? nothingTested.needed : resultsOf(patterns.filter(isSet));
  return { needed, unneeded: resultsOf(patterns.filter((pattern) => !isSet(pattern))) };
}

interface State {
  readonly selection: Selection;
  readonly candidate: Candidate;
  /** Units that are kept because a difference named them while other units were missing too. */
  readonly named: readonly Unit[];
  /** Units that were needed when omitted alone, with the program at that time. */
  readonly kept: readonly { readonly unit: Unit; readonly in: Selection }[];
}

function droppableUnits({ subject }: Session, { selection, candidate }: SearchResult): readonly Unit[] {
  const { inputs, requiredInputs } = subject.resource;
  const schemas = leafSchemas(subject.all, inputs, requiredInputs, subject.schema);
  // If a program is not clean, values at its differing paths cannot be tested. If it is rejected, or Diff names no path, no values can be tested.
  const isBlind = candidate.decision === undefined || (!isCleanCandidate(candidate) && candidate.paths.length === 0);
  const differing = isBlind ? [[]] : candidate.paths;
  const units = new Map<string, Path>();
  for (const { pattern, reason } of selection.values()) {
    const length = schemas.get(patternKey(patternOf(pattern.path)))?.optional || undefined;
    if (!searchReasons.has(reason) || (length === undefined && !pattern.presenceOnly)) continue;
    const path = pattern.path.slice(0, length);
    units.set(formatPath(path), path);
  }
  const fixed = [...selection.values()]
    .filter(({ reason }) => !searchReasons.has(reason))
    .map(({ pattern }) => pattern.path);
  const all = [...selection.values()].map(({ pattern }) => pattern);
  return [...units.values()]
    .filter(
      (path) => !differing.some((other) => overlaps(other, path)) && !fixed.some((other) => mayLeadInto(other, path)),
    )
    .map((path) => ({ path, patterns: all.filter((pattern) => startsWith(pattern.path, path)) }));
}

/** Returns whether some of the unit's values were not tested by other resources of the type. */
function isDoubtful(
  { subject }: Session,
  { patterns }: Unit,
  results: TypeResults | undefined,
  selection: Selection,
): boolean {
  return patterns.some((pattern) => isUntested(subject.all, pattern, results, selectionShape(selection)));
}

/** Returns a key of the selected patterns, equal for programs that set the same properties. */
export function selectionShape(selection: Selection): string {
  const keys = [...selection.values()].map(({ pattern }) =>
    patternKey({ path: patternOf(pattern.path).path, presenceOnly: pattern.presenceOnly }),
  );
  return [...new Set(keys)].sort().join("\n");
}

/** Returns whether no resource has shown whether programs of the type need this value. `shape` is omitted if it is unknown. */
export function isUntested(
  values: PropertyMap,
  occurrence: Pattern,
  results: TypeResults | undefined,
  shape?: string,
): boolean {
  if (results === undefined || occurrence.presenceOnly) return true;
  const needed = results.needed.get(occurrenceKey(values, occurrence));
  if (needed !== undefined && (shape === undefined || needed.programs.has(shape))) return false;
  return !(results.varied.has(patternKey(patternOf(occurrence.path))) && isDataValue(values, occurrence));
}

/** Returns whether the value is data, that is, neither empty nor a boolean. Data can be different in each resource. */
export function isDataValue(values: PropertyMap, { path }: Pattern): boolean {
  const value = getAt(values, path);
  return value !== undefined && !isEmpty(value) && value.kind !== "boolean";
}

async function dropUnits(session: Session, state: State, units: readonly Unit[]): Promise<State> {
  if (units.length === 0 || session.exhausted()) return state;
  const tried = await tryWithout(session, state, units);
  if (tried.accepted) return { ...state, ...tried };
  const [only] = units;
  if (units.length === 1 && only !== undefined)
    return { ...state, kept: [...state.kept, { unit: only, in: state.selection }] };
  const missed = units.filter(({ path }) => tried.candidate.paths.some((other) => overlaps(path, other)));
  const spared = units.filter((unit) => !missed.includes(unit));
  if (missed.length > 0 && spared.length > 0) {
    return await dropUnits(session, await dropUnits(session, state, spared), missed);
  }
  const exact = units.every((unit) => isNamedAlone(unit, units, tried.candidate));
  if (exact) return { ...state, named: [...state.named, ...units] };
  const [left, right] = halves(likelyUnitsFirst(session, units));
  if (left === undefined || right === undefined) return state;
  return await dropUnits(session, await dropUnits(session, state, left), right);
}

/** Tests kept units again, because they may have been needed only together with a unit that was dropped later. */
async function testedAgain(session: Session, start: State): Promise<State> {
  let state = start;
  for (const { unit, in: before } of start.kept) {
    if (before.size !== state.selection.size) state = await dropUnits(session, state, [unit]);
  }
  return state;
}

/** Tests units again, in groups. Diff named them while other units were omitted too, and one difference can hide another. */
async function testedInGroups(session: Session, start: State, groups: readonly (readonly Unit[])[]): Promise<State> {
  let state = start;
  for (const group of groups) {
    const units = group.filter(({ patterns }) => selectsAny(state, patterns.map(patternKey)));
    if (units.length === 0) continue;
    if (session.exhausted()) break;
    const tried = await tryWithout(session, state, units);
    if (tried.accepted) state = { ...state, ...tried };
    const suspects = tried.accepted ? [] : units.filter((unit) => !isNamedAlone(unit, units, tried.candidate));
    if (units.length > 1) for (const unit of suspects) state = await dropUnits(session, state, [unit]);
  }
  return state;
}

/** Replaces the last member of an object with an empty object, if only its presence is needed. */
async function emptyObjects(session: Session, start: State, units: readonly Unit[]): Promise<State> {
  let state = start;
  for (const unit of units) {
    let inside = unit.path;
    let keys = new Set(unit.patterns.map(patternKey));
    while (selectsAny(state, keys) && inside.length > 1 && typeof inside.at(-1) === "string" && !session.exhausted()) {
      const emptyObject = { path: inside.slice(0, -1), presenceOnly: true };
      const remaining = withoutPatterns(state.selection, keys);
      if (
        getAt(select(session.subject.all, remaining), emptyObject.path) !== undefined ||
        requiresMembers(session, emptyObject.path)
      )
        break;
      const selection = withPatterns(remaining, [emptyObject], "diff");
      const candidate = await session.try(selection);
      if (!isCandidateNoWorse(candidate, state.candidate)) break;
      state = { ...state, selection, candidate };
      inside = emptyObject.path;
      keys = new Set([patternKey(emptyObject)]);
    }
  }
  return state;
}

async function tryWithout(session: Session, state: State, units: readonly Unit[]) {
  const keys = new Set(units.flatMap(({ patterns }) => patterns.map(patternKey)));
  const selection = withoutPatterns(state.selection, keys);
  const candidate = await session.try(selection);
  return { selection, candidate, accepted: isCandidateNoWorse(candidate, state.candidate) };
}

function isCandidateNoWorse(candidate: Candidate, than: Candidate): boolean {
  if (candidate.score[0] > than.score[0] || candidate.decision === undefined) return false;
  const knownPaths = new Set(than.paths.map(formatPath));
  return candidate.paths.every((path) => knownPaths.has(formatPath(path)));
}

/** Returns whether the schema does not allow an empty object at the path. */
function requiresMembers(session: Session, path: Path): boolean {
  const member: Pattern = { path: [...path, ""], presenceOnly: false };
  return requiredNextTo(session.subject, withPatterns(new Map(), [member], "diff")).some((other) =>
    startsWith(other.path, path),
  );
}

function selectsAny({ selection }: State, keys: Iterable<string>): boolean {
  return [...keys].some((key) => selection.has(key));
}

/** Returns whether Diff names a path of this unit that does not belong to another unit, except units around or inside it. */
function isNamedAlone({ path }: Unit, units: readonly Unit[], { decision }: Candidate): boolean {
  return (decision?.paths ?? []).some((named) => {
    const isNested = (other: Path): boolean =>
      startsWith(other, path) || (startsWith(path, other) && named.length > other.length);
    return overlaps(path, named) && units.every((other) => !overlaps(other.path, named) || isNested(other.path));
  });
}

/** Sorts units for bisection: deprecated properties, then values that providers return for unset properties, then all others. */
function likelyUnitsFirst({ subject }: Session, units: readonly Unit[]): readonly Unit[] {
  const isLikely = ({ patterns }: Unit): boolean => !patterns.some((pattern) => isDataValue(subject.all, pattern));
  const { deprecated, current } = byDeprecation(units, patternIn, subject);
  return [...deprecated, ...current.filter(isLikely), ...current.filter((unit) => !isLikely(unit))];
}

function patternIn({ path }: Unit): Pattern {
  return { path, presenceOnly: false };
}
