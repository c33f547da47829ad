/** The groups of rows in a review: one for each reason, problems first, and clean rows by type. */

import type { Difference, Urn } from "../../domain/graph.ts";
import { isRefused, outcomeWords, problemOf } from "../../domain/outcome.ts";
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import { byRank, mayBeRefused, type Verdict, verdicts } from "../../domain/verdicts.ts";
import { formatPath } from "../../value/path.ts";
import { grouped } from "../diagnostics.ts";
import { commonReason, reasonKey } from "../reason-key.ts";
import { shownTypes } from "../resource-labels.ts";

/** The sections, in the order of the list. */
export const reviewSections: readonly Section[] = [...byRank(verdicts), "out"];

export type Section = Verdict | "out";

/** Rows with the same reason, or rows of a type that need no reason. */
export interface ReviewGroup {
  /** Identifies the group after an edit, as long as the reason does not change. */
  readonly id: string;
  readonly section: Section;
  readonly title: string;
  /** A line that distinguishes groups with the same title. Empty if the title is enough. */
  readonly reason: string;
  /** Non-empty. Includes the rows of subgroups. */
  readonly rows: readonly ReviewRow[];
  /** Subgroups. Empty if the group contains its rows directly. */
  readonly parts: readonly ReviewGroup[];
}

export interface Narrowing {
  readonly filter: Section | "all";
  /** Part of a type, name, or ID. Empty to show all. */
  readonly search: string;
}

/** Returns the verdict of the row, or "out" if the user left it out. */
export function reviewSection({ isOut, outcome }: ReviewRow): Section {
  return isOut ? "out" : outcome.verdict;
}

/** Returns true if the row will be imported. */
export function isRowImported({ isOut, outcome }: ReviewRow): boolean {
  return !isOut && outcome.kind === "imported";
}

export function sectionCounts(rows: readonly ReviewRow[]): ReadonlyMap<Section, number> {
  const counts = new Map<Section, number>();
  for (const row of rows) counts.set(reviewSection(row), (counts.get(reviewSection(row)) ?? 0) + 1);
  return counts;
}

/** Returns the rows that match the filter and the search text, in their order. */
export function narrowed({ rows }: ReviewView, { filter, search }: Narrowing): readonly ReviewRow[] {
  const text = search.toLowerCase();
  return rows.filter((row) => {
    if (filter !== "all" && reviewSection(row) !== filter) return false;
    if (text === "") return true;
    const { type, name, id = "" } = row.outcome;
    return [type, name, id].some((field) => field.toLowerCase().includes(text));
  });
}

/** If there are at most this many rows, all groups are open and not divided by type. */
export const fewRows = 8;

/** Groups the rows, problems first. Each row is in exactly one group or subgroup. */
export function reviewGroups(rows: readonly ReviewRow[]): readonly ReviewGroup[] {
  const bySection = new Map(grouped(rows, reviewSection).map((group) => [reviewSection(group[0]), group]));
  const types = shownTypes(rows.map(({ outcome }) => outcome.type));
  return reviewSections.flatMap((section) => {
    const sectionRows = bySection.get(section);
    return sectionRows === undefined ? [] : sectionGroups(section, sectionRows, types);
  });
}

function sectionGroups(
  section: Section,
  rows: readonly ReviewRow[],
  types: ReadonlyMap<string, string>,
): readonly ReviewGroup[] {
  if (section === "out") return [reviewGroup(section, "", "Left out", rows, "")];
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
    const title = missingNeeds(group[0]) ?? problems[0]?.error.explanation.what ?? "Failed";
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

/** Returns a key that is equal for failures with the same reason and the same missing values. */
function failureKey(row: ReviewRow): string {
  return `${missingNeeds(row) ?? ""} ${reasonKey(row.outcome) ?? ""}`;
}

/** Returns a key that is equal for rows with the same type and differences at the same paths. The values may differ. */
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
  const paths = differences.map(({ path }) => path || "a property that the provider did not report");
  return [...paths.slice(0, 3), ...(paths.length > 3 ? [`${paths.length - 3} more`] : [])].join(", ") || "unknown";
}

function missingNeeds({ needs }: ReviewRow): string | undefined {
  if (needs.length === 0) return undefined;
  return `Missing ${needs.map(({ oneOf }) => oneOf.map(({ path }) => formatPath(path)).join(" or ")).join(", ")}`;
}

/** Joins a reason to a single line. Skips an introductory first line, because it would fill the line on 80 columns. */
function reasonLine(why: string): string {
  const [first = "", ...others] = why.split("\n").map((line) => line.trim());
  const lines = first.endsWith(":") && others.length > 0 ? others : [first, ...others];
  return lines.filter((line) => line !== "").join(" · ");
}

export type ListLine =
  | {
      readonly kind: "group";
      readonly id: string;
      readonly depth: number;
      readonly group: ReviewGroup;
      readonly isOpen: boolean;
    }
  | { readonly kind: "row"; readonly id: Urn; readonly depth: number; readonly row: ReviewRow };

/** Returns true if the group is open. Groups that need attention are open by default. @param toggled IDs of groups that the user toggled */
export function isGroupOpen({ id, section }: ReviewGroup, toggled: ReadonlySet<string>): boolean {
  return (section !== "out" && mayBeRefused(section)) !== toggled.has(id);
}

/** Returns a line for each group, and the lines of subgroups and rows in open groups. */
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

/** Returns all rows as a tree. Children follow their parent. */
export function reviewTree(rows: readonly ReviewRow[]): readonly ListLine[] {
  const keys = new Map(rows.flatMap((row) => [[row.key, row.key] as const, [row.outcome.urn, row.key] as const]));
  const parentOf = ({ key, parent }: ReviewRow): Urn | undefined => {
    const parentKey = parent === undefined ? undefined : keys.get(parent);
    return parentKey === key ? undefined : parentKey;
  };
  const children = new Map<Urn | undefined, ReviewRow[]>();
  for (const row of rows) {
    const siblings = children.get(parentOf(row));
    if (siblings === undefined) children.set(parentOf(row), [row]);
    else siblings.push(row);
  }
  const lines: ListLine[] = [];
  // Depth-first without recursion, because a chain of parents may be long.
  const pending = (children.get(undefined) ?? []).map((row) => ({ row, depth: 0 })).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { row, depth } = next;
    lines.push({ kind: "row", id: row.key, depth, row });
    pending.push(...(children.get(row.key) ?? []).map((child) => ({ row: child, depth: depth + 1 })).reverse());
  }
  return lines;
}

/** Returns the groups that contain a row, outermost first. Empty if there is none. */
export function groupsAround(groups: readonly ReviewGroup[], key: Urn): readonly ReviewGroup[] {
  const group = groups.find(({ rows }) => rows.some((row) => row.key === key));
  return group === undefined ? [] : [group, ...groupsAround(group.parts, key)];
}
