/** Prints strings and interpolations as quoted templates or as heredocs. */
import { escapeBeforeReference, escapeText, textRefusal } from "../shared/hcl-syntax.ts";
import { type ErrorLocation, refuse } from "../shared/scope.ts";
import { invisibleInCode, isTall } from "../shared/strings.ts";
import { indented } from "./layout.ts";

/** Text, or a printed expression. Two texts never follow each other, because this would split escape sequences. */
export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly code: string };

/** Prints a template. Throws GENERATOR_CANNOT_EXPRESS for text that HCL would change. */
export function templateText(
  parts: readonly TemplatePart[],
  location: ErrorLocation & { readonly isInline?: true },
): string {
  for (const part of parts) {
    const why = part.kind === "text" ? textRefusal(part.text) : undefined;
    if (why !== undefined) return refuse(location, why);
  }
  const [only] = parts;
  // A template with a single part has the type of that part.
  if (parts.length === 1 && only?.kind === "code") return `tostring(${only.code})`;
  const tall = location.isInline ? undefined : heredoc(parts);
  return tall ?? quotedTemplate(parts);
}

function quotedTemplate(parts: readonly TemplatePart[]): string {
  const texts = parts.map((part, index) => {
    if (part.kind === "code") return `\${${part.code}}`;
    return index === parts.length - 1 ? escapeText(part.text) : escapeBeforeReference(part.text);
  });
  return `"${texts.join("")}"`;
}

/** Returns a heredoc, or undefined if the string has few lines, or characters that a heredoc cannot contain or would hide. */
function heredoc(parts: readonly TemplatePart[]): string | undefined {
  // Any visible character can represent an expression, because only the spaces at the start of its line matter.
  const whole = parts.map((part) => (part.kind === "text" ? part.text : "x")).join("");
  if (!isTall(whole) || !whole.endsWith("\n") || /[ \t]$/.test(whole)) return undefined;
  if ((whole.match(invisibleInCode) ?? []).some((character) => character !== "\n" && character !== "\t"))
    return undefined;
  // HCL removes the indentation of the least indented line, so a line must have none.
  if (!/^\S/m.test(whole)) return undefined;
  // A dollar sign in front of an expression would escape it.
  const hasDollar = parts.some(
    (part, index) => part.kind === "text" && part.text.endsWith("$") && index < parts.length - 1,
  );
  if (hasDollar) return undefined;
  const texts = parts.map((part) =>
    part.kind === "code" ? `\${${part.code}}` : part.text.replace(/[$%](?=\{)/g, "$&$&"),
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
