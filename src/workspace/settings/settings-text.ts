/** Prints keys and strings of a YAML file on one line, in a form that all YAML readers parse equally. */
import { isPlainString } from "./config-data.ts";

/** Prints a plain scalar if it is unambiguous, otherwise a quoted one. */
export function renderText(text: string): string {
  return isPlainScalar(text) && isPlainString(text) ? text : yamlQuoted(text);
}

export function renderKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_./-]*(:[A-Za-z0-9_./-]+)*$/.test(key) && isPlainString(key) ? key : yamlQuoted(key);
}

/** Returns true for a text without characters that are special in plain scalars. */
function isPlainScalar(text: string): boolean {
  return /^[A-Za-z0-9_./](?:[^\p{C}\p{Z}#:]|[ ](?=[^#: ])|:(?=[^\s\p{C}\p{Z}]))*$/u.test(text);
}

/** Prints a text as JSON, which YAML can read. Also escapes characters that YAML 1.1 treats as line breaks or drops. */
function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
