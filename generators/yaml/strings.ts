/**
 * Texts -> YAML scalars: plain where every reader takes them for the text that they are, in quotes or as a block elsewhere
 * (docs/programs.md#yaml). Pulumi's reader knows YAML 1.1 and 1.2 at once, so the words of both are quoted.
 */
import { lines } from "../shared/layout.ts";
import { invisible, isTall, unicodeEscape } from "../shared/strings.ts";
import type { Value } from "./layout.ts";

/** Words that some reader takes for a truth value, nothing, or the key of a merge. */
const words = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i;
/** Digits in any base and notation, with the underscores and colons of YAML 1.1; and dates. */
const numeric =
  /^[-+]?(?:0[box][0-9a-f_]*|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]*)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|\.inf|\.nan|\d{4}-\d\d?-\d\d?.*)$/i;
/** No blank at an end, no indicator at the start, nothing that begins a comment or makes a key of it. */
const plain = /^(?![-?:,[\]{}#&*!|>'"%@`])(?!.*(?:: |:$| #))[!-~\p{L}\p{N}](?:[ -~\p{L}\p{N}]*[!-~\p{L}\p{N}])?$/u;
/** What a reader does not take even in quotes, and what would not be seen there. */
const unseen = /[^\S ]|[\ufffe\uffff]/g;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Longer ones help nobody. */
export const longestName = 50;

/** A name that a reference takes without brackets. */
export function isWord(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && name.length <= longestName;
}

/** On one line. */
export function scalar(text: string): string {
  if (plain.test(text) && !words.test(text) && !numeric.test(text)) return text;
  if (hidden(text) === text) {
    return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
  }
  return `"${hidden(text.replace(/["\\]/g, "\\$&"))}"`;
}

/** Text of three lines and more reads best as it is, where nothing in it is unseen. */
export function scalarOrBlock(text: string): Value {
  const content = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (
    !isTall(text) ||
    /^\s|\s$/.test(content) ||
    hidden(content.replaceAll("\n", "")) !== content.replaceAll("\n", "")
  ) {
    return { inline: scalar(text) };
  }
  return { inline: text === content ? "|-" : "|", content: lines(content.split("\n")) };
}

/** In values `$${` stands for `${`; a dollar sign counts twice where it would begin either. */
export function literal(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
}

/** Before a reference the last dollar sign counts twice too. */
export function literalBeforeReference(text: string): string {
  return literal(text).replace(/\$$/, "$$$$");
}

function hidden(text: string): string {
  return text.replace(invisible, escaped).replace(unseen, escaped);
}

function escaped(character: string): string {
  return short[character] ?? unicodeEscape(character);
}
