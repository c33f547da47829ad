/**
 * The state of a review's screen: the list as it is arranged, the cursor, and the open pages. Plain data; nothing here draws or reads keys.
 */
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import type { Urn } from "../../graph.ts";
import { shownTypes } from "../resource-labels.ts";
import {
  fewRows,
  groupLines,
  groupsAround,
  isGroupOpen,
  type ListLine,
  type Narrowing,
  narrowed,
  type ReviewGroup,
  reviewGroups,
  reviewTree,
} from "./groups.ts";
import type { Page } from "./pages.ts";
import { fieldWith, type TextField } from "./text-field.ts";

export interface Model {
  /** The id of the line with the cursor, and its place in `lines`; without lines an empty id and 0. */
  readonly cursor: string;
  readonly at: number;
  readonly narrowing: Narrowing;
  /** Rows stand under their parents, not in groups. */
  readonly isTree: boolean;
  /** Ids of groups that a person folded or unfolded. */
  readonly toggled: ReadonlySet<string>;
  readonly groups: readonly ReviewGroup[];
  readonly lines: readonly ListLine[];
  /** Type token -> its shortest form that is still clear. */
  readonly types: ReadonlyMap<string, string>;
  /** The last one is shown; none: the list. */
  readonly pages: readonly Page[];
  /** The command under a numbered list. */
  readonly command: TextField;
}

/** The screen of a review that begins. */
export function openedModel(view: ReviewView): Model {
  const empty: Model = {
    cursor: "",
    at: 0,
    narrowing: { filter: "all", search: "" },
    isTree: false,
    toggled: new Set(),
    groups: [],
    lines: [],
    types: new Map(),
    pages: [],
    command: fieldWith(""),
  };
  const model = withView(empty, view);
  if (view.rows.length > fewRows) return model;
  return folded(
    model,
    allGroups(model.groups).flatMap((group) => (isGroupOpen(group, model.toggled) ? [] : [group.id])),
  );
}

function allGroups(groups: readonly ReviewGroup[]): readonly ReviewGroup[] {
  return groups.flatMap((group) => [group, ...allGroups(group.parts)]);
}

/** The screen with new rows: the cursor stays on its row, also where the row is in another group now. */
export function withView(model: Model, view: ReviewView): Model {
  const types = shownTypes(view.rows.map(({ outcome }) => outcome.type));
  const next = arranged({ ...model, types, pages: [] }, view);
  if (next.cursor === model.cursor || !view.rows.some(({ key }) => key === model.cursor)) return next;
  return onRow(next, model.cursor);
}

/** The list anew, after its rows or its arrangement changed. */
export function arranged(model: Model, view: ReviewView): Model {
  const rows = narrowed(view, model.narrowing);
  return withLines({ ...model, groups: reviewGroups(rows) }, rows);
}

/** The list with the groups of `ids` folded, or unfolded. */
export function folded(model: Model, ids: readonly string[]): Model {
  const toggled = new Set(model.toggled);
  for (const id of ids) if (!toggled.delete(id)) toggled.add(id);
  return withLines({ ...model, toggled }, []);
}

function withLines(model: Model, rows: readonly ReviewRow[]): Model {
  const lines = model.isTree ? reviewTree(rows) : groupLines(model.groups, model.toggled);
  const found = lines.findIndex(({ id }) => id === model.cursor);
  return movedTo({ ...model, lines }, found < 0 ? model.at : found);
}

/** The cursor on a row, whose groups are unfolded for it. */
function onRow(model: Model, key: Urn): Model {
  const hidden = groupsAround(model.groups, key).filter((group) => !isGroupOpen(group, model.toggled));
  const ids = hidden.map(({ id }) => id);
  return model.isTree ? model : folded({ ...model, cursor: key }, ids);
}

/** The cursor on a place of the list, or on the nearest that there is. */
export function movedTo(model: Model, at: number): Model {
  const place = Math.max(0, Math.min(at, model.lines.length - 1));
  return { ...model, at: place, cursor: model.lines[place]?.id ?? "" };
}

/** The line with the cursor; absent: the list is empty. */
export function lineAt({ lines, at }: Model): ListLine | undefined {
  return lines[at];
}

/** The rows that a key is about: the one with the cursor, or all of the group. */
export function rowsAt(model: Model): readonly ReviewRow[] {
  const line = lineAt(model);
  if (line === undefined) return [];
  return line.kind === "row" ? [line.row] : line.group.rows;
}

/** All rows with the same reason as a row, itself among them. */
export function rowsWithSameReason(model: Model, key: Urn): readonly ReviewRow[] {
  return groupsAround(model.groups, key).at(-1)?.rows ?? [];
}

/** The page that is shown; absent: the list. */
export function pageOf({ pages }: Model): Page | undefined {
  return pages.at(-1);
}

/** A page over the one that is shown. */
export function openPage(model: Model, page: Page): Model {
  return { ...model, pages: [...model.pages, page] };
}

/** The shown page in another state. */
export function replaced(model: Model, page: Page): Model {
  return { ...model, pages: [...model.pages.slice(0, -1), page] };
}

/** The page below the shown one. */
export function closePage(model: Model): Model {
  return { ...model, pages: model.pages.slice(0, -1) };
}

/** The row of a page; absent: the review has it no more. */
export function rowWithKey(view: ReviewView, key: Urn): ReviewRow | undefined {
  return view.rows.find((row) => row.key === key);
}
