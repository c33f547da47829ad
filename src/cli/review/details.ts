/** The details page of a resource: ID, verdict, errors, differences, values, and remarks. */

import type { Outcome } from "../../domain/graph.ts";
import { outcomeWords, problemOf } from "../../domain/outcome.ts";
import type { ReviewRow } from "../../domain/review.ts";
import { nameOf } from "../../domain/urn.ts";
import { type VerdictRow, verdicts } from "../../domain/verdicts.ts";
import { formatPath } from "../../value/path.ts";
import { grouped, labelledText, messageWithDetails } from "../diagnostics.ts";
import { differenceLines } from "../difference-lines.ts";
import { renderExplanations } from "../explanations.ts";
import { remarkDiagnostics } from "../remarks.ts";
import { renderError, wrap } from "../render.ts";
import { accountingLines } from "../reports/files/accounting.ts";
import { valueCountsText } from "../value-counts.ts";
import { blockOnCanvas, type Canvas, shownText, styled, textPieces } from "./canvas.ts";

/** Returns ID, verdict, errors, differences, values, and remarks of the resource, as lines. */
export function detailLines(row: ReviewRow, canvas: Canvas): readonly string[] {
  const { outcome, needs, parent, isOut } = row;
  const { id, verdict, accounting = [], urn } = outcome;
  const problem = problemOf(outcome);
  const screen = { width: canvas.columns, colour: canvas.colour };
  const missing = needs.map(({ oneOf }) =>
    oneOf.map(({ path, secret }) => `${formatPath(path)}${secret ? " (secret)" : ""}`).join(" or "),
  );
  const values = accounting.length > 0 ? accountingLines(accounting) : reasonLines(outcome);
  return [
    ...labelled("Verdict", [verdictText(outcome)], canvas, verdicts[verdict].style),
    ...(isOut ? labelled("", ["Left out: this resource is not imported."], canvas) : []),
    ...labelled("ID", id === undefined ? [] : [id], canvas),
    ...labelled("URN", [urn], canvas),
    ...labelled("Parent", parent === undefined ? [] : [nameOf(parent)], canvas),
    ...labelled("Missing", missing, canvas),
    ...labelled("Differences", differenceLines(outcome.differences, canvas.columns - indent - 1), canvas),
    ...(problem === undefined
      ? []
      : ["", ...blockOnCanvas(renderError(problem.code, problem.explanation, screen), canvas)]),
    ...remarkDiagnostics([outcome]).flatMap((diagnostic) => [
      "",
      ...blockOnCanvas(
        labelledText(diagnostic.severity === "note" ? "Note" : "Warning", messageWithDetails(diagnostic), screen),
        canvas,
      ),
    ]),
    ...(values.length === 0 ? [] : ["", ...labelled("Values", [valueCountsText(accounting), ...values], canvas)]),
  ];
}

/** Returns the lines of the "why" page: explanations with `--explain`, otherwise which values the program sets and why. */
export function whyLines({ outcome }: ReviewRow, canvas: Canvas): readonly string[] {
  const explained = renderExplanations({ outcomes: [outcome] }, { width: canvas.columns, colour: canvas.colour });
  if (explained !== "") return blockOnCanvas(explained, canvas);
  const { accounting = [] } = outcome;
  const values = accounting.length > 0 ? accountingLines(accounting) : reasonLines(outcome);
  if (values.length === 0)
    return labelled("", ["This resource was not proven. See its details for the reason."], canvas);
  return [
    ...labelled("Values", [valueCountsText(accounting), ...values], canvas),
    "",
    ...labelled("", ["Use --explain to also see the responses of the provider."], canvas),
  ];
}

/** Describes the effect of the next `pulumi up`, or why the resource is not imported. */
export function verdictText(outcome: Outcome): string {
  return `${outcome.verdict}: ${outcomeWords(outcome).meaning}`;
}

function reasonLines({ reasons }: Outcome): readonly string[] {
  return grouped([...reasons], ([, reason]) => reason).map(
    (group) => `set (${group[0][1]}): ${group.map(([path]) => path).join(", ")}`,
  );
}

const indent = 13;

/** Returns a label with wrapped texts, or no lines if all texts are empty. */
export function labelled(
  label: string,
  texts: readonly string[],
  canvas: Canvas,
  style?: VerdictRow["style"],
): readonly string[] {
  const width = Math.max(8, canvas.columns - indent - 1);
  const lines = texts
    .filter((text) => text !== "")
    .flatMap((text) => wrap(shownText(text, canvas), width, "").split("\n"))
    .flatMap((line) => textPieces(line, width));
  return lines.map((line, index) => {
    const start = styled((index === 0 ? ` ${label}` : "").padEnd(indent), "dim", canvas);
    return `${start}${style === undefined ? line : styled(line, style, canvas)}`;
  });
}
