/**
 * The rows of a review in groups: problems first, one group for each reason, and the clean rows by type. Pure.
 */

import { isRefused, outcomeWords, problemOf } from "../../domain/outcome.ts";
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import { byRank, mayBeRefused, type Verdict, verdicts } from "../../domain/verdicts.ts";
import type { Difference, Urn } from "../../graph.ts";
import { formatPath } from "../../ir/path.ts";
import { grouped } from "../diagnostics.ts";
import { commonReason, reasonKey } from "../reason-key.ts";
import { shownTypes } from "../resource-labels.ts";

/** In the order of the list. */
export const reviewSections: readonly Section[] = [...byRank(verdicts), "out"];

export type Section = Verdict | "out";

/** Rows with one reason, or of one type where nobody needs a reason. */
export interface ReviewGroup {
  /** The same as long as its reason is. */
  readonly id: string;
  readonly section: Section;
  readonly title: string;
  /** One line that tells two groups with one title apart; empty: the title is enough. */
  readonly reason: string;
  /** At least one; those of the parts too. */
  readonly rows: readonly ReviewRow[];
  /** Empty: the group shows its rows. */
  readonly parts: readonly ReviewGroup[];
}

export interface Narrowing {
  readonly filter: Section | "all";
  /** A part of the type, the name or the id; empty: all. */
  readonly search: string;
}

/** The part of the list that a row belongs to. */
export function reviewSection({ isOut, outcome }: ReviewRow): Section {
  return isOut ? "out" : outcome.verdict;
}

/** It is written when the person agrees. */
export function isRowImported({ isOut, outcome }: ReviewRow): boolean {
  return !isOut && outcome.kind === "imported";
}

/** How many rows each section has. */
export function sectionCounts(rows: readonly ReviewRow[]): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>();
  for (const row of rows) counts.set(reviewSection(row), (counts.get(reviewSection(row)) ?? 0) + 1);
  return counts;
}

/** The rows that a person wants to see, in the order of the import specs. */
export function narrowed({ rows }: ReviewView, { filter, search }: Narrowing): readonly ReviewRow[] {
  const wanted = search.toLowerCase();
  return rows.filter((row) => {
    if (filter !== "all" && reviewSection(row) !== filter) return false;
    if (wanted === "") return true;
    const { type, name, id = "" } = row.outcome;
    return [type, name, id].some((text) => text.toLowerCase().includes(wanted));
  });
}

/** So few rows fit on a screen: they are all shown at first, and not divided by type. */
export const fewRows = 8;

/** Problems first. Each row is in one group, or in one part of one. */
export function reviewGroups(rows: readonly ReviewRow[]): readonly ReviewGroup[] {
  const bySection = new Map(grouped(rows, reviewSection).map((group) => [reviewSection(group[0]), group]));
  const types = shownTypes(rows.map(({ outcome }) => outcome.type));
  return reviewSections.flatMap((section) => {
    const own = bySection.get(section);
    return own === undefined ? [] : sectionGroups(section, own, types);
  });
}

function sectionGroups(
  section: Section,
  rows: readonly ReviewRow[],
  types: ReadonlyMap<string, string>,
): readonly ReviewGroup[] {
  if (section === "out") return [reviewGroup(section, "", "Taken out", rows, "")];
  const { isQuiet, written, label, heading = label } = verdicts[section];
  if (isQuiet) {
    const parts = rows.length > fewRows ? typeGroups(section, rows, types) : [];
    return [{ ...reviewGroup(section, "", heading, rows, ""), parts: parts.length > 1 ? parts : [] }];
  }
  return written === "never" ? failureGroups(section, rows) : differenceGroups(section, rows, types);
}

function typeGroups(
  section: Section,
  rows: readonly ReviewRow[],
  types: ReadonlyMap<string, string>,
): readonly ReviewGroup[] {
  return grouped(rows, ({ outcome }) => outcome.type).map((group) => {
    const [{ outcome }] = group;
    return reviewGroup(section, outcome.type, types.get(outcome.type) ?? "", group, "");
  });
}

function failureGroups(section: Section, rows: readonly ReviewRow[]): readonly ReviewGroup[] {
  return grouped(rows, failureKey).map((group) => {
    const problems = group.flatMap(({ outcome }) => (isRefused(outcome) ? [{ outcome, error: outcome.error }] : []));
    const title = missingNeeds(group[0]) ?? problems[0]?.error.explanation.what ?? "It failed";
    return reviewGroup(section, failureKey(group[0]), title, group, reasonLine(commonReason(problems)));
  });
}

function differenceGroups(
  section: Section,
  rows: readonly ReviewRow[],
  types: ReadonlyMap<string, string>,
): readonly ReviewGroup[] {
  return grouped(rows, differenceKey).map((group) => {
    const [{ outcome }] = group;
    const title = `${groupTitle(group[0])} · ${types.get(outcome.type) ?? outcome.type}`;
    return reviewGroup(
      section,
      differenceKey(group[0]),
      title,
      group,
      reasonLine(problemOf(outcome)?.explanation.why ?? ""),
    );
  });
}

function reviewGroup(
  section: Section,
  key: string,
  title: string,
  rows: readonly ReviewRow[],
  reason: string,
): ReviewGroup {
  return { id: `${section} ${key}`, section, title, reason, rows, parts: [] };
}

/** Failures with the same words, and which lack the same values, have one reason. */
function failureKey(row: ReviewRow): string {
  return `${missingNeeds(row) ?? ""} ${reasonKey(row.outcome) ?? ""}`;
}

/** The type, and which paths differ how; the values differ from row to row. */
function differenceKey({ outcome, assumable }: ReviewRow): string {
  const { type, differences, verdict } = outcome;
  const differing = differences.map(({ path, kind }) => [path, kind]);
  return JSON.stringify([type, problemOf(outcome)?.code, differing, verdicts[verdict].isAssumed ? assumable : []]);
}

function groupTitle(row: ReviewRow): string {
  const { outcome } = row;
  const assumed = verdicts[outcome.verdict].isAssumed ? assumedPaths(row).join(", ") : "";
  return `${outcomeWords(outcome).heading} ${assumed || pathsText(outcome.differences)}`;
}

function assumedPaths({ outcome, assumable }: ReviewRow): readonly string[] {
  const remarked = outcome.remarks.flatMap((remark) => (remark.kind === "assumable" ? remark.paths : []));
  return remarked.length > 0 ? remarked : assumable;
}

function pathsText(differences: readonly Difference[]): string {
  const paths = differences.map(({ path }) => path || "a property that the provider does not name");
  return [...paths.slice(0, 3), ...(paths.length > 3 ? [`${paths.length - 3} more`] : [])].join(", ") || "not named";
}

function missingNeeds({ needs }: ReviewRow): string | undefined {
  if (needs.length === 0) return undefined;
  return `Missing ${needs.map(({ oneOf }) => oneOf.map(({ path }) => formatPath(path)).join(" or ")).join(", ")}`;
}

/** All of a reason on one line, but for a first line that only leads to the others: a screen of 80 columns would show nothing else. */
function reasonLine(why: string): string {
  const [first = "", ...others] = why.split("\n").map((line) => line.trim());
  const lines = first.endsWith(":") && others.length > 0 ? others : [first, ...others];
  return lines.filter((line) => line !== "").join(" · ");
}

/** A line of the list. */
export type ListLine =
  | {
      readonly kind: "group";
      readonly id: string;
      readonly depth: number;
      readonly group: ReviewGroup;
      readonly isOpen: boolean;
    }
  | { readonly kind: "row"; readonly id: Urn; readonly depth: number; readonly row: ReviewRow };

/** The rows of a group are shown: at first those that need somebody. `toggled`: ids of groups that a person folded or unfolded. */
export function isGroupOpen({ id, section }: ReviewGroup, toggled: ReadonlySet<string>): boolean {
  return (section !== "out" && mayBeRefused(section)) !== toggled.has(id);
}

/** The lines of groups; `toggled` as for `isGroupOpen`. */
export function groupLines(
  groups: readonly ReviewGroup[],
  toggled: ReadonlySet<string>,
  depth = 0,
): readonly ListLine[] {
  return groups.flatMap((group): readonly ListLine[] => {
    const shows = isGroupOpen(group, toggled);
    const head: ListLine = { kind: "group", id: group.id, depth, group, isOpen: shows };
    if (!shows) return [head];
    const below =
      group.parts.length > 0 ? groupLines(group.parts, toggled, depth + 1) : rowLines(group.rows, depth + 1);
    return [head, ...below];
  });
}

function rowLines(rows: readonly ReviewRow[], depth: number): readonly ListLine[] {
  return rows.map((row): ListLine => ({ kind: "row", id: row.key, depth, row }));
}

/** The lines of a tree: each row under its parent, where that is shown too. */
export function reviewTree(rows: readonly ReviewRow[]): readonly ListLine[] {
  const keys = new Map(rows.flatMap((row) => [[row.key, row.key] as const, [row.outcome.urn, row.key] as const]));
  const parentOf = ({ key, parent }: ReviewRow): Urn | undefined => {
    const found = parent === undefined ? undefined : keys.get(parent);
    return found === key ? undefined : found;
  };
  const children = new Map<Urn | undefined, ReviewRow[]>();
  for (const row of rows) {
    const siblings = children.get(parentOf(row));
    if (siblings === undefined) children.set(parentOf(row), [row]);
    else siblings.push(row);
  }
  const lines: ListLine[] = [];
  // Depth first, without recursion: a chain of parents may be long.
  const pending = (children.get(undefined) ?? []).map((row) => ({ row, depth: 0 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { row, depth } = next;
    lines.push({ kind: "row", id: row.key, depth, row });
    pending.push(...(children.get(row.key) ?? []).map((child) => ({ row: child, depth: depth + 1 })).reverse());
  }
  return lines;
}

/** The ids of the groups around a row, from the outside in; empty: no group has it. */
export function groupsAround(groups: readonly ReviewGroup[], key: Urn): readonly ReviewGroup[] {
  const found = groups.find(({ rows }) => rows.some((row) => row.key === key));
  return found === undefined ? [] : [found, ...groupsAround(found.parts, key)];
}
