/**
 * Prints keys and strings of a YAML file on one line, so that every YAML reader gives back the same string.
 */
import { isPlainString } from "./config-data.ts";

/** A plain scalar where nobody can misread it, else double quotes. */
export function renderText(text: string): string {
  return isPlainScalar(text) && isPlainString(text) ? text : yamlQuoted(text);
}

export function renderKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_./-]*(:[A-Za-z0-9_./-]+)*$/.test(key) && isPlainString(key) ? key : yamlQuoted(key);
}

/** Letters first, no colon or number sign that could end it, no white space at the end. */
function isPlainScalar(text: string): boolean {
  return /^[A-Za-z0-9_./](?:[^\p{C}\p{Z}#:]|[ ](?=[^#: ])|:(?=[^\s\p{C}\p{Z}]))*$/u.test(text);
}

/** JSON's escapes are YAML's; the characters that only YAML 1.1 takes for line breaks or leaves out are escaped too. */
function yamlQuoted(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
