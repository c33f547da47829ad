/** A frame of the review screen. Only visible lines are laid out. */
import type { ReviewView } from "../../domain/review.ts";
import { type Canvas, clippedLine, titleLine } from "./canvas.ts";
import type { CodeText } from "./code-page.ts";
import { footerLines } from "./foot.ts";
import { listHead, listLines } from "./list.ts";
import { currentPage, type Model } from "./model.ts";
import { pageLines, pageTitle } from "./page-lines.ts";
import type { Extent } from "./step.ts";

export interface Frame extends Extent {
  /** At most `rows` lines, no wider than the canvas. */
  readonly lines: readonly string[];
}

/** Smaller terminals show a numbered list. */
const smallest = { columns: 60, rows: 10 };

/** Lays out the screen. On the code page, `code` is undefined while the code is still being printed. */
export function reviewFrame(model: Model, view: ReviewView, canvas: Canvas, code?: CodeText): Frame {
  const isNumbered = canvas.columns < smallest.columns || canvas.rows < smallest.rows;
  const page = currentPage(model);
  if (page === undefined) {
    const foot = footerLines(model, view, canvas, { isNumbered, scrolls: false });
    const head = listHead(model, view, canvas);
    const room = Math.max(1, canvas.rows - head.length - foot.length);
    const body = listLines(model, room, isNumbered, canvas);
    return { ...fittedRows(head, body, foot, canvas), page: room, last: 0, isNumbered };
  }
  const { lines, focus } = pageLines(page, view, isNumbered, canvas, code);
  const isRead = "top" in page;
  const roomAbove = (foot: readonly string[]): number => Math.max(1, canvas.rows - 1 - foot.length);
  const short = footerLines(model, view, canvas, { isNumbered, scrolls: false });
  const scrolls = isRead && lines.length > roomAbove(short);
  // The scroll keys may need another line, which makes the room even smaller.
  const foot = scrolls ? footerLines(model, view, canvas, { isNumbered, scrolls }) : short;
  const room = roomAbove(foot);
  const last = Math.max(0, lines.length - room);
  const top = Math.max(0, Math.min(last, isRead ? page.top : focus - room + 1));
  const range = scrolls ? `${top + 1}-${top + room} of ${lines.length}` : "";
  const title = pageTitle(page, view, isNumbered, range === "" ? 0 : range.length + 2, canvas);
  const head = [titleLine(title, range, canvas).trimEnd()];
  return { ...fittedRows(head, lines.slice(top, top + room), foot, canvas), page: room, last, isNumbered };
}

/** Combines the parts into at most `rows` lines. If there are too many lines, drops the head first, then the end of the footer. */
function fittedRows(
  head: readonly string[],
  body: readonly string[],
  foot: readonly string[],
  canvas: Canvas,
): { readonly lines: readonly string[] } {
  const { columns, rows } = canvas;
  const blanks = Math.max(0, rows - head.length - body.length - foot.length);
  const all = [...head, ...body, ...Array<string>(blanks).fill(""), ...foot];
  const over = all.length - rows;
  const shown = over <= 0 ? all : [...body.slice(0, rows), ...foot].slice(0, rows);
  return { lines: shown.map((line) => clippedLine(line, columns, canvas)) };
}
