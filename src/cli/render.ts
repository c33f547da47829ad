/** Text for the terminal: wrapping, errors, and the table of a run. */
import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";
import type { ErrorExplanation } from "../domain/errors.ts";
import type { ImportPlan, Outcome } from "../domain/graph.ts";
import { verdictCounts } from "../domain/outcome.ts";
import { type VerdictTable, verdicts } from "../domain/verdicts.ts";
import { columnsOf } from "./columns.ts";
import { visible } from "./quote.ts";
import { middle, resourceLabels } from "./resource-labels.ts";
import { allValuesText, classCounts } from "./value-counts.ts";

export interface Screen {
  /** Number of columns. */
  readonly width: number;
  readonly colour: boolean;
  /** The output is not a terminal, so names and IDs are not cut to the width. */
  readonly isWhole?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** Additional rows of an error. */
interface ErrorRows {
  /** The resources, if the location does not contain them. */
  readonly of?: string;
  /** The differences, one per line. */
  readonly diff?: string;
}

/** Renders an error or a warning: what failed, where, why, and what to do. */
export function renderError(code: string, explanation: ErrorExplanation & ErrorRows, screen: Screen): string {
  const isWarning = explanation.severity === "warning";
  const label = isWarning ? "Warning:" : "Error:";
  const indent = " ".repeat(label.length + 1);
  const head = wrap(harmless(`${clippedWords(explanation.what)} (${code})`), screen.width - indent.length, indent);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["where", explanation.where],
    ["of", explanation.of],
    ["why", explanation.why],
    ["diff", explanation.diff],
    ["hint", explanation.hint],
    ["run", explanation.commands?.join("\n")],
  ];
  const lines = rows.flatMap(([label, text]) =>
    text === undefined || text === ""
      ? []
      : [`  ${paint(label.padEnd(5), "dim", screen)} ${body(label, clippedWords(text), screen.width - 8)}`],
  );
  return `${paint(label, [isWarning ? "yellow" : "red", "bold"], screen)} ${head}\n${lines.join("\n")}\n`;
}

/** Maximum number of characters of a word: IDs may have millions. */
const longestWord = 2000;

/** Shortens very long words in the middle. `--json` has the full text. */
function clippedWords(text: string): string {
  if (text.length <= longestWord) return text;
  return text.replaceAll(/\S+/g, (word) => {
    const more = word.length - longestWord;
    if (more <= 0) return word;
    const half = longestWord / 2;
    return `${word.slice(0, half)} …(${more} characters more)… ${word.slice(-half)}`;
  });
}

/** Wraps the text of a row. Hints are not broken inside words, because users may copy commands from them. */
function body(label: string, text: string, width: number): string {
  const indent = " ".repeat(8);
  return label === "hint" || label === "run"
    ? wrap(harmless(text), width, indent)
    : wrap(breakable(harmless(text), width), width, indent);
}

/** Removes control characters from untrusted text. Keeps line breaks. */
export function harmless(text: string): string {
  const lines = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ");
  const printable = lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");
  return printable.split("\n").map(visible).join("\n");
}

/** Breaks words that are longer than a line, after `/`, `:`, or `,`. */
export function breakable(text: string, width: number): string {
  return text.replaceAll(/[^ \n]+/g, (word) => (columnsOf(word) <= width ? word : brokenWord(word, width).join("\n")));
}

function brokenWord(word: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const piece of word.match(/[^/:,]*[/:,]+|[^/:,]+/g) ?? []) {
    if (line !== "" && columnsOf(line) + columnsOf(piece) > width) {
      lines.push(line);
      line = piece;
    } else line += piece;
  }
  return [...lines, line];
}

/** Maximum number of table rows. If there are more, omits first the rows that need no attention, and then the least urgent rows. */
const tableRows = 100;

/** Renders the number of resources by verdict, and how many of the read values the program sets. */
function renderCounts(plan: ImportPlan, screen: Screen): string {
  const counts = verdictsText(plan);
  const values = allValuesText(plan);
  const set = values === "" ? "" : `${wrap(`The program sets ${values}.`, screen.width, "")}\n`;
  return `${[counted(plan.outcomes.length, "resource"), ...(counts === "" ? [] : [counts])].join(": ")}\n${set}`;
}

/** Returns text such as `14 clean, 2 update`, or an empty string without resources. */
export function verdictsText({ outcomes }: ImportPlan): string {
  return [...verdictCounts(outcomes)].map(([verdict, count]) => `${count} ${verdict}`).join(", ");
}

/** Renders the table of a run: resource, ID, verdict, and how many of the read values the program sets. */
export function renderOutcomes(plan: ImportPlan, screen: Screen): string {
  const isShort = plan.outcomes.length <= tableRows;
  const all = plan.outcomes.filter(({ verdict }) => isShort || !verdicts[verdict].isQuiet);
  if (all.length === 0) return renderCounts(plan, screen);
  const rows = (all.length > tableRows ? byUrgency(all) : all).slice(0, tableRows);
  const more =
    all.length > tableRows ? `(${counted(all.length - tableRows, "more row")}; use --json to list all)\n` : "";
  const table = screen.isWhole === true ? wholeTable(rows, screen) : fittedTable(rows, screen);
  return `${table}\n${more}${renderCounts(plan, screen)}`;
}

const tableHead = ["Resource", "ID", "Verdict", "Set"];

/** Renders the table with full names and IDs. Columns are at most `widest` wide, so longer cells stick out. */
function wholeTable(outcomes: readonly Outcome[], screen: Screen): string {
  const labels = resourceLabels(outcomes, Number.POSITIVE_INFINITY);
  const cells = outcomes.map((outcome, index) => [
    clippedWords(labels[index] ?? ""),
    clippedWords(visible(outcome.id ?? "")),
  ]);
  const widths = [0, 1].map((column) =>
    Math.min(widest, Math.max(...[tableHead, ...cells].map((row) => columnsOf(row[column] ?? "")))),
  );
  const start = (row: readonly string[]): string =>
    widths.map((width, column) => padded(row[column] ?? "", width)).join("  ");
  const lines = outcomes.map((outcome, index) => {
    const { verdict } = outcome;
    return `${start(cells[index] ?? [])}  ${paintedVerdict(verdict, verdicts, screen)}${" ".repeat(11 - verdict.length)}${setOf(outcome)}`;
  });
  return [`${start(tableHead)}  ${"Verdict".padEnd(11)}Set`, ...lines].map((line) => line.trimEnd()).join("\n");
}

const widest = 120;

function padded(text: string, width: number): string {
  return `${text}${" ".repeat(Math.max(0, width - columnsOf(text)))}`;
}

/** Renders the table within the width of the terminal. */
function fittedTable(outcomes: readonly Outcome[], screen: Screen): string {
  const width = Math.max(60, Math.min(screen.width, 160));
  const rest = width - 11 - 7;
  const nameWidth = Math.ceil(rest * 0.5);
  const table = new Table({
    head: tableHead,
    colWidths: [nameWidth, rest - nameWidth, 11, 7],
    chars: plainChars,
    style: { "padding-left": 0, "padding-right": 2, head: [], border: [] },
    wordWrap: false,
  });
  const labels = resourceLabels(outcomes, nameWidth - 2);
  for (const [index, outcome] of outcomes.entries()) {
    table.push([
      labels[index] ?? "",
      middle(visible(outcome.id ?? ""), rest - nameWidth - 2),
      paintedVerdict(outcome.verdict, verdicts, screen),
      setOf(outcome),
    ]);
  }
  const lines = table.toString().split("\n");
  return lines.map((line) => line.trimEnd()).join("\n");
}

function byUrgency(outcomes: readonly Outcome[]): readonly Outcome[] {
  return outcomes.toSorted((a, b) => verdicts[a.verdict].rank - verdicts[b.verdict].rank);
}

/** Formats a number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns text such as `14/16`: the program sets 14 of the 16 read values. Returns an empty string if the user's program declares the resource. */
function setOf({ resourceKind, read, reasons, accounting, remarks }: Outcome): string {
  if (remarks.some((remark) => remark.kind === "declared")) return "";
  if (accounting !== undefined)
    return accounting.length === 0 ? "" : `${classCounts(accounting).set}/${accounting.length}`;
  if (resourceKind !== "custom" || read === 0) return "";
  return `${new Set([...reasons.keys()].map((path) => path.split(/[.[]/, 1)[0])).size}/${read}`;
}

/** Returns the verdict in its color. */
export function paintedVerdict<V extends string>(verdict: V, table: VerdictTable<V>, screen: Screen): string {
  return paint(verdict, table[verdict].style, screen);
}

export function paint(text: string, style: Style, screen: Screen): string {
  return screen.colour ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * Wraps at spaces and keeps line breaks. Words that are longer than a line stay whole. Doesn't use `wrap-ansi`, which normalizes the text: users
 * copy commands from it.
 */
export function wrap(text: string, width: number, indent: string): string {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let [line, taken] = ["", 0];
    for (const word of paragraph.split(" ")) {
      const columns = columnsOf(word);
      if (line !== "" && taken + 1 + columns > width) {
        lines.push(line);
        [line, taken] = [word, columns];
      } else [line, taken] = line === "" ? [word, columns] : [`${line} ${word}`, taken + 1 + columns];
    }
    lines.push(line);
  }
  return lines.join(`\n${indent}`);
}

/** Wraps untrusted text in a column, breaking long words. @param below the indentation of the following lines */
export function wrapInside(text: string, { width }: Screen, indent: number, below = indent): string {
  return wrap(breakable(harmless(text), width - indent), width - indent, " ".repeat(below));
}

const plainChars = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "",
};
