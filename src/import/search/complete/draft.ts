import type { Omission } from "../../../domain/graph.ts";
import { type Path, startsWith } from "../../../value/path.ts";
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

/** A program, described by the read values that it omits. It sets all other read values. */
export interface Draft {
  /** Why each omitted value is omitted, by the value's key. */
  readonly omitted: ReadonlyMap<string, Omission>;
  /** Top-level properties that are set exactly as Read returned them, including empty members. */
  readonly verbatim: ReadonlySet<string>;
  /** Additional patterns to set: from another search, or nested properties with their empty members. */
  readonly base?: Selection;
}

/** Omits more values. Their top-level properties are no longer set exactly as Read returned them. */
export function omitting(draft: Draft, leaves: readonly Leaf[], omission: (leaf: Leaf) => Omission): Draft {
  const more = leaves.map((leaf): [string, Omission] => [leaf.key, omission(leaf)]);
  return { ...notVerbatim(draft, leaves.map(topLevelProperty)), omitted: new Map([...draft.omitted, ...more]) };
}

/** Omits everything at a path, including empty members. `leaves` are the values at the path; `*` in the path matches every element. */
export function omittingAt(
  draft: Draft,
  around: Path,
  leaves: readonly Leaf[],
  omission: (leaf: Leaf) => Omission,
): Draft {
  const others = [...(draft.base ?? [])].filter(([, { pattern }]) => !mayLeadInto(pattern.path, around));
  return omitting({ ...draft, base: new Map(others) }, leaves, omission);
}

/** Sets values that the draft omits. */
export function setting(draft: Draft, leaves: readonly Leaf[]): Draft {
  const keys = new Set(leaves.map(({ key }) => key));
  return { ...draft, omitted: new Map([...draft.omitted].filter(([key]) => !keys.has(key))) };
}

/** Sets properties exactly as Read returned them, including empty members. */
export function settingVerbatim(draft: Draft, names: Iterable<string>): Draft {
  return { ...draft, verbatim: new Set([...draft.verbatim, ...names]) };
}

/** Sets properties without their empty members, or omits them if they have no other content. */
export function notVerbatim(draft: Draft, names: readonly string[]): Draft {
  return { ...draft, verbatim: new Set([...draft.verbatim].filter((name) => !names.includes(name))) };
}

/** Sets the values at these paths exactly as Read returned them, until a part of them is omitted. */
export function verbatimAt(draft: Draft, paths: readonly Path[]): Draft {
  const patterns = paths.map((path) => ({ path, presenceOnly: false }));
  return { ...draft, base: withPatterns(draft.base ?? new Map(), patterns, "recreate") };
}

/** Sets objects at these paths even if all their members are omitted. */
export function withObjectsAt(draft: Draft, paths: readonly Path[]): Draft {
  const patterns = paths.map((path) => ({ path, presenceOnly: true }));
  return { ...draft, base: withPatterns(draft.base ?? new Map(), patterns, "recreate") };
}

/** Returns the patterns that a draft sets, each with the strongest reason. */
export function draftSelection(subject: Subject, leaves: readonly Leaf[], draft: Draft): Selection {
  const { all, resource, schema } = subject;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const isOmitted = new Set(leaves.filter(({ key }) => draft.omitted.has(key)).map(topLevelProperty));
  const names = new Set(set.map(topLevelProperty));
  // A property that is empty or has only empty members can only be set as a whole.
  const isThere = (name: string): boolean => (all.get(name) ?? nullValue).kind !== "null" && !isOmitted.has(name);
  const wholeNames = [...draft.verbatim].filter((name) => names.has(name) || isThere(name));
  const base = effectiveBase(draft, leaves, wholeNames);
  const inBase = [...base.values()].filter(({ pattern }) => !pattern.presenceOnly).map(({ pattern }) => pattern.path);
  const isWhole = ({ path }: Pattern): boolean =>
    wholeNames.includes(String(path[0])) || inBase.some((other) => mayLeadInto(path, other));
  const required = requiredPatterns(all, resource.inputs, resource.requiredInputs, schema);
  const identity = new Set([...identityByValue(subject), ...identityBySchema(subject)].map(patternKey));
  const wholes = wholeNames.map((name): Selected => {
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
  const siblings = requiredNextTo(subject, selection).filter((pattern) => !isWhole(pattern));
  return withPatterns(selection, siblings, "required");
}

/** Returns the patterns of `base` that cover no omitted value and are not inside a property or object that is set as a whole. */
function effectiveBase(
  { base = new Map(), omitted }: Draft,
  leaves: readonly Leaf[],
  whole: readonly string[],
): Selection {
  const omittedLeaves = leaves.filter(({ key }) => omitted.has(key));
  const isLeft = ({ path, presenceOnly }: Pattern): boolean =>
    presenceOnly || !omittedLeaves.some((leaf) => mayLeadInto(leaf.path, path));
  const remaining = [...base].filter(([, { pattern }]) => isLeft(pattern));
  const outer = remaining.flatMap(([, { pattern }]) => (pattern.presenceOnly ? [] : [pattern.path]));
  // A pattern with other patterns below it would select only these.
  const isInside = ({ path }: Pattern): boolean =>
    whole.includes(String(path[0])) || outer.some((other) => path.length > other.length && mayLeadInto(path, other));
  return new Map(remaining.filter(([, { pattern }]) => !isInside(pattern)));
}

/** Returns the values at, below, or around the paths. Indexes must match. */
export function leavesAt(leaves: readonly Leaf[], paths: readonly Path[]): readonly Leaf[] {
  return leaves.filter(({ path }) => paths.some((other) => startsWith(path, other) || startsWith(other, path)));
}

/** Returns the properties that are empty or may have empty members, and that the draft does not set exactly as Read returned them. */
export function withEmptyMembers({ all }: Subject, leaves: readonly Leaf[], draft: Draft): readonly string[] {
  return [...all].flatMap(([name, value]) => {
    if (draft.verbatim.has(name) || value.kind === "null") return [];
    const inside = leaves.filter((leaf) => topLevelProperty(leaf) === name);
    const isPlain = inside.some(({ path }) => path.length === 1);
    return isPlain || inside.some(({ key }) => draft.omitted.has(key)) ? [] : [name];
  });
}
