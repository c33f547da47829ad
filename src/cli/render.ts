/**
 * Text for a terminal: wrapped lines, error screens and the table of a run. Pure; width and colour are parameters.
 */
import { stripVTControlCharacters, styleText } from "node:util";
import Table from "cli-table3";
import { verdictCounts } from "../domain/outcome.ts";
import { type VerdictTable, verdicts } from "../domain/verdicts.ts";
import type { ErrorExplanation } from "../errors.ts";
import type { ImportPlan, Outcome } from "../graph.ts";
import { columnsOf } from "./columns.ts";
import { middle, resourceLabels } from "./resource-labels.ts";
import { allValuesText, classCounts } from "./value-counts.ts";
import { visible } from "./visible.ts";

export interface Screen {
  /** Columns. */
  readonly width: number;
  readonly colour: boolean;
  /** Names and ids are whole, however long a line becomes: no terminal shows it. Absent: they are cut to the width. */
  readonly isWhole?: boolean;
}

type Style = Parameters<typeof styleText>[0];

/** The rows of a screen next to the error. */
interface ErrorRows {
  /** Resources, where the place is none. */
  readonly of?: string;
  /** Differences, a line for each. */
  readonly diff?: string;
}

/** An error or a warning as a person sees it: what failed, where, why, what to do. */
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

/** So many characters of one word are shown: a name or an id may have millions. */
const longestWord = 2000;

/** Cuts words that no person reads in their middle, and says how much is left out; the document has all. */
function clippedWords(text: string): string {
  if (text.length <= longestWord) return text;
  return text.replaceAll(/\S+/g, (word) => {
    const more = word.length - longestWord;
    if (more <= 0) return word;
    const half = longestWord / 2;
    return `${word.slice(0, half)} …(${more} characters more)… ${word.slice(-half)}`;
  });
}

/** A hint may be copied to a shell, so its words stay whole; places and reasons break where they can. */
function body(label: string, text: string, width: number): string {
  const indent = " ".repeat(8);
  return label === "hint" || label === "run"
    ? wrap(harmless(text), width, indent)
    : wrap(breakable(harmless(text), width), width, indent);
}

/** Text of others without what a terminal would obey; line breaks stay. */
export function harmless(text: string): string {
  const lines = stripVTControlCharacters(text).replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ");
  const printable = lines.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "");
  return printable.split("\n").map(visible).join("\n");
}

/** Cuts each word that is longer than a line into lines, after one of `/`, `:` and `,`. */
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

/** A longer table shows only what is not clean, what is not imported first, and the counts. */
const tableRows = 100;

/** How many resources got which verdict, and how many of the values that Read returned the program sets. */
function renderCounts(plan: ImportPlan, screen: Screen): string {
  const counts = verdictsText(plan);
  const values = allValuesText(plan);
  const set = values === "" ? "" : `${wrap(`The program sets ${values}.`, screen.width, "")}\n`;
  return `${[counted(plan.outcomes.length, "resource"), ...(counts === "" ? [] : [counts])].join(": ")}\n${set}`;
}

/** Returns `14 clean, 2 update`; empty for a plan without resources. */
export function verdictsText({ outcomes }: ImportPlan): string {
  return [...verdictCounts(outcomes)].map(([verdict, count]) => `${count} ${verdict}`).join(", ");
}

/** The table of a run: resource, id, verdict, how many of the values that Read returned the program sets. */
export function renderOutcomes(plan: ImportPlan, screen: Screen): string {
  const isShort = plan.outcomes.length <= tableRows;
  const all = plan.outcomes.filter(({ verdict }) => isShort || !verdicts[verdict].isQuiet);
  if (all.length === 0) return renderCounts(plan, screen);
  const rows = (all.length > tableRows ? byUrgency(all) : all).slice(0, tableRows);
  const more = all.length > tableRows ? `(${counted(all.length - tableRows, "more row")}: --json has all)\n` : "";
  const table = screen.isWhole === true ? wholeTable(rows, screen) : fittedTable(rows, screen);
  return `${table}\n${more}${renderCounts(plan, screen)}`;
}

const tableHead = ["Resource", "Id", "Verdict", "Set"];

/** The table with every name and id as long as it is; a column is not wider than `widest` for the sake of one that is endless. */
function wholeTable(outcomes: readonly Outcome[], screen: Screen): string {
  const labels = resourceLabels(outcomes, Number.POSITIVE_INFINITY);
  const cells = outcomes.map((outcome, index) => [
    clippedWords(labels[index] ?? ""),
    clippedWords(visible(outcome.id ?? "")),
  ]);
  const widths = [0, 1].map((at) =>
    Math.min(widest, Math.max(...[tableHead, ...cells].map((row) => columnsOf(row[at] ?? "")))),
  );
  const start = (row: readonly string[]): string => widths.map((width, at) => padded(row[at] ?? "", width)).join("  ");
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

/** The table in the columns of a terminal. */
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

/** A number with its noun. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** `14/16`: values, or in modes that account for none top-level properties. Nothing of a person's own declaration, which imp does not print. */
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
 * Wraps at spaces; words that are longer than a line stay whole. Line breaks of the text are kept. `wrap-ansi` normalises the text, and
 * a name in a command that is copied must stay as it is.
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

/** The same for a text of anybody that starts in a column: words that are longer are broken. @param below the indent of the next lines */
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
