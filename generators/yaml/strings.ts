import { stacked } from "../shared/layout.ts";
import { escapeInvisible, invisibleInCode, isTall } from "../shared/strings.ts";
import type { Value } from "./layout.ts";

/** Words that some reader reads as a boolean, null, or a merge key. */
const yamlWords = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i;
/** Digits in any base and notation, with the underscores and colons of YAML 1.1; and dates. */
const numeric =
  /^[-+]?(?:0[box][0-9a-f_]*|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]*)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|\.inf|\.nan|\d{4}-\d\d?-\d\d?.*)$/i;
/** A plain scalar: no blank at an end, no indicator at the start, and no part that begins a comment or ends a key. */
const plainScalar =
  /^(?![-?:,[\]{}#&*!|>'"%@`])(?!.*(?:: |:$| #))[!-~\p{L}\p{N}](?:[ -~\p{L}\p{N}]*[!-~\p{L}\p{N}])?$/u;
/** Characters that readers refuse even in quotes, or that would not show there. */
const unreadableCharacters = /[^\S ]|[\ufffe\uffff]/g;

/** The longest name. */
export const longestYamlName = 50;

/** True for a name that a reference has without brackets. */
export function isWord(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && name.length <= longestYamlName;
}

/** The scalar on one line. */
export function scalar(text: string): string {
  if (plainScalar.test(text) && !yamlWords.test(text) && !numeric.test(text)) return text;
  if (escapeHidden(text) === text) {
    return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
  }
  return `"${escapeHidden(text.replace(/["\\]/g, "\\$&"))}"`;
}

/** The scalar; a block for text of three lines and more whose characters all show. */
export function scalarOrBlock(text: string): Value {
  const content = text.endsWith("\n") ? text.slice(0, -1) : text;
  if (
    !isTall(text) ||
    /^\s|\s$/.test(content) ||
    escapeHidden(content.replaceAll("\n", "")) !== content.replaceAll("\n", "")
  ) {
    return { inline: scalar(text) };
  }
  return { inline: text === content ? "|-" : "|", content: stacked(content.split("\n")) };
}

/** The text in a value, where `$$` stands for `$`: a dollar sign before `$` or `{` is doubled. */
export function literal(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
}

/** The text in front of a reference, where a dollar sign at the end is doubled too. */
export function literalBeforeReference(text: string): string {
  return literal(text).replace(/\$$/, "$$$$");
}

function escapeHidden(text: string): string {
  return text.replace(invisibleInCode, escapeInvisible).replace(unreadableCharacters, escapeInvisible);
}
