/**
 * Characters that a screen does not show, or that move, hide or turn round other text there, and their escapes in JSON.
 */

/** Control characters, marks of direction, and characters without width; joiners stay, because scripts and emoji need them. */
export const invisibleOnScreen: RegExp =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** `\u202e` for U+202E, of one UTF-16 unit. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
