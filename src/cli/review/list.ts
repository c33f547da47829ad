/**
 * The list of a review as lines: its head, group heads, and rows. Pure.
 */
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import { columnsOf } from "../columns.ts";
import { differenceLines } from "../difference-lines.ts";
import { verdictStyle } from "../render.ts";
import { type Canvas, cutMiddle, cutText, filled, shownText, signsOf, styled } from "./canvas.ts";
import { countsOf, isImported, type ListLine, type ReviewGroup, type Section, sectionOf, sections } from "./groups.ts";
import type { Model } from "./model.ts";

const filterNames: Readonly<Record<Section, string>> = {
  failed: "Failed",
  replace: "Replace",
  update: "Update",
  assumed: "Assumed",
  ignored: "Ignored",
  clean: "Clean",
  unchanged: "Unchanged",
  out: "Out",
};

/** The subject of the review, and the filter. */
export function listHead(model: Model, view: ReviewView, canvas: Canvas): readonly string[] {
  const { project, stack, rows, isStrict } = view;
  const ready = rows.filter(isImported).length;
  const found = `${rows.length} found · ${ready} ready${isStrict ? " · strict" : ""}`;
  const counts = shownText(found, canvas);
  const title = cutMiddle(` Import into ${project}/${stack}`, canvas.columns - columnsOf(counts) - 2, canvas);
  const gap = Math.max(2, Math.min(60, canvas.columns - columnsOf(counts) - 1) - columnsOf(title));
  return [`${styled(title, "bold", canvas)}${" ".repeat(gap)}${counts}`, filterLine(model, view, canvas)];
}

function filterLine({ narrowing, isTree }: Model, { rows }: ReviewView, canvas: Canvas): string {
  const counts = countsOf(rows);
  const filters = [
    { filter: "all" as const, text: "All" },
    ...sections.flatMap((section) => {
      const count = counts.get(section);
      return count === undefined ? [] : [{ filter: section, text: `${filterNames[section]} ${count}` }];
    }),
  ];
  const search = narrowing.search === "" ? "" : `  /${narrowing.search}`;
  const words = filters.map(({ filter, text }) => (filter === narrowing.filter ? `[${text}]` : text));
  return cutText(` Filter: ${words.join("  ")}${search}${isTree ? "  (by parent)" : ""}`, canvas.columns, canvas);
}

/** The visible lines; the one with the cursor is among them. */
export function listLines(model: Model, room: number, isNumbered: boolean, canvas: Canvas): readonly string[] {
  const { lines, at } = model;
  if (lines.length === 0) return [" Nothing matches: esc shows all again, f shows another verdict."];
  const top = Math.max(0, Math.min(lines.length - room, at - Math.floor(room / 2)));
  const digits = isNumbered ? String(lines.length).length + 1 : 0;
  return lines.slice(top, top + room).map((line, index) => {
    const place = top + index;
    const number = isNumbered ? `${String(place + 1).padStart(digits - 1)} ` : "";
    const mark = place === at ? signsOf(canvas).cursor : " ";
    const text = lineText(line, model, canvas.columns - digits - 2, canvas);
    return `${mark}${number}${place === at ? styled(text, "bold", canvas) : text}`;
  });
}

function lineText(line: ListLine, model: Model, columns: number, canvas: Canvas): string {
  switch (line.kind) {
    case "group":
      return headText(line.group, line, model, columns, canvas);
    case "row":
      return rowText(line.row, Math.min(line.depth * 2, 20), model, columns, canvas);
  }
}

function headText(
  group: ReviewGroup,
  { depth, isOpen }: { readonly depth: number; readonly isOpen: boolean },
  model: Model,
  columns: number,
  canvas: Canvas,
): string {
  const signs = signsOf(canvas);
  const sign = `${signs[group.section]} ${isOpen ? signs.open : signs.folded} `;
  const room = columns - columnsOf(sign) - depth * 2;
  const title = cutText(`${group.title} (${group.rows.length})`, room, canvas);
  const tail = group.reason === "" ? typesText(group, model) : group.reason;
  const rest = room - columnsOf(title) - 3;
  const end = rest < 12 || tail === "" ? "" : `   ${styled(cutText(tail, rest, canvas), "dim", canvas)}`;
  return `${" ".repeat(depth * 2)}${styled(sign, styleOf(group.section), canvas)}${title}${end}`;
}

/** `Bucket 12  Subnet 40`: the types of a group that is in parts. */
function typesText({ parts }: ReviewGroup, { types }: Model): string {
  return parts
    .slice(0, 12)
    .map(({ rows }) => `${types.get(rows[0]?.outcome.type ?? "") ?? ""} ${rows.length}`)
    .join("  ");
}

function styleOf(section: Section) {
  return section === "out" ? ("dim" as const) : verdictStyle(section);
}

/** Whether it is imported, type and name, and the id or the first difference. */
function rowText(row: ReviewRow, indent: number, model: Model, columns: number, canvas: Canvas): string {
  const { type, name, id = "", differences } = row.outcome;
  const section = sectionOf(row);
  const sign = model.isTree ? `${filled(signsOf(canvas)[section], 2)} ` : "";
  const box = `${" ".repeat(indent)}${sign}[${isImported(row) || section === "unchanged" ? "x" : " "}] `;
  const room = Math.max(0, columns - columnsOf(box));
  const shows = section === "replace" || section === "update";
  const labelRoom = Math.max(10, Math.floor(room * 0.55));
  const typeRoom = Math.floor(labelRoom * 0.45);
  const shortType = filled(cutMiddle(model.types.get(type) ?? type, typeRoom, canvas), typeRoom);
  const nameRoom = Math.max(0, Math.min(labelRoom, room) - typeRoom - 1);
  const shownName = filled(cutMiddle(name, nameRoom, canvas), nameRoom);
  const rest = room - labelRoom - 2;
  if (rest < 8) return `${box}${cutText(`${shortType.trimEnd()} ${name}`, room, canvas)}`;
  const [first, ...others] = shows ? differenceLines(differences, rest - 4) : [];
  const difference = first === undefined ? undefined : `${first}${others.length > 0 ? ` +${others.length}` : ""}`;
  const end =
    row.needs.length > 0 && !row.isOut ? `${cutMiddle(id, rest - 12, canvas)}  p provide` : cutMiddle(id, rest, canvas);
  return `${box}${shortType} ${shownName}  ${difference === undefined ? end : cutText(difference, rest, canvas)}`.trimEnd();
}
