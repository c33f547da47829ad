/**
 * Drafts: which leaves a program omits and why; everything else that Read returned it sets.
 */
import type { Omission } from "../../../graph.ts";
import { type Path, startsWith } from "../../../ir/path.ts";
import { nullValue } from "../../../value/value.ts";
import { identityBySchema, identityByValue } from "../candidates/identity.ts";
import { mayLeadInto } from "../candidates/overlap.ts";
import { requestedPatterns, requiredNextTo } from "../candidates/session.ts";
import type { Subject } from "../candidates/subject.ts";
import {
  type Pattern,
  patternKey,
  requiredPatterns,
  type Selected,
  type Selection,
  withPatterns,
  withSelected,
} from "../selection/selection.ts";
import { type Leaf, patternAt, topLevelProperty } from "./leaves.ts";

export interface Draft {
  /** By the leaf's key. */
  readonly omitted: ReadonlyMap<string, Omission>;
  /** Top-level properties that are set exactly as Read returned them, with their empty members. */
  readonly verbatim: ReadonlySet<string>;
  /** Patterns that are set besides leaves: those of another search, and properties inside of others with their empty members. */
  readonly base?: Selection;
}

/** `draft` with more leaves omitted: their properties are verbatim no longer. */
export function omitting(draft: Draft, leaves: readonly Leaf[], why: (leaf: Leaf) => Omission): Draft {
  const more = leaves.map((leaf): [string, Omission] => [leaf.key, why(leaf)]);
  return { ...notVerbatim(draft, leaves.map(topLevelProperty)), omitted: new Map([...draft.omitted, ...more]) };
}

/** `draft` without anything at a path, be it empty. These are the leaves there; `*` in the path stands for every element. */
export function omittingAt(draft: Draft, around: Path, leaves: readonly Leaf[], why: (leaf: Leaf) => Omission): Draft {
  const others = [...(draft.base ?? [])].filter(([, { pattern }]) => !mayLeadInto(pattern.path, around));
  return omitting({ ...draft, base: new Map(others) }, leaves, why);
}

/** `draft` with leaves set that it omitted. */
export function setting(draft: Draft, leaves: readonly Leaf[]): Draft {
  const keys = new Set(leaves.map(({ key }) => key));
  return { ...draft, omitted: new Map([...draft.omitted].filter(([key]) => !keys.has(key))) };
}

/** `draft` with properties set verbatim. */
export function verbatim(draft: Draft, names: Iterable<string>): Draft {
  return { ...draft, verbatim: new Set([...draft.verbatim, ...names]) };
}

/** `draft` with properties set without their empty members, or omitted where nothing else is in them. */
export function notVerbatim(draft: Draft, names: readonly string[]): Draft {
  return { ...draft, verbatim: new Set([...draft.verbatim].filter((name) => !names.includes(name))) };
}

/** `draft` with what is at these paths set exactly as Read returned it, until something of it is omitted. */
export function verbatimAt(draft: Draft, paths: readonly Path[]): Draft {
  const patterns = paths.map((path) => ({ path, presenceOnly: false }));
  return { ...draft, base: withPatterns(draft.base ?? new Map(), patterns, "recreate") };
}

/** `draft` with objects at these paths, though all of their members may be omitted. */
export function withObjectsAt(draft: Draft, paths: readonly Path[]): Draft {
  const patterns = paths.map((path) => ({ path, presenceOnly: true }));
  return { ...draft, base: withPatterns(draft.base ?? new Map(), patterns, "recreate") };
}

/** The selection that a draft stands for, with the strongest reason for each pattern. */
export function selectionOf(subject: Subject, leaves: readonly Leaf[], draft: Draft): Selection {
  const { all, resource, schema } = subject;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const isOmitted = new Set(leaves.filter(({ key }) => draft.omitted.has(key)).map(topLevelProperty));
  const names = new Set(set.map(topLevelProperty));
  // A property that is empty, or has nothing but empty members, has no leaf: it is set only as a whole.
  const isThere = (name: string): boolean => (all.get(name) ?? nullValue).kind !== "null" && !isOmitted.has(name);
  const whole = [...draft.verbatim].filter((name) => names.has(name) || isThere(name));
  const base = baseOf(draft, leaves, whole);
  const inBase = [...base.values()].filter(({ pattern }) => !pattern.presenceOnly).map(({ pattern }) => pattern.path);
  const isWhole = ({ path }: Pattern): boolean =>
    whole.includes(String(path[0])) || inBase.some((other) => mayLeadInto(path, other));
  const required = requiredPatterns(all, resource.inputs, resource.requiredInputs, schema);
  const identity = new Set([...identityByValue(subject), ...identityBySchema(subject)].map(patternKey));
  const wholes = whole.map((name): Selected => {
    const reason = resource.requiredInputs.has(name) ? "required" : "recreate";
    return { pattern: { path: [name], presenceOnly: false }, reason };
  });
  const parts = [
    ...required.map((pattern): Selected => ({ pattern, reason: "required" })),
    ...requestedPatterns(subject, subject.requested).map((pattern): Selected => ({ pattern, reason: "asked" })),
    ...set.map((leaf): Selected => {
      return { pattern: patternAt(leaf), reason: identity.has(leaf.pattern) ? "identity" : "recreate" };
    }),
  ];
  const selection = withSelected(base, [...wholes, ...parts.filter(({ pattern }) => !isWhole(pattern))]);
  const next = requiredNextTo({ subject, values: all }, selection).filter((pattern) => !isWhole(pattern));
  return withPatterns(selection, next, "required");
}

/** The base without patterns that cover an omitted leaf, and without those inside of a property or object that is set as a whole. */
function baseOf({ base = new Map(), omitted }: Draft, leaves: readonly Leaf[], whole: readonly string[]): Selection {
  const gone = leaves.filter(({ key }) => omitted.has(key));
  const isLeft = ({ path, presenceOnly }: Pattern): boolean =>
    presenceOnly || !gone.some((leaf) => mayLeadInto(leaf.path, path));
  const left = [...base].filter(([, { pattern }]) => isLeft(pattern));
  const outer = left.flatMap(([, { pattern }]) => (pattern.presenceOnly ? [] : [pattern.path]));
  // A selection takes a pattern with others below it for an object of which only these are set.
  const isInside = ({ path }: Pattern): boolean =>
    whole.includes(String(path[0])) || outer.some((other) => path.length > other.length && mayLeadInto(path, other));
  return new Map(left.filter(([, { pattern }]) => !isInside(pattern)));
}

/** Leaves that lie at or below a path, or that a path leads into; indexes of other elements do not count. */
export function leavesAt(leaves: readonly Leaf[], paths: readonly Path[]): readonly Leaf[] {
  return leaves.filter(({ path }) => paths.some((other) => startsWith(path, other) || startsWith(other, path)));
}

/** The properties that are empty or may have empty members, which only a verbatim program sets. */
export function withEmptyMembers({ all }: Subject, leaves: readonly Leaf[], draft: Draft): readonly string[] {
  return [...all].flatMap(([name, value]) => {
    if (draft.verbatim.has(name) || value.kind === "null") return [];
    const inside = leaves.filter((leaf) => topLevelProperty(leaf) === name);
    const isPlain = inside.some(({ path }) => path.length === 1);
    return isPlain || inside.some(({ key }) => draft.omitted.has(key)) ? [] : [name];
  });
}
