/** Characters that are invisible on a screen or change how other text is displayed, and their JSON escapes. */

/** Control characters, direction marks, and zero-width characters, except for joiners, which scripts and emoji need. */
export const invisibleOnScreen: RegExp =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Escapes one UTF-16 unit: `\u202e` for U+202E. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
