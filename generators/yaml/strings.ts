import { stacked } from "../shared/layout.ts";
import { escapeInvisible, invisibleInCode, isTall } from "../shared/strings.ts";
import type { Value } from "./layout.ts";

/** Words that some parsers read as booleans, null, or merge keys. */
const yamlWords = /^(?:~|null|true|false|yes|no|on|off|y|n|<<|=)$/i;
/** Numbers of any base and notation, including underscores and colons of YAML 1.1, and dates. */
const numeric =
  /^[-+]?(?:0[box][0-9a-f_]*|[0-9][0-9_]*(?::[0-5]?[0-9])*(?:\.[0-9_]*)?(?:e[-+]?[0-9]*)?|\.[0-9_]*(?:e[-+]?[0-9]+)?|\.inf|\.nan|\d{4}-\d\d?-\d\d?.*)$/i;
/** A plain scalar: no spaces at the start and end, no indicator at the start, and no comment or end of a key inside. */
const plainScalar =
  /^(?![-?:,[\]{}#&*!|>'"%@`])(?!.*(?:: |:$| #))[!-~\p{L}\p{N}](?:[ -~\p{L}\p{N}]*[!-~\p{L}\p{N}])?$/u;
/** Characters that parsers reject even in quotes, or that are invisible. */
const unreadableCharacters = /[^\S ]|[\ufffe\uffff]/g;

/** The maximum length of a name in a program. */
export const longestYamlName = 50;

/** Returns true for a name that needs no brackets in a reference. */
export function isWord(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) && name.length <= longestYamlName;
}

/** Returns a scalar on one line. */
export function scalar(text: string): string {
  if (plainScalar.test(text) && !yamlWords.test(text) && !numeric.test(text)) return text;
  if (escapeHidden(text) === text) {
    return /["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
  }
  return `"${escapeHidden(text.replace(/["\\]/g, "\\$&"))}"`;
}

/** Returns a scalar, as a block if the text has three or more lines and no invisible characters. */
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

/** Escapes a string: doubles a dollar sign before `$` or `{`. */
export function escapeDollars(text: string): string {
  return text.replace(/\$(?=[${])/g, "$$$$");
}

/** Escapes a string that precedes a reference: also doubles a dollar sign at the end. */
export function escapeDollarsBeforeReference(text: string): string {
  return escapeDollars(text).replace(/\$$/, "$$$$");
}

function escapeHidden(text: string): string {
  return text.replace(invisibleInCode, escapeInvisible).replace(unreadableCharacters, escapeInvisible);
}
