/** The model of the review screen: the list, the cursor, and the open pages. */

import type { Urn } from "../../domain/graph.ts";
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
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
  /** The ID of the line with the cursor, or "" for an empty list. */
  readonly cursor: string;
  readonly index: number;
  readonly narrowing: Narrowing;
  /** Show rows by parent instead of groups. */
  readonly isTree: boolean;
  /** IDs of groups that the user opened or closed. */
  readonly toggled: ReadonlySet<string>;
  readonly groups: readonly ReviewGroup[];
  readonly lines: readonly ListLine[];
  /** Type token -> its shortest unique form. */
  readonly types: ReadonlyMap<string, string>;
  /** The open pages, the last one on top. Empty if only the list is open. */
  readonly pages: readonly Page[];
  /** The command that the user types below a numbered list. */
  readonly command: TextField;
}

/** Returns the initial model. */
export function openedModel(view: ReviewView): Model {
  const empty: Model = {
    cursor: "",
    index: 0,
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

/** Replaces the rows after an edit. The cursor stays on its row, even if the row moved to another group. */
export function withView(model: Model, view: ReviewView): Model {
  const types = shownTypes(view.rows.map(({ outcome }) => outcome.type));
  const next = arranged({ ...model, types, pages: [] }, view);
  if (next.cursor === model.cursor || !view.rows.some(({ key }) => key === model.cursor)) return next;
  return onRow(next, model.cursor);
}

/** Rebuilds the list after the rows, the filter, or the search text changed. */
export function arranged(model: Model, view: ReviewView): Model {
  const rows = narrowed(view, model.narrowing);
  return rebuiltLines({ ...model, groups: reviewGroups(rows) }, rows);
}

/** Opens the closed groups and closes the open groups with these IDs. */
export function folded(model: Model, ids: readonly string[]): Model {
  const toggled = new Set(model.toggled);
  for (const id of ids) if (!toggled.delete(id)) toggled.add(id);
  return rebuiltLines({ ...model, toggled }, []);
}

function rebuiltLines(model: Model, rows: readonly ReviewRow[]): Model {
  const lines = model.isTree ? reviewTree(rows) : groupLines(model.groups, model.toggled);
  const index = lines.findIndex(({ id }) => id === model.cursor);
  return movedTo({ ...model, lines }, index < 0 ? model.index : index);
}

/** Moves the cursor to a row and opens its groups. */
function onRow(model: Model, key: Urn): Model {
  const hidden = groupsAround(model.groups, key).filter((group) => !isGroupOpen(group, model.toggled));
  const ids = hidden.map(({ id }) => id);
  return model.isTree ? model : folded({ ...model, cursor: key }, ids);
}

/** Moves the cursor to a line, or to the nearest existing line. */
export function movedTo(model: Model, line: number): Model {
  const index = Math.max(0, Math.min(line, model.lines.length - 1));
  return { ...model, index, cursor: model.lines[index]?.id ?? "" };
}

/** Returns the line with the cursor, or undefined for an empty list. */
export function lineAt({ lines, index }: Model): ListLine | undefined {
  return lines[index];
}

/** Returns the selected rows: the row with the cursor, or all rows of the group. */
export function rowsAt(model: Model): readonly ReviewRow[] {
  const line = lineAt(model);
  if (line === undefined) return [];
  return line.kind === "row" ? [line.row] : line.group.rows;
}

/** Returns all rows with the same reason, including the row itself. */
export function rowsWithSameReason(model: Model, key: Urn): readonly ReviewRow[] {
  return groupsAround(model.groups, key).at(-1)?.rows ?? [];
}

/** Returns the open page, or undefined for the list. */
export function currentPage({ pages }: Model): Page | undefined {
  return pages.at(-1);
}

/** Shows the page above the list or the current page. */
export function openPage(model: Model, page: Page): Model {
  return { ...model, pages: [...model.pages, page] };
}

/** Returns the model with another page in place of the current one. */
export function replaced(model: Model, page: Page): Model {
  return { ...model, pages: [...model.pages.slice(0, -1), page] };
}

/** Returns to the previous page, or to the list. */
export function closePage(model: Model): Model {
  return { ...model, pages: model.pages.slice(0, -1) };
}

/** Returns the row of a page, or undefined if it no longer exists. */
export function rowWithKey(view: ReviewView, key: Urn): ReviewRow | undefined {
  return view.rows.find((row) => row.key === key);
}
