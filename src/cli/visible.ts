/**
 * Text of others -> text that a terminal shows as it is: what would move, hide or turn round other text is written as an escape.
 */

/** Control characters, marks of direction, and characters without width; joiners stay, because scripts and emoji need them. */
const invisible =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** `\u202e` for U+202E. Line breaks are escaped too: the text stays one line. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
