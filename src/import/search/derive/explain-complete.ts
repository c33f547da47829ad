/**
 * Explains a complete program: the accounting of what Read returned, with the ground of each class. Pure; asks nobody.
 */
import type { Accounted, Decided, Ground, Link } from "../../../graph.ts";
import { formatPath, formatPattern, type Path, parsePath, startsWith } from "../../../ir/path.ts";
import { identityBySchema, identityByValue } from "../candidates/identity.ts";
import { overlaps } from "../candidates/overlap.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Completed, CompleteProfile } from "../complete/completed.ts";
import { plannedAt } from "../complete/create-plan.ts";
import type { Proof } from "../prove/prove.ts";
import { patternKey, patternOf } from "../selection/selection.ts";
import { referentsIn } from "./link-referents.ts";

/** All facts about the search for one complete program. */
export interface CompleteCase {
  readonly subject: Subject;
  readonly proof: Proof;
  readonly accounting: readonly Accounted[];
  readonly links: readonly Link[];
  readonly placeholders: readonly Path[];
  /** Absent: the resource is like one that was proven. */
  readonly completed?: Completed;
  /** Absent: this is the sample. */
  readonly profile?: CompleteProfile;
}

/** The values that are set first, in the order of what was read; then those that are omitted. Elements of a list with one ground are one row. */
export function explainComplete(facts: CompleteCase): readonly Decided[] {
  const rows = facts.accounting.map((accounted) => decidedOf(facts, accounted));
  const given = facts.subject.requested.flatMap((path) => supplied(facts, path));
  const unknown = facts.subject.cloud.unknown.map((path): Decided => ({ path, ground: { kind: "not-an-input" } }));
  const set = rows.filter(({ reason }) => reason !== undefined);
  const omitted = rows.filter(({ reason }) => reason === undefined);
  return [...gatheredRows([...given, ...set]), ...gatheredRows(omitted), ...unknown];
}

/** Values that the import file gives and Read did not return. */
function supplied(facts: CompleteCase, path: Path): readonly Decided[] {
  const text = formatPath(path);
  const isRead = facts.accounting.some((other) => startsWith(parsePath(other.path) ?? [], path));
  if (isRead || !facts.proof.program.has(String(path[0]))) return [];
  return [{ path: text, class: "set", reason: "asked", ground: askedGround(facts, path) }];
}

function decidedOf(facts: CompleteCase, accounted: Accounted): Decided {
  const path = parsePath(accounted.path) ?? [accounted.path];
  const base = { path: accounted.path, class: accounted.class };
  switch (accounted.class) {
    case "set": {
      const targets = referentsIn(facts.links.filter((link) => overlaps(link.path, path)));
      const pointsTo = targets.length > 0 && { pointsTo: targets };
      return { ...base, reason: accounted.reason, ground: groundOfSet(facts, path, accounted.reason), ...pointsTo };
    }
    case "implied":
      return { ...base, ground: { kind: "implied", by: accounted.by } };
    case "owned":
      return { ...base, ground: { kind: "owned", owner: accounted.owner } };
    case "assigned":
      return { ...base, ground: { kind: "assigned", because: accounted.because } };
    case "copy":
      return { ...base, ground: { kind: "copy", of: accounted.of } };
    case "unsettable":
      return { ...base, ground: groundOfUnsettable(accounted) };
  }
}

function groundOfUnsettable(accounted: Extract<Accounted, { readonly class: "unsettable" }>): Ground {
  if ("answer" in accounted) return { kind: "with", answer: accounted.answer };
  if ("claimed" in accounted) return { kind: "claimed", as: accounted.claimed };
  return { kind: "unowned", besides: accounted.besides };
}

function groundOfSet(facts: CompleteCase, path: Path, reason: NonNullable<Decided["reason"]>): Ground {
  const { subject } = facts;
  const key = patternKey(patternOf(path));
  switch (reason) {
    case "required":
      return { kind: "required" };
    case "asked":
      return askedGround(facts, path);
    case "identity": {
      if (identityByValue(subject).some((pattern) => patternKey(pattern) === key)) return { kind: "id" };
      const by = identityBySchema(subject).some((pattern) => patternKey(pattern) === key) ? "schema" : "diff";
      return { kind: "replaces", by };
    }
    case "recreate":
    case "diff":
    case "check":
      return recreateGround(facts, path, key);
  }
}

function askedGround({ subject, placeholders }: CompleteCase, path: Path): Ground {
  if (placeholders.some((placeholder) => startsWith(path, placeholder))) return { kind: "placeholder" };
  return { kind: "asked", by: subject.cloud.request.inputs?.has(String(path[0])) === true ? "inputs" : "properties" };
}

function recreateGround({ completed, profile }: CompleteCase, path: Path, key: string): Ground {
  if (completed?.identifying.has(key) === true || profile?.notAssigned.has(key) === true) {
    return { kind: "replaces", by: "diff" };
  }
  if (completed?.basis === undefined) {
    return profile === undefined ? { kind: "recreate", plan: "not-asked" } : { kind: "taught", by: profile.sample };
  }
  const { basis } = completed;
  const refusal = basis.refused.get(formatPath(path));
  if (refusal !== undefined) return { kind: "fresh", reason: refusal };
  // No plan omits a value that the basis sets.
  if (basis.set.some((leaf) => leaf.key === formatPath(path))) return { kind: "recreate", plan: "not-asked" };
  const planned = plannedAt(basis.plan, path);
  return { kind: "recreate", plan: planned.kind === "known" ? "other" : planned.kind };
}

/** Merges rows whose paths differ in indexes only and that are otherwise equal, with `*` for the indexes. */
function gatheredRows(rows: readonly Decided[]): readonly Decided[] {
  const found = new Map<string, Decided>();
  for (const row of rows) {
    const path = formatPattern(patternOf(parsePath(row.path) ?? [row.path]).path);
    const general = { ...row, path };
    found.set(JSON.stringify(general), general);
  }
  return [...found.values()];
}
