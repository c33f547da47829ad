/**
 * The terminal that a review is drawn for, its signs, and lines that fit its columns. Pure.
 */
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
  /** The terminal shows all characters; otherwise those of ASCII only. */
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

const unicodeSigns: Signs = {
  cursor: "❯",
  open: "▾",
  folded: "▸",
  enter: "⏎",
  bar: "│",
};

const asciiSigns: Signs = {
  cursor: ">",
  open: "v",
  folded: ">",
  enter: "enter",
  bar: "|",
};

export function signsOf({ isUnicode }: Canvas): Signs {
  return isUnicode ? unicodeSigns : asciiSigns;
}

/** Returns the symbol of a verdict, or of what the user took out. */
export function symbolOf(section: Section, { isUnicode }: Canvas): string {
  if (section === "out") return "-";
  const { symbol, asciiSymbol } = verdicts[section];
  return isUnicode ? symbol : asciiSymbol;
}

const separators: Readonly<Record<string, string>> = { "·": "-", "→": "->", "…": "~", "█": "_", "•": "*" };

/** Text that the terminal shows as it is: no control characters, and in ASCII where it has no others. */
export function shownText(text: string, { isUnicode }: Canvas): string {
  const safe = harmless(text);
  return isUnicode ? safe : inAscii(safe);
}

/** Own signs have stand-ins; characters of names become escapes. */
function inAscii(text: string): string {
  return text.replace(/[^\x00-\x7e]/gu, (char) => separators[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

/** A text on one line, cut at its end. */
export function cutText(text: string, columns: number, canvas: Canvas): string {
  const line = shownText(text, canvas).replaceAll("\n", " ");
  if (columnsOf(line) <= columns) return line;
  return `${startOf(line, columns - 1)}${columns > 0 ? ellipsis(canvas) : ""}`;
}

/** A text on one line, cut in its middle: both ends of a name tell something. */
export function cutMiddle(text: string, columns: number, canvas: Canvas): string {
  const line = shownText(text, canvas).replaceAll("\n", " ");
  if (columns <= 1) return startOf(line, columns);
  const cut = middle(line, columns);
  return canvas.isUnicode ? cut : cut.replaceAll("…", ellipsis(canvas));
}

/** A title in bold, and facts at the right of it. */
export function titleLine(title: string, facts: string, canvas: Canvas): string {
  const gap = Math.max(2, Math.min(60, canvas.columns - columnsOf(facts) - 1) - columnsOf(title));
  return `${styled(title, "bold", canvas)}${" ".repeat(gap)}${facts}`;
}

/** The text, with blanks up to so many columns. */
export function paddedTo(text: string, columns: number): string {
  return `${text}${" ".repeat(Math.max(0, columns - columnsOf(stripVTControlCharacters(text))))}`;
}

function ellipsis({ isUnicode }: Canvas): string {
  return isUnicode ? "…" : "~";
}

/** The text in a style, where the terminal has colours. */
export function styled(text: string, style: Style, { columns, colour }: Canvas): string {
  return text === "" ? "" : paint(text, style, { width: columns, colour });
}

/** Lines of a laid-out block that may have styles: a line that is too long goes on below, without them. */
export function blockOnCanvas(block: string, canvas: Canvas): readonly string[] {
  const text = canvas.isUnicode ? block : inAscii(block);
  const lines = text.replace(/^\n+|\s+$/g, "").split("\n");
  return lines.flatMap((line) => {
    const plain = stripVTControlCharacters(line);
    return columnsOf(plain) <= canvas.columns ? [line] : textPieces(plain, canvas.columns);
  });
}

/** The text in pieces of at most so many columns; a character that is wider than that is left out. */
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

/** A line that may have styles, cut to the columns of the terminal. */
export function clippedLine(line: string, columns: number, canvas: Canvas): string {
  const plain = stripVTControlCharacters(line);
  // Styles of a line that is too long are not worth cutting between.
  return columnsOf(plain) <= columns ? line : cutText(plain, columns, canvas);
}
