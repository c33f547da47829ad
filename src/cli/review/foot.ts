/** The footer of a review: the message about the last edit, and the available keys. */
import type { ReviewView } from "../../domain/review.ts";
import { columnsOf } from "../columns.ts";
import { wrap } from "../render.ts";
import { type Canvas, cutText, shownText, signsOf, styled, textPieces } from "./canvas.ts";
import { listKeys } from "./key-words.ts";
import { currentPage, lineAt, type Model, rowWithKey } from "./model.ts";
import { canBeForAll } from "./page-keys.ts";
import type { Page } from "./pages.ts";
import { fieldContent } from "./text-field.ts";

/** Returns the message and up to two lines of keys. The last line is never empty. @param scrolls the page does not fit on the screen */
export function footerLines(
  model: Model,
  view: ReviewView,
  canvas: Canvas,
  { isNumbered, scrolls }: { readonly isNumbered: boolean; readonly scrolls: boolean },
): readonly string[] {
  const page = currentPage(model);
  const moving: readonly KeyText[] = scrolls ? [["up/down", "scroll"]] : [];
  const keys = page === undefined ? keysOfList(model, view) : [...moving, ...keysOfPage(page, view)];
  const message = view.message === undefined || page !== undefined ? [] : messageLines(view.message, canvas);
  if (page === undefined && isNumbered) return [...message, commandLine(model, canvas)];
  return [...message, ...keyLines(keys, canvas)];
}

/** Returns the wrapped message, on at most a third of the screen. */
function messageLines({ text, isProblem }: NonNullable<ReviewView["message"]>, canvas: Canvas): readonly string[] {
  const width = Math.max(8, canvas.columns - 1);
  const lines = wrap(shownText(text, canvas), width, "")
    .split("\n")
    .flatMap((line) => textPieces(line, width));
  const most = Math.max(1, Math.floor(canvas.rows / 3));
  const shown = lines.length <= most ? lines : [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")];
  const style = isProblem ? "red" : "green";
  return shown.map((line) => styled(cutText(` ${line}`, canvas.columns, canvas), style, canvas));
}

function commandLine({ command }: Model, canvas: Canvas): string {
  const typed = fieldContent(command);
  const text = typed === "" ? "> 3  o 3  r 3 NAME  d 3  c 3  i  q  ?" : `> ${typed}`;
  return cutText(`${text}${typed === "" ? "" : "█"}`, canvas.columns - 1, canvas);
}

type KeyText = readonly [key: string, does: string];

/** Returns the keys that have an effect on the current line. */
function keysOfList(model: Model, view: ReviewView): readonly KeyText[] {
  const line = lineAt(model);
  const row = line?.kind === "row" ? line.row : undefined;
  const isIdle: Readonly<Record<string, boolean>> = {
    space: line === undefined,
    d: line === undefined,
    enter: line === undefined,
    c: row === undefined,
    e: row === undefined,
    p: row === undefined || row.needs.length === 0,
    R: row !== undefined,
    r: row === undefined,
    u: view.edits === 0,
  };
  const shown = listKeys.filter(({ key }) => isIdle[key] !== true);
  return shown.map(({ key, short }) => [key, key === "enter" && row === undefined ? "fold" : short]);
}

function keysOfPage(page: Page, view: ReviewView): readonly KeyText[] {
  switch (page.kind) {
    case "details":
      return [
        ["c", "code"],
        ["e", "why"],
        ["d", "decide"],
        ["r", "rename"],
        ["space", "leave out"],
        ["tab", "next row"],
        ["esc", "back"],
      ];
    case "why":
      return [
        ["c", "code"],
        ["d", "decide"],
        ["tab", "next row"],
        ["esc", "back"],
      ];
    case "code":
      return [
        ["e", "why"],
        ["d", "decide"],
        ["r", "rename"],
        ["tab", "next row"],
        ["esc", "back"],
      ];
    case "help":
      return [["esc", "back"]];
    case "decide":
      return [["enter", "choose"], ...(canBeForAll(page) ? [["a", "one or all"] as const] : []), ["esc", "back"]];
    case "rename":
    case "pattern":
      return [
        ["enter", "rename"],
        ["esc", "back"],
      ];
    case "search":
      return [
        ["enter", "show"],
        ["esc", "back"],
      ];
    case "report":
    case "rest":
      return [
        ["enter", "write"],
        ["esc", "back"],
      ];
    case "value": {
      const others = rowWithKey(view, page.key)?.needs[page.values.length]?.oneOf.length ?? 0;
      const another: readonly KeyText[] = others > 1 ? [["tab", "other input"]] : [];
      return [["enter", "next"], ...another, ["esc", "back"]];
    }
    case "output":
      return [
        ["enter", "apply"],
        ["up/down", "field"],
        ["left/right", "choice"],
        ["esc", "back"],
      ];
    case "confirm":
      return [
        ["y", "yes"],
        ["n", "no"],
        ["enter", "choose"],
        ["esc", "back"],
      ];
  }
}

/** Fits the keys into two lines, or one line on a low terminal. */
function keyLines(keys: readonly KeyText[], canvas: Canvas): readonly string[] {
  const most = canvas.rows >= 16 ? 2 : 1;
  const lines: string[] = [""];
  const essential = new Set(["?", "i", "q", "esc"]);
  const words = keys.map(([key, does]) => ({
    text: `${key === "enter" ? signsOf(canvas).enter : key} ${does}`,
    isEssential: essential.has(key),
  }));
  let kept = words;
  const width = (some: typeof words): number => some.reduce((sum, { text }) => sum + columnsOf(text) + 2, 0);
  // Drop keys from the end, except the essential ones.
  while (width(kept) > (canvas.columns - 2) * most - (most - 1) * 16 && kept.some(({ isEssential }) => !isEssential)) {
    const last = kept.findLastIndex(({ isEssential }) => !isEssential);
    kept = kept.toSpliced(last, 1);
  }
  for (const { text } of kept) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && columnsOf(line) + columnsOf(text) + 3 > canvas.columns && lines.length < most)
      lines.push(` ${text}`);
    else lines[lines.length - 1] = line === "" ? ` ${text}` : `${line}  ${text}`;
  }
  return lines.map((line) => styled(cutText(shownText(line, canvas), canvas.columns - 1, canvas), "dim", canvas));
}
