/**
 * Texts -> Go literals (docs/programs.md#go): interpreted ones, or raw ones where that reads better.
 */
import { invisible, isPlain, isTall, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The literal on one line, between double quotes. The text has no half of a surrogate pair. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  return `"${text.replace(/[\\"]/g, "\\$&").replace(invisible, escapeInvisible)}"`;
}

/** The literal; between backticks where that is legal and saves escapes or shows the lines of a text. */
export function literal(text: string): string {
  const isClear = !text.includes("`") && !text.replace(/[\n\t]/g, "").match(invisible);
  if (!isClear) return quoted(text);
  if (isTall(text)) return `\`${text}\``;
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/[\n\t]/.test(text) ? `\`${text}\`` : quoted(text);
}

/** The escape of a character; from U+0080 on never `\x`, which would be a byte. */
function escapeInvisible(character: string): string {
  const code = character.charCodeAt(0);
  return short[character] ?? (code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : unicodeEscape(character));
}
