/** The terminal that a review is drawn for, its symbols, and text that fits its columns. */
import { stripVTControlCharacters, type styleText } from "node:util";
import { verdicts } from "../../domain/verdicts.ts";
import { columnsOf, startOf } from "../columns.ts";
import { harmless, paint } from "../render.ts";
import { middle } from "../resource-labels.ts";
import type { Section } from "./groups.ts";

export interface Canvas {
  readonly columns: number;
  readonly rows: number;
  readonly colour: boolean;
  /** The terminal supports Unicode. Otherwise, only ASCII is used. */
  readonly isUnicode: boolean;
}

type Style = Parameters<typeof styleText>[0];

interface Signs {
  readonly cursor: string;
  readonly open: string;
  readonly folded: string;
  readonly enter: string;
  readonly bar: string;
}

const unicodeSigns: Signs = { cursor: "❯", open: "▾", folded: "▸", enter: "⏎", bar: "│" };

const asciiSigns: Signs = { cursor: ">", open: "v", folded: ">", enter: "enter", bar: "|" };

export function signsOf({ isUnicode }: Canvas): Signs {
  return isUnicode ? unicodeSigns : asciiSigns;
}

/** Returns the symbol of a verdict, or of resources that are left out. */
export function symbolOf(section: Section, { isUnicode }: Canvas): string {
  if (section === "out") return "-";
  const { symbol, asciiSymbol } = verdicts[section];
  return isUnicode ? symbol : asciiSymbol;
}

const separators: Readonly<Record<string, string>> = { "·": "-", "→": "->", "…": "~", "█": "_", "•": "*" };

/** Returns text that is safe to print: without control characters, and in ASCII if the terminal needs it. */
export function shownText(text: string, { isUnicode }: Canvas): string {
  const safe = harmless(text);
  return isUnicode ? safe : inAscii(safe);
}

/** Converts text to ASCII. Symbols of the review have replacements; other characters become escapes. */
function inAscii(text: string): string {
  return text.replace(/[^\x00-\x7e]/gu, (char) => separators[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** Shortens a text to a single line by cutting its end. */
export function cutText(text: string, columns: number, canvas: Canvas): string {
  const line = shownText(text, canvas).replaceAll("\n", " ");
  if (columnsOf(line) <= columns) return line;
  return `${startOf(line, columns - 1)}${columns > 0 ? ellipsis(canvas) : ""}`;
}

/** Shortens a text to a single line by cutting its middle, because both ends of a name are significant. */
export function cutMiddle(text: string, columns: number, canvas: Canvas): string {
  const line = shownText(text, canvas).replaceAll("\n", " ");
  if (columns <= 1) return startOf(line, columns);
  const cut = middle(line, columns);
  return canvas.isUnicode ? cut : cut.replaceAll("…", ellipsis(canvas));
}

/** Returns a bold title with a text on the right. */
export function titleLine(title: string, right: string, canvas: Canvas): string {
  const gap = Math.max(2, Math.min(60, canvas.columns - columnsOf(right) - 1) - columnsOf(title));
  return `${styled(title, "bold", canvas)}${" ".repeat(gap)}${right}`;
}

/** Pads the text with spaces to the given number of columns. */
export function paddedTo(text: string, columns: number): string {
  return `${text}${" ".repeat(Math.max(0, columns - columnsOf(stripVTControlCharacters(text))))}`;
}

function ellipsis({ isUnicode }: Canvas): string {
  return isUnicode ? "…" : "~";
}

/** Applies a style if the terminal supports colors. */
export function styled(text: string, style: Style, { columns, colour }: Canvas): string {
  return text === "" ? "" : paint(text, style, { width: columns, colour });
}

/** Splits a rendered block into lines. Wraps lines that are too long, without their styles. */
export function blockOnCanvas(block: string, canvas: Canvas): readonly string[] {
  const text = canvas.isUnicode ? block : inAscii(block);
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  return lines.flatMap((line) => {
    const plain = stripVTControlCharacters(line);
    return columnsOf(plain) <= canvas.columns ? [line] : textPieces(plain, canvas.columns);
  });
}

/** Splits a text into pieces of at most `columns` columns. Drops characters that are wider. */
export function textPieces(text: string, columns: number): readonly string[] {
  if (columnsOf(text) <= columns) return [text];
  const pieces: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const piece = startOf(rest, columns);
    if (piece !== "") pieces.push(piece);
    rest = rest.slice(Math.max(piece.length, 1));
  }
  return pieces;
}

/** Shortens a line that may have styles. */
export function clippedLine(line: string, columns: number, canvas: Canvas): string {
  const plain = stripVTControlCharacters(line);
  // Drop the styles of a line that is too long.
  return columnsOf(plain) <= columns ? line : cutText(plain, columns, canvas);
}
