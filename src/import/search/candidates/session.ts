import type { Reason } from "../../../domain/graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/open-value.ts";
import { type Path, startsWith } from "../../../value/path.ts";
import { nullValue, type PropertyMap, type Value } from "../../../value/value.ts";
import { coversPattern, occurrenceKey, occurrencesOf, valueKey } from "../selection/occurrences.ts";
import {
  type Pattern,
  patternOf,
  plainPart,
  requiredPatterns,
  type Selection,
  select,
  withPatterns,
} from "../selection/selection.ts";
import { type Candidate, candidateEvidence, tryCandidate } from "./candidate.ts";
import type { MissingInputs } from "./missing-inputs.ts";
import { patternsBelow } from "./overlap.ts";
import type { PrivateMembers } from "./private-members.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** The results of the first resource of a type (the sample), which are hints for the other resources. */
export interface TypeProfile {
  /** The sample's logical name. */
  readonly sample: string;
  /** Patterns that the sample's program sets, except for patterns that only its import spec requests. */
  readonly patterns: readonly { readonly pattern: Pattern; readonly reason: Reason }[];
  /** Required inputs that were missing in the sample. */
  readonly missingInputs?: MissingInputs;
  /** Which values the programs of the type needed. */
  readonly results: TypeResults;
  /** The sample's key (`selectionLikeness`) and private members. Omitted unless the sample is clean and Check added only private members. */
  readonly plain?: { readonly likeness: string; readonly added: PrivateMembers };
}

export interface TestedValue {
  /** The key of the value's pattern. */
  readonly pattern: string;
  /** Whether the value is neither empty nor a boolean. Such a property can have countless values, so the results for some of them count for all. */
  readonly isData: boolean;
  /** The shapes of the programs that needed the value (`selectionShape`). Programs with other properties may not need it. */
  readonly programs: ReadonlySet<string>;
}

/** Values that the provider tested, by `occurrenceKey`. */
export interface Tested {
  /** Values that some programs need. */
  readonly needed: ReadonlyMap<string, TestedValue>;
  readonly unneeded: ReadonlyMap<string, TestedValue>;
}

export interface TypeResults extends Tested {
  /** Keys of patterns for which all tested values were needed. Their other values are not tested. */
  readonly varied: ReadonlySet<string>;
}

export interface SearchResult {
  readonly selection: Selection;
  readonly candidate: Candidate;
  readonly tested: Tested;
  /** Whether the search ended because its budget was used up. */
  readonly exhausted: boolean;
}

export const nothingTested: Tested = { needed: new Map(), unneeded: new Map() };

/** Returns the result of a search that tested no values individually. */
export function searchResult(selection: Selection, candidate: Candidate): SearchResult {
  return { selection, candidate, tested: nothingTested, exhausted: false };
}

export interface Session {
  readonly subject: Subject;
  try(selection: Selection): Promise<Candidate>;
  exhausted(): boolean;
}

/** Creates a session that tests up to `budget` programs of a resource, each once. */
export function newSession(subject: Subject, budget: number): Session {
  const memo = new Map<string, Candidate>();
  let spent = 0;
  return {
    subject,
    exhausted: () => spent >= budget,
    try: async (selection) => {
      const program = select(subject.all, selection);
      // Selections with the same values are the same program.
      const key = valueKey(program);
      const cached = memo.get(key);
      if (cached !== undefined) return cached;
      spent += 1;
      const candidate = await tryCandidate(subject, program);
      memo.set(key, candidate);
      subject.record(candidateEvidence(selection, candidate));
      return candidate;
    },
  };
}

/** Returns the patterns to start with: required by the schema, requested by the import spec, or set by the type's first resource. */
export function startingSelection(subject: Subject, profile: TypeProfile | undefined): Selection {
  const { all: values, resource, schema } = subject;
  const all = patternsOf(subject);
  const required = requiredPatterns(values, resource.inputs, resource.requiredInputs, schema);
  let selection = withPatterns(new Map(), required, "required");
  selection = withPatterns(selection, requestedPatterns(subject, subject.requested), "asked");
  selection = withPatterns(selection, requiredNextTo(subject, selection), "required");
  for (const { pattern, reason } of profile?.patterns ?? []) {
    if (!hasContent(values, pattern)) continue;
    const inside = all.some(({ path }) => path.length > pattern.path.length && startsWith(path, pattern.path));
    // The object is empty in the sample, so the sample only shows that it must be present.
    const expected =
      inside && !pattern.presenceOnly ? presencePatterns(all, pattern) : worthSetting(values, pattern, profile);
    selection = withPatterns(selection, expected, reason);
  }
  return withPatterns(selection, requiredNextTo(subject, selection), "check");
}

/** Returns required members of the objects that a selection sets. Without them, the program does not compile. */
export function requiredNextTo({ all, resource, schema }: Subject, selection: Selection): readonly Pattern[] {
  const set = [...selection.values()].map(({ pattern }) => pattern.path).filter(({ length }) => length > 1);
  if (set.length === 0) return [];
  const required = requiredPatterns(all, resource.inputs, resource.requiredInputs, schema, set);
  // A pattern for a member sets the object too, so the object needs no pattern.
  const inner = [...set, ...required.map(({ path }) => path)];
  const isOuter = ({ path }: Pattern): boolean =>
    inner.some((other) => other.length > path.length && startsWith(patternOf(other).path, path));
  return required.filter(
    (pattern) => !(pattern.presenceOnly && isOuter(pattern)) && !coversPattern(selection, pattern),
  );
}

function presencePatterns(all: readonly Pattern[], { path }: Pattern): readonly Pattern[] {
  const element = [...path, "*"];
  const isList = all.some((other) => startsWith(other.path, element));
  return [{ path, presenceOnly: true }, ...(isList ? [{ path: element, presenceOnly: true }] : [])];
}

/** Returns the pattern, or, if other resources did not need some of its values, the paths of the remaining values. */
function worthSetting(values: PropertyMap, pattern: Pattern, profile: TypeProfile | undefined): readonly Pattern[] {
  const { unneeded } = profile?.results ?? {};
  if (pattern.presenceOnly || unneeded === undefined || unneeded.size === 0) return [pattern];
  const occurrences = occurrencesOf(values, pattern);
  const remaining = occurrences.filter((occurrence) => !unneeded.has(occurrenceKey(values, occurrence)));
  return remaining.length === occurrences.length ? [pattern] : remaining;
}

/** Returns the patterns at these paths that have a value other than null. */
export function requestedPatterns(subject: Subject, paths: readonly Path[]): readonly Pattern[] {
  if (paths.length === 0) return [];
  const values = new Map([...subject.values, ...subject.fallback]);
  return patternsBelow(patternsOf(subject, values), paths).filter(({ path }) => {
    const value = getThroughSecrets(values, plainPart(path));
    return value !== undefined && value.kind !== "null";
  });
}

/** Returns whether the value at the pattern is neither null nor empty. */
export function hasContent(values: PropertyMap, pattern: Pattern): boolean {
  const [name, ...rest] = pattern.path;
  const value = typeof name === "string" ? values.get(name) : undefined;
  return value !== undefined && hasValueAt(value, rest);
}

function hasValueAt(value: Value, path: Path): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return !isEmpty(value);
  if (value.kind === "list" && typeof key === "number") return hasValueAt(value.items[key] ?? nullValue, rest);
  if (value.kind === "list") return value.items.some((item) => hasValueAt(item, key === "*" ? rest : path));
  const child = value.kind === "map" ? value.entries.get(String(key)) : undefined;
  return child !== undefined && hasValueAt(child, rest);
}
