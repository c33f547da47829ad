/** Prints strings and interpolations as quoted templates or as heredocs. */
import type { InterpolatedReference, InterpolationPart } from "../../src/ir/expression.ts";
import { escapeBeforeReference, escapeText, textRefusal } from "../shared/hcl-syntax.ts";
import { type ErrorLocation, refuse } from "../shared/scope.ts";
import { invisibleInCode, isTall, mergeTexts } from "../shared/strings.ts";
import { indented } from "./layout.ts";

/** @param printReference prints the expression inside `${}` */
export function templateText(
  parts: readonly InterpolationPart[],
  location: ErrorLocation & { readonly isInline?: true },
  printReference: (reference: InterpolatedReference) => string,
): string {
  const merged = mergeTexts(parts);
  for (const part of merged) {
    const why = part.kind === "text" ? textRefusal(part.text) : undefined;
    if (why !== undefined) return refuse(location, why);
  }
  const [only] = merged;
  // A template with a single part has the type of that part.
  if (merged.length === 1 && only?.kind === "reference") return `tostring(${printReference(only.reference)})`;
  const tall = location.isInline ? undefined : heredoc(merged, printReference);
  return tall ?? quotedTemplate(merged, printReference);
}

function quotedTemplate(
  parts: readonly InterpolationPart[],
  printReference: (reference: InterpolatedReference) => string,
): string {
  const texts = parts.map((part, index) => {
    if (part.kind === "reference") return `\${${printReference(part.reference)}}`;
    return index === parts.length - 1 ? escapeText(part.text) : escapeBeforeReference(part.text);
  });
  return `"${texts.join("")}"`;
}

/** Returns a heredoc, or undefined if the string has few lines, or characters that a heredoc cannot contain or would hide. */
function heredoc(
  parts: readonly InterpolationPart[],
  printReference: (reference: InterpolatedReference) => string,
): string | undefined {
  // The reference is a letter here, so that it counts as text at the start of a line.
  const whole = parts.map((part) => (part.kind === "text" ? part.text : "x")).join("");
  if (!isTall(whole) || !whole.endsWith("\n") || /[ \t]$/.test(whole)) return undefined;
  if ((whole.match(invisibleInCode) ?? []).some((character) => character !== "\n" && character !== "\t"))
    return undefined;
  // The indentation of the least indented line is removed, so a line must have none.
  if (!/^\S/m.test(whole)) return undefined;
  const isSplit = parts.some(
    (part, index) => part.kind === "text" && part.text.endsWith("$") && parts[index + 1] !== undefined,
  );
  if (isSplit) return undefined;
  const texts = parts.map((part) =>
    part.kind === "reference" ? `\${${printReference(part.reference)}}` : part.text.replace(/[$%](?=\{)/g, "$&$&"),
  );
  const mark = heredocMark(whole);
  return `<<-${mark}\n${indented(texts.join(""))}${mark}`;
}

function heredocMark(text: string): string {
  const lines = new Set(text.split("\n").map((line) => line.trim()));
  let mark = "EOT";
  while (lines.has(mark)) mark += "_";
  return mark;
}
