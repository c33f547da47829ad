/** Quotes text from a file for a message. Truncates long text. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 200)];
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : text);
}

/** Returns true if JSON encoders in every language write the text without escapes. */
export function isInert(text: string): boolean {
  return /^[ !#-%(-*,-;=?-[\]-_a-~]*$/.test(text);
}

/** Matches control characters, direction marks, and zero-width characters, but not joiners, which scripts and emoji need. */
export const invisibleOnScreen: RegExp =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;

/** Escapes one UTF-16 unit, for example as `\u202e`. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
