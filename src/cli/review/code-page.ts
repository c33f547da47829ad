/** The code page: the code of a resource, with the reasons for its properties next to or below it. */

import { ImpError } from "../../domain/errors.ts";
import type { Reason } from "../../domain/graph.ts";
import type { ReviewRow } from "../../domain/review.ts";
import { nameOf } from "../../domain/urn.ts";
import { columnsOf } from "../columns.ts";
import { highlighted } from "../highlight.ts";
import { renderError, wrap } from "../render.ts";
import { blockOnCanvas, type Canvas, cutText, paddedTo, shownText, signsOf, styled } from "./canvas.ts";

/** The code of a resource, or the reason why it cannot be printed. */
export type CodeText =
  | { readonly kind: "code"; readonly plain: readonly string[]; readonly coloured: readonly string[] }
  | { readonly kind: "problem"; readonly error: ImpError };

/** Prepares code for the page, with and without colors. */
export async function codeText(code: string, grammar: string | undefined, canvas: Canvas): Promise<CodeText> {
  const plain = shownText(code.trimEnd(), canvas);
  const coloured = await highlighted(plain, grammar, { width: canvas.columns, colour: canvas.colour });
  return { kind: "code", plain: plain.split("\n"), coloured: coloured.split("\n") };
}

/** Converts an error to a page. Unexpected errors become INTERNAL. */
export function codeProblem(error: unknown): CodeText {
  const impError =
    error instanceof ImpError
      ? error
      : ImpError.of("INTERNAL", { message: error instanceof Error ? error.message : String(error) });
  return { kind: "problem", error: impError };
}

/** Columns for the reasons. If the code is too wide, they are below the code instead. */
const reasonColumns = 40;

/** Returns the lines of the page. If `code` is undefined, the page says that the code is still being printed. */
export function codeLines(row: ReviewRow, code: CodeText | undefined, canvas: Canvas): readonly string[] {
  if (code === undefined) return [shownText(" Printing code…", canvas)];
  if (code.kind === "problem") {
    const { error } = code;
    return blockOnCanvas(
      renderError(error.code, error.explanation, { width: canvas.columns, colour: canvas.colour }),
      canvas,
    );
  }
  const reasons = reasonsByLine(code.plain, row);
  const widest = Math.max(0, ...code.plain.map(columnsOf));
  if (widest > canvas.columns - reasonColumns - 4) return belowEachOther(code, reasons, canvas);
  const { bar } = signsOf(canvas);
  return code.coloured.map((coloured, index) => {
    const line = paddedTo(` ${coloured}`, widest + 1);
    const reason = reasons.get(index);
    return reason === undefined
      ? line.trimEnd()
      : `${line} ${bar} ${styled(cutText(reason, reasonColumns, canvas), "dim", canvas)}`;
  });
}

function belowEachOther(
  code: Extract<CodeText, { readonly kind: "code" }>,
  reasons: ReadonlyMap<number, string>,
  canvas: Canvas,
): readonly string[] {
  const lines = code.coloured.flatMap((line) => blockOnCanvas(` ${line}`, canvas));
  const notes = [...reasons.values()].flatMap((reason) =>
    blockOnCanvas(wrap(` ${shownText(reason, canvas)}`, canvas.columns, " "), canvas).map((line) =>
      styled(line, "dim", canvas),
    ),
  );
  return notes.length === 0 ? lines : [...lines, "", ...notes];
}

/** Maps the index of each line that sets a top-level property to the reason. These lines have the smallest indentation. */
function reasonsByLine(code: readonly string[], row: ReviewRow): ReadonlyMap<number, string> {
  const reasons = reasonTexts(row);
  const matches = code.flatMap((line, index) => {
    const [, blanks = "", name = ""] = /^(\s*)"?([A-Za-z_]\w*)"?\s*[:=](?![:=])/.exec(line) ?? [];
    const reason = reasons.get(plainName(name));
    return reason === undefined ? [] : [{ index, indent: blanks.length, reason }];
  });
  const indent = Math.min(...matches.map((match) => match.indent));
  return new Map(matches.filter((match) => match.indent === indent).map(({ index, reason }) => [index, reason]));
}

/** Maps normalized property names to the reasons for the properties. */
function reasonTexts({ outcome }: ReviewRow): ReadonlyMap<string, string> {
  const pointing = new Map(
    (outcome.explanation ?? []).flatMap(({ path, pointsTo = [] }) =>
      pointsTo.length === 0 ? [] : [[topOfPath(path), ` → ${pointsTo.map(nameOf).join(", ")}`] as const],
    ),
  );
  return new Map(
    [...outcome.reasons].reverse().map(([path, reason]) => {
      const top = topOfPath(path);
      return [plainName(top), `${top}  ${reasonText(reason)}${pointing.get(top) ?? ""}`] as const;
    }),
  );
}

function topOfPath(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Normalizes a property name, because languages spell it differently: `bucketName`, `bucket_name`, and `BucketName` become equal. */
function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function reasonText(reason: Reason): string {
  switch (reason) {
    case "required":
      return "required by the schema";
    case "identity":
      return "identifies the resource";
    case "diff":
      return "otherwise, the preview shows a change";
    case "check":
      return "otherwise, the provider rejects it";
    case "asked":
      return "requested by the import file";
    case "recreate":
      return "otherwise, a new deployment differs";
  }
}
