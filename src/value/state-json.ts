/** Prints JSON as Go's encoder does, compact or indented. */

/** JSON with Maps for objects, so that members are printed in the order of the Map. */
export type StateJson = null | boolean | number | string | readonly StateJson[] | ReadonlyMap<string, StateJson>;

/** The layout of printed JSON. `lead` is the line break and the indentation of the value. `unit` is the indentation that each level adds. */
export interface JsonLayout {
  readonly lead: string;
  readonly unit: string;
}

/**
 * Prints JSON as Go's encoder does. Numbers look as in JavaScript, except `-0`. U+2028 and U+2029 are escaped.
 *
 * @param layout omit for compact JSON
 * @param escapeHtml true to also escape `<`, `>`, and `&`, as in the plaintext of a secret
 */
export function printStateJson(json: StateJson, layout?: JsonLayout, escapeHtml = false): string {
  if (typeof json === "string") return printString(json, escapeHtml);
  if (typeof json === "number") return Object.is(json, -0) ? "-0" : JSON.stringify(json);
  if (json === null || typeof json === "boolean") return String(json);
  const inner = layout && { lead: layout.lead + layout.unit, unit: layout.unit };
  if (json instanceof Map) {
    const colon = layout ? ": " : ":";
    const members = [...(json as ReadonlyMap<string, StateJson>)].map(
      ([key, value]) => printString(key, escapeHtml) + colon + printStateJson(value, inner, escapeHtml),
    );
    return enclose("{", members, "}", layout);
  }
  const items = (json as readonly StateJson[]).map((item) => printStateJson(item, inner, escapeHtml));
  return enclose("[", items, "]", layout);
}

/** Joins printed members in brackets. If there are no members, adds no space inside. */
export function enclose(open: string, members: readonly string[], close: string, layout?: JsonLayout): string {
  if (members.length === 0) return open + close;
  if (!layout) return open + members.join(",") + close;
  const lead = layout.lead + layout.unit;
  return open + lead + members.join(`,${lead}`) + layout.lead + close;
}

/** Compares strings by their UTF-8 bytes, because Go sorts map keys in this order. JavaScript's UTF-16 order differs for characters above U+FFFF. */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codeUnitRank(x) - codeUnitRank(y);
  }
  return a.length - b.length;
}

function printString(text: string, escapeHtml: boolean): string {
  const printed = JSON.stringify(text);
  const special = escapeHtml ? /[<>&\u2028\u2029]/g : /[\u2028\u2029]/g;
  return printed.replace(special, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a number that sorts UTF-16 units by code point. Surrogates rank highest, because they represent the highest code points. */
function codeUnitRank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}
