/** The list page: header, groups, and rows. */
import { isRefused } from "../../domain/outcome.ts";
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import { verdicts } from "../../domain/verdicts.ts";
import { columnsOf } from "../columns.ts";
import { differenceLines } from "../difference-lines.ts";
import { oneLine } from "../resource-labels.ts";
import {
  type Canvas,
  cutMiddle,
  cutText,
  paddedTo,
  shownText,
  signsOf,
  styled,
  symbolOf,
  titleLine,
} from "./canvas.ts";
import {
  isRowImported,
  type ListLine,
  type ReviewGroup,
  reviewSection,
  reviewSections,
  type Section,
  sectionCounts,
} from "./groups.ts";
import type { Model } from "./model.ts";

/** Returns the header: the stack, the counts, and the filters. */
export function listHead(model: Model, view: ReviewView, canvas: Canvas): readonly string[] {
  const { project, stack, rows, isStrict } = view;
  const ready = rows.filter(isRowImported).length;
  const counts = shownText(`${rows.length} resources · ${ready} ready${isStrict ? " · strict" : ""}`, canvas);
  const room = canvas.columns - columnsOf(counts) - 3;
  const whole = `Import into ${project}/${stack}`;
  const title = ` ${cutMiddle(columnsOf(whole) <= room ? whole : `${project}/${stack}`, room, canvas)}`;
  return [titleLine(title, counts, canvas), filterLine(model, view, canvas)];
}

/** Returns all filters with labels, or only the selected one if the line is too long. */
function filterLine({ narrowing, isTree }: Model, { rows }: ReviewView, canvas: Canvas): string {
  const counts = sectionCounts(rows);
  const filters = (["all", ...reviewSections] as const).flatMap((filter) => {
    const count = filter === "all" ? rows.length : counts.get(filter);
    return count === undefined ? [] : [{ filter, count }];
  });
  const search = `${narrowing.search === "" ? "" : `  /${narrowing.search}`}${isTree ? "  (by parent)" : ""}`;
  const inWords = ({ filter, count }: (typeof filters)[number]): string =>
    filter === "all" ? "All" : `${filter === "out" ? "Left out" : verdicts[filter].label} ${count}`;
  const inSigns = ({ filter, count }: (typeof filters)[number]): string =>
    filter === "all" ? "All" : `${symbolOf(filter, canvas)} ${count}`;
  const lineWith = (text: typeof inWords): string => {
    const words = filters.map((entry) => (entry.filter === narrowing.filter ? `[${inWords(entry)}]` : text(entry)));
    return ` Filter: ${words.join("  ")}${search}`;
  };
  const whole = shownText(lineWith(inWords), canvas);
  return columnsOf(whole) <= canvas.columns ? whole : cutText(lineWith(inSigns), canvas.columns, canvas);
}

/** Returns the visible lines, including the line with the cursor. */
export function listLines(model: Model, room: number, isNumbered: boolean, canvas: Canvas): readonly string[] {
  const { lines, index: cursorIndex } = model;
  if (lines.length === 0) return [" No matches. Press esc to show all, or f to change the filter."];
  const top = Math.max(0, Math.min(lines.length - room, cursorIndex - Math.floor(room / 2)));
  const digits = isNumbered ? String(lines.length).length + 1 : 0;
  return lines.slice(top, top + room).map((line, index) => {
    const position = top + index;
    const number = isNumbered ? `${String(position + 1).padStart(digits - 1)} ` : "";
    const mark = position === cursorIndex ? signsOf(canvas).cursor : " ";
    const text = lineText(line, model, canvas.columns - digits - 2, canvas);
    return `${mark}${number}${position === cursorIndex ? styled(text, "bold", canvas) : text}`;
  });
}

function lineText(line: ListLine, model: Model, columns: number, canvas: Canvas): string {
  switch (line.kind) {
    case "group":
      return groupHead(line.group, line, model, columns, canvas);
    case "row":
      return reviewRowText(line.row, Math.min(line.depth * 2, 20), model, columns, canvas);
  }
}

/** Minimum number of columns for the reason next to a title. */
const leastTail = 16;

function groupHead(
  group: ReviewGroup,
  { depth, isOpen }: { readonly depth: number; readonly isOpen: boolean },
  model: Model,
  columns: number,
  canvas: Canvas,
): string {
  const signs = signsOf(canvas);
  const sign = `${symbolOf(group.section, canvas)} ${isOpen ? signs.open : signs.folded} `;
  const room = columns - columnsOf(sign) - depth * 2;
  const count = ` (${group.rows.length})`;
  const tail = group.reason === "" ? typesText(group, model) : group.reason;
  const least = Math.min(leastTail, columnsOf(tail));
  // On a narrow terminal, only show the title.
  const kept = room < 50 || tail === "" ? 0 : least + 3;
  const title = `${cutText(group.title, room - count.length - kept, canvas)}${count}`;
  const rest = room - columnsOf(title) - 3;
  const end = rest < least || tail === "" ? "" : `   ${styled(cutText(tail, rest, canvas), "dim", canvas)}`;
  return `${" ".repeat(depth * 2)}${styled(sign, sectionStyle(group.section), canvas)}${title}${end}`;
}

/** Returns the types of the subgroups, such as `Bucket 12  Subnet 40`. */
function typesText({ parts }: ReviewGroup, { types }: Model): string {
  return parts
    .slice(0, 12)
    .map(({ rows }) => `${types.get(rows[0]?.outcome.type ?? "") ?? ""} ${rows.length}`)
    .join("  ");
}

function sectionStyle(section: Section) {
  return section === "out" ? ("dim" as const) : verdicts[section].style;
}

/** Returns the text of a row: checkbox, type, name, and ID or first difference. On a narrow terminal, only checkbox, type, and name. */
function reviewRowText(row: ReviewRow, indent: number, model: Model, columns: number, canvas: Canvas): string {
  const { type, name } = row.outcome;
  const section = reviewSection(row);
  const sign = model.isTree ? `${paddedTo(symbolOf(section, canvas), canvas.isUnicode ? 1 : 2)} ` : "";
  const box = `${" ".repeat(indent)}${sign}[${row.isOut || isRefused(row.outcome) ? " " : "x"}] `;
  const room = Math.max(0, columns - columnsOf(box));
  const shownType = shownText(model.types.get(type) ?? type, canvas);
  if (room < 50) return `${box}${cutMiddle(oneLine(shownType, shownText(name, canvas), room), room, canvas)}`;
  const typeRoom = Math.floor(room * 0.25);
  const nameRoom = Math.floor(room * 0.3);
  const rest = room - typeRoom - nameRoom - 3;
  const label = `${paddedTo(cutMiddle(shownType, typeRoom, canvas), typeRoom)} ${paddedTo(cutMiddle(name, nameRoom, canvas), nameRoom)}`;
  return `${box}${label}  ${rowEnd(row, rest, canvas)}`.trimEnd();
}

/** Returns the end of a row: the first difference if the next `pulumi up` changes the resource, otherwise its ID and the missing values. */
function rowEnd({ outcome, needs, isOut }: ReviewRow, columns: number, canvas: Canvas): string {
  const { id = "", differences, verdict } = outcome;
  const { effect, written } = verdicts[verdict];
  if (!isOut && effect !== undefined) {
    const [first, ...others] = differenceLines(differences, columns - 4);
    if (first !== undefined)
      return cutText(`${first}${others.length > 0 ? ` +${others.length}` : ""}`, columns, canvas);
  }
  const hint = !isOut && written === "never" && needs.length > 0 ? "  p value" : "";
  return `${cutMiddle(id, columns - hint.length, canvas)}${hint}`;
}
