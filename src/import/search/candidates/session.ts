/**
 * Session: the candidates of one resource, each tested once and counted, and the selection that every search starts with.
 */
import type { Reason } from "../../../graph.ts";
import { type Path, startsWith } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/is-empty.ts";
import { nullValue, type PropertyMap, type Value } from "../../../value/value.ts";
import { coversPattern, placeKey, placesOf, valueKey } from "../selection/places.ts";
import {
  type Pattern,
  patternOf,
  plainPart,
  requiredPatterns,
  type Selection,
  select,
  withPatterns,
} from "../selection/selection.ts";
import { type Candidate, triedOf, tryCandidate } from "./candidate.ts";
import type { MissingInputs } from "./missing-inputs.ts";
import { patternsBelow } from "./overlap.ts";
import type { PrivateMembers } from "./private-members.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** The results of the sample of a type: a hint for the other resources, never a verdict. */
export interface TypeProfile {
  /** Its logical name. */
  readonly sample: string;
  /** Patterns that the sample's program sets because of the provider's answers or its identity. */
  readonly patterns: readonly { readonly pattern: Pattern; readonly reason: Reason }[];
  /** Required inputs that the sample lacked. */
  readonly missingInputs?: MissingInputs;
  /** Results for single values. */
  readonly results: TypeResults;
  /** Present when the sample is clean and Check added only private members to its program: its likeness (`likenessOf`). */
  readonly plain?: { readonly likeness: string; readonly added: PrivateMembers };
}

/** A tested value: the key of its pattern, and whether it is data, which may have any other value. */
export interface TestedValue {
  readonly pattern: string;
  readonly isData: boolean;
  /** The shapes of the programs that needed it (`shapeOf`): next to other properties it may not be needed. */
  readonly programs: ReadonlySet<string>;
}

/** Values that the provider has tested, by `placeKey`: programs of the type need some of them, and can spare the others. */
export interface Tested {
  readonly needed: ReadonlyMap<string, TestedValue>;
  readonly spare: ReadonlyMap<string, TestedValue>;
}

export interface TypeResults extends Tested {
  /** Keys of patterns of data that was needed in every test: no more values are tested. */
  readonly varied: ReadonlySet<string>;
}

export interface Found {
  readonly selection: Selection;
  /** The values that the selection is of: the subject's, with outputs where a difference named them. */
  readonly values: PropertyMap;
  readonly candidate: Candidate;
  /** Values that were tested. */
  readonly tested: Tested;
  /** True when the budget ended the search. */
  readonly exhausted: boolean;
}

export const nothingTested: Tested = { needed: new Map(), spare: new Map() };

export interface Session {
  readonly subject: Subject;
  /** Values that a program can set: the subject's, and outputs in the input shape where its inputs have nothing. */
  readonly values: PropertyMap;
  try(selection: Selection): Promise<Candidate>;
  exhausted(): boolean;
}

/** @param budget how many candidates the provider may test. */
export function newSession(subject: Subject, budget: number): Session {
  const memo = new Map<string, Candidate>();
  const values = subject.all;
  let spent = 0;
  return {
    subject,
    values,
    exhausted: () => spent >= budget,
    try: async (selection) => {
      const program = select(values, selection);
      // By its values: two selections may be the same program.
      const key = valueKey(program);
      const known = memo.get(key);
      if (known !== undefined) return known;
      spent += 1;
      const candidate = await tryCandidate(subject, program, subject.cloud.projected);
      memo.set(key, candidate);
      subject.record(triedOf(selection, candidate));
      return candidate;
    },
  };
}

/** The patterns that the schema requires, that the import spec asks for, and that the sample of the type needed. */
export function startingSelection(
  session: Pick<Session, "subject" | "values">,
  profile: TypeProfile | undefined,
): Selection {
  const { subject, values } = session;
  const { resource, schema } = subject;
  const all = patternsOf(subject);
  const required = requiredPatterns(values, resource.inputs, resource.requiredInputs, schema);
  let selection = withPatterns(new Map(), required, "required");
  selection = withPatterns(selection, askedPatterns(subject, subject.asked), "asked");
  selection = withPatterns(selection, requiredNextTo(session, selection), "required");
  for (const { pattern, reason } of profile?.patterns ?? []) {
    if (!hasContent(values, pattern)) continue;
    const inside = all.some(({ path }) => path.length > pattern.path.length && startsWith(path, pattern.path));
    // An object that is empty in the sample and not here: the sample shows only that it has to be present.
    const expected =
      inside && !pattern.presenceOnly ? presencePatterns(all, pattern) : worthSetting(values, pattern, profile);
    selection = withPatterns(selection, expected, reason);
  }
  return withPatterns(selection, requiredNextTo(session, selection), "check");
}

/** Members that the schema requires in the objects that a selection sets: without them the program does not compile. */
export function requiredNextTo(
  { subject, values }: Pick<Session, "subject" | "values">,
  selection: Selection,
): readonly Pattern[] {
  const { resource, schema } = subject;
  const set = [...selection.values()].map(({ pattern }) => pattern.path).filter(({ length }) => length > 1);
  if (set.length === 0) return [];
  const required = requiredPatterns(values, resource.inputs, resource.requiredInputs, schema, set);
  // An object is set with what is set in it.
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

/** The pattern, or its places without those whose values other resources of the type did not need. */
function worthSetting(values: PropertyMap, pattern: Pattern, profile: TypeProfile | undefined): readonly Pattern[] {
  const { spare } = profile?.results ?? {};
  if (pattern.presenceOnly || spare === undefined || spare.size === 0) return [pattern];
  const places = placesOf(values, pattern);
  const left = places.filter((place) => !spare.has(placeKey(values, place)));
  return left.length === places.length ? [pattern] : left;
}

/** Patterns at these paths that Read returned, be it among the outputs only, and that are not null. */
export function askedPatterns(subject: Subject, paths: readonly Path[]): readonly Pattern[] {
  if (paths.length === 0) return [];
  const values = new Map([...subject.values, ...subject.fallback]);
  return patternsBelow(patternsOf(subject, values), paths).filter(({ path }) => {
    const value = getThroughSecrets(values, plainPart(path));
    return value !== undefined && value.kind !== "null";
  });
}

/** True when the resource has a value at the pattern that is neither null nor empty. */
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
