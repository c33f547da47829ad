/**
 * The code of a row next to the reasons of its properties, or above them where there is no room. Pure, but for the colours.
 */
import type { ReviewRow } from "../../domain/review.ts";
import { nameOf } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import type { Reason } from "../../graph.ts";
import { columnsOf } from "../columns.ts";
import { highlighted } from "../highlight.ts";
import { renderError, wrap } from "../render.ts";
import { blockOnCanvas, type Canvas, cutText, paddedTo, shownText, signsOf, styled } from "./canvas.ts";

/** The code of a row, or why there is none. */
export type CodeText =
  | { readonly kind: "code"; readonly plain: readonly string[]; readonly coloured: readonly string[] }
  | { readonly kind: "problem"; readonly error: ImpError };

/** Colours code line by line. */
export async function codeText(code: string, grammar: string | undefined, canvas: Canvas): Promise<CodeText> {
  const plain = shownText(code.trimEnd(), canvas);
  const coloured = await highlighted(plain, grammar, { width: canvas.columns, colour: canvas.colour });
  return { kind: "code", plain: plain.split("\n"), coloured: coloured.split("\n") };
}

/** Reads an error of the code; another one is an error of imp. */
export function codeProblem(error: unknown): CodeText {
  const known =
    error instanceof ImpError
      ? error
      : ImpError.of("INTERNAL", { message: error instanceof Error ? error.message : String(error) });
  return { kind: "problem", error: known };
}

/** Columns of the reasons. Code that does not fit next to them stands above them, whole. */
const reasonColumns = 40;

/** All lines of the page. `code`: absent: it is being printed. */
export function codeLines(row: ReviewRow, code: CodeText | undefined, canvas: Canvas): readonly string[] {
  if (code === undefined) return [shownText(" Printing the code…", canvas)];
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
  return code.coloured.map((coloured, at) => {
    const line = paddedTo(` ${coloured}`, widest + 1);
    const reason = reasons.get(at);
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

/** The lines that set a property of the resource itself, each with the reason: those with the smallest indent among all that name one. */
function reasonsByLine(code: readonly string[], row: ReviewRow): ReadonlyMap<number, string> {
  const reasons = reasonTexts(row);
  const found = code.flatMap((line, at) => {
    const [, blanks = "", name = ""] = /^(\s*)"?([A-Za-z_]\w*)"?\s*[:=](?![:=])/.exec(line) ?? [];
    const reason = reasons.get(plainName(name));
    return reason === undefined ? [] : [{ at, indent: blanks.length, reason }];
  });
  const indent = Math.min(...found.map((one) => one.indent));
  return new Map(found.filter((one) => one.indent === indent).map(({ at, reason }) => [at, reason]));
}

/** Property, as every language spells it -> its reason in words. */
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

/** `bucketName`, `bucket_name` and `BucketName` are one property. */
function plainName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

function reasonText(reason: Reason): string {
  switch (reason) {
    case "required":
      return "required by the schema";
    case "identity":
      return "names the resource";
    case "diff":
      return "otherwise shown as changed";
    case "check":
      return "otherwise refused";
    case "asked":
      return "the import file asks for it";
    case "recreate":
      return "otherwise a new one differs";
  }
}
