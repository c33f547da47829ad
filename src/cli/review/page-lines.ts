/** The pages of a review, as lines. */
import type { ReviewRow, ReviewView } from "../../domain/review.ts";
import { formatPath } from "../../value/path.ts";
import { differenceLines } from "../difference-lines.ts";
import { counted, wrap } from "../render.ts";
import { type Canvas, cutMiddle, cutText, shownText, signsOf, styled, symbolOf, textPieces } from "./canvas.ts";
import { type CodeText, codeLines } from "./code-page.ts";
import { decisionsFor } from "./decisions.ts";
import { detailLines, labelled, verdictText, whyLines } from "./details.ts";
import { type ListKey, listKeys } from "./key-words.ts";
import { rowWithKey } from "./model.ts";
import { canBeForAll, decidedRows, type OutputField, outputFields, requestedInput } from "./page-keys.ts";
import type { ConfirmPage, DecidePage, FieldPage, OutputPage, Page, ValuePage } from "./pages.ts";
import { fieldContent, type TextField } from "./text-field.ts";

/** The lines of a page, and the index of the line that must be visible. */
export interface PageLines {
  readonly lines: readonly string[];
  readonly focus: number;
}

/** Returns the title of a page. Leaves `free` columns empty on the right. */
export function pageTitle(page: Page, view: ReviewView, isNumbered: boolean, free: number, canvas: Canvas): string {
  return cutMiddle(` ${reviewPageTitle(page, view, isNumbered)}`, Math.max(0, canvas.columns - free), canvas);
}

function reviewPageTitle(page: Page, view: ReviewView, isNumbered: boolean): string {
  switch (page.kind) {
    case "details":
      return rowTitle(rowWithKey(view, page.key));
    case "why":
      return `Why: ${rowTitle(rowWithKey(view, page.key))}`;
    case "code":
      return `Code of ${rowTitle(rowWithKey(view, page.key))}`;
    case "help":
      return `${isNumbered ? "Commands" : "Keys"} and equivalent flags`;
    case "rename":
      return `Rename ${rowTitle(rowWithKey(view, page.key))}`;
    case "pattern":
      return "Rename all resources that match a pattern";
    case "search":
      return "Search type, name, and ID";
    case "report":
      return "Write a report to a .md or .html file";
    case "rest":
      return "Save the resources that are not imported to an import file";
    case "value":
      return `Missing value of ${rowTitle(rowWithKey(view, page.key))}`;
    case "decide": {
      const rows = decidedRows(page, view);
      return rows.length === 1
        ? `Decide about ${rowTitle(rows[0])}`
        : `Decide about ${counted(rows.length, "resource")}`;
    }
    case "output":
      return "Output settings";
    case "confirm":
      return "Quit";
  }
}

function rowTitle(row: ReviewRow | undefined): string {
  return row === undefined ? "" : `${row.outcome.type} ${row.outcome.name}`;
}

/** Lays out a page. On the code page, `code` is undefined while the code is still being printed. @param isNumbered the list has numbers */
export function pageLines(
  page: Page,
  view: ReviewView,
  isNumbered: boolean,
  canvas: Canvas,
  code?: CodeText,
): PageLines {
  switch (page.kind) {
    case "details":
    case "why":
    case "code": {
      const row = rowWithKey(view, page.key);
      if (row === undefined) return { lines: [], focus: 0 };
      if (page.kind === "code") return { lines: codeLines(row, code, canvas), focus: 0 };
      return { lines: page.kind === "details" ? detailLines(row, canvas) : whyLines(row, canvas), focus: 0 };
    }
    case "help":
      return { lines: helpLines(isNumbered, canvas), focus: 0 };
    case "rename":
    case "pattern":
    case "search":
    case "report":
    case "rest":
    case "value":
      return { lines: fieldLines(page, view, canvas), focus: 0 };
    case "decide":
      return decideLines(page, view, canvas);
    case "output":
      return { lines: outputLines(page, view, canvas), focus: page.index };
    case "confirm":
      return confirmLines(page, view, canvas);
  }
}

/** The last line of the help. */
const moving = {
  keys: "Move with up, down, j, k, PageUp, PageDown, Home, End, g, and G. Change the filter with left and right.",
  commands: "End each command with enter. Enter alone opens the current row. Move with up, down, PageUp, and PageDown.",
};

function helpLines(isNumbered: boolean, canvas: Canvas): readonly string[] {
  const labelOf = ({ key, command }: ListKey): string =>
    isNumbered ? (command ?? key) : key === "enter" ? signsOf(canvas).enter : key;
  return [
    ...listKeys.flatMap((listKey) => [
      ...labelled(labelOf(listKey), [listKey.long], canvas),
      ...(listKey.flag === undefined ? [] : labelled("", [listKey.flag], canvas, "cyan")),
    ]),
    ...labelled("", [isNumbered ? moving.commands : moving.keys], canvas),
  ];
}

/** Returns the text of the field with its cursor. If the text is too long, returns only the part around the cursor. */
function fieldText({ before, after }: TextField, label: string, canvas: Canvas, isHidden = false): string {
  const mask = (text: string): string => (isHidden ? "*".repeat([...text].length) : text);
  const room = Math.max(1, canvas.columns - label.length - 3);
  const shown = textPieces(shownText(`${mask(before)}█${mask(after)}`, canvas), room);
  const cursor = canvas.isUnicode ? "█" : "_";
  return ` ${label}${shown.find((piece) => piece.includes(cursor)) ?? ""}`;
}

function fieldLines(page: FieldPage, view: ReviewView, canvas: Canvas): readonly string[] {
  switch (page.kind) {
    case "rename":
      return [
        fieldText(page.field, "Name  ", canvas),
        ...nameFieldLines(page.key, fieldContent(page.field), view, canvas),
      ];
    case "pattern":
      return [fieldText(page.field, "Pattern  ", canvas), ...patternLines(fieldContent(page.field), view, canvas)];
    case "search":
      return [fieldText(page.field, "/", canvas)];
    case "report":
    case "rest":
      return [fieldText(page.field, "File  ", canvas)];
    case "value":
      return valueLines(page, view, canvas);
  }
}

function nameFieldLines(key: string, name: string, view: ReviewView, canvas: Canvas): readonly string[] {
  const { problem, variable, references } = view.checkName(key, name);
  if (problem !== undefined) return labelledAs(symbolOf("failed", canvas), problem, canvas, "red");
  return [
    ...(name === rowWithKey(view, key)?.outcome.name
      ? labelledAs("", "the current name", canvas)
      : labelledAs(
          symbolOf("clean", canvas),
          "available in the stack, the import file, and the program",
          canvas,
          "green",
        )),
    ...(variable === undefined ? [] : labelledAs("", `variable: ${variable}`, canvas)),
    ...(references === 0 ? [] : labelledAs("", `updates ${counted(references, "reference")}`, canvas)),
  ];
}

function patternLines(pattern: string, view: ReviewView, canvas: Canvas): readonly string[] {
  const { problem, names } = view.checkPattern(pattern);
  if (problem !== undefined) return labelledAs(symbolOf("failed", canvas), problem, canvas, "red");
  return [
    ...labelledAs("→", counted(names.length, "name"), canvas),
    ...names.slice(0, 12).map(([old, now]) => cutText(`   ${old} → ${now}`, canvas.columns, canvas)),
    ...(names.length > 12 ? [cutText(`   and ${names.length - 12} more`, canvas.columns, canvas)] : []),
  ];
}

function labelledAs(sign: string, text: string, canvas: Canvas, style?: "red" | "green"): readonly string[] {
  const start = shownText(sign === "" ? "   " : ` ${sign} `, canvas);
  const width = Math.max(8, canvas.columns - start.length - 1);
  const lines = wrap(shownText(text, canvas), width, "")
    .split("\n")
    .flatMap((line) => textPieces(line, width));
  return lines.map((line, index) => {
    const whole = `${index === 0 ? start : " ".repeat(start.length)}${line}`;
    return style === undefined ? whole : styled(whole, style, canvas);
  });
}

function valueLines(page: ValuePage, view: ReviewView, canvas: Canvas): readonly string[] {
  const row = rowWithKey(view, page.key);
  const input = requestedInput(page, row);
  if (row === undefined || input === undefined) return [];
  const others = row.needs[page.values.length]?.oneOf.filter((other) => other !== input) ?? [];
  const label = `${cutText(formatPath(input.path), 24, canvas)}${input.secret ? " (secret)" : ""}  `;
  return [
    ...(row.needs.length > 1 ? labelledAs("", `${page.values.length + 1} of ${row.needs.length}`, canvas) : []),
    fieldText(page.field, label, canvas, input.secret),
    ...labelledAs("", "The provider requires this value but does not return it.", canvas),
    ...others.flatMap(({ path }) => labelledAs("", `tab: enter ${formatPath(path)} instead`, canvas)),
  ];
}

/** Maximum number of differences above the decisions. The details page has all. */
const shownDifferences = 6;

function decideLines(page: DecidePage, view: ReviewView, canvas: Canvas): PageLines {
  const rows = decidedRows(page, view);
  const [first] = rows;
  // Rows with the same reason may have different values.
  const differences = rows.length === 1 && first !== undefined ? rowDifferences(first, canvas) : [];
  const summary = first === undefined ? [] : [verdictText(first.outcome), ...differences];
  const head = summary.flatMap((line) => labelledAs("", line, canvas));
  const options = decisionsFor(rows).map(({ text }, index) =>
    choiceLines(`${index + 1} ${text}`, index === page.index, canvas),
  );
  const box = canBeForAll(page)
    ? ["", ...labelledAs(`[${page.forAll ? "x" : " "}]`, `a: apply to all ${page.all.length} with this reason`, canvas)]
    : [];
  const focus = head.length + options.slice(0, page.index + 1).reduce((sum, lines) => sum + lines.length, 0);
  return { lines: [...head, "", ...options.flat(), ...box], focus };
}

function rowDifferences({ outcome }: ReviewRow, { columns }: Canvas): readonly string[] {
  return differenceLines(outcome.differences.slice(0, shownDifferences), columns - 8);
}

function choiceLines(text: string, isChosen: boolean, canvas: Canvas): readonly string[] {
  const lines = labelledAs(isChosen ? signsOf(canvas).cursor : " ", text, canvas);
  return isChosen ? lines.map((line) => styled(line, "bold", canvas)) : lines;
}

const fieldNames: Readonly<Record<OutputField, string>> = {
  language: "Language",
  layout: "Layout",
  directory: "Directory",
};

function outputLines(page: OutputPage, { output }: ReviewView, canvas: Canvas): readonly string[] {
  const { languages, layouts } = output;
  const lineOf = (field: OutputField, index: number): string => {
    const mark = index === page.index ? signsOf(canvas).cursor : " ";
    const label = `${mark} ${fieldNames[field].padEnd(10)}`;
    switch (field) {
      case "directory":
        return index === page.index
          ? fieldText(page.directory, label, canvas)
          : cutText(` ${label}${fieldContent(page.directory)}`, canvas.columns, canvas);
      case "language":
        return choiceText(label, languages?.all.map(({ name, title }) => [name, title]) ?? [], page.language, canvas);
      case "layout":
        return choiceText(label, layouts?.all.map((name) => [name, name]) ?? [], page.layout, canvas);
    }
  };
  const file = cutText(`   ${"File".padEnd(10)}${shownText(output.file, canvas)}`, canvas.columns, canvas);
  return [...outputFields(output).map(lineOf), file];
}

/** Returns all choices, or only the selected one if the line is too long. */
function choiceText(
  label: string,
  all: readonly (readonly [name: string, title: string])[],
  chosen: string | undefined,
  canvas: Canvas,
): string {
  const words = all.map(([name, title]) => (name === chosen ? `[${title}]` : title)).join("  ");
  const whole = ` ${label}${shownText(words, canvas)}`;
  if (whole.length <= canvas.columns) return whole;
  const title = all.find(([name]) => name === chosen)?.[1] ?? "";
  return cutText(` ${label}[${title}]`, canvas.columns, canvas);
}

function confirmLines(page: ConfirmPage, view: ReviewView, canvas: Canvas): PageLines {
  const head = quitLines(view, canvas);
  const options = [...choiceLines("No", !page.isYes, canvas), ...choiceLines("Yes", page.isYes, canvas)];
  return { lines: [...head, "", ...options], focus: head.length + 2 };
}

function quitLines({ edits }: ReviewView, canvas: Canvas): readonly string[] {
  return labelledAs(
    "",
    `Nothing will be written, and ${counted(edits, "edit")} of this review will be lost. Quit?`,
    canvas,
  );
}
