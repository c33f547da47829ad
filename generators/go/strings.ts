/**
 * Texts -> Go literals (docs/programs.md#go): interpreted ones, or raw ones where that reads better.
 */
import { invisible, isPlain, isTall, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Always on one line, between double quotes. The text is Unicode: no lone surrogates. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  return `"${text.replace(/[\\"]/g, "\\$&").replace(invisible, escapeInvisible)}"`;
}

/** Between backticks where it is legal and saves escapes or shows lines; may have line breaks then. */
export function literal(text: string): string {
  const isClear = !text.includes("`") && !text.replace(/[\n\t]/g, "").match(invisible);
  if (!isClear) return quoted(text);
  if (isTall(text)) return `\`${text}\``;
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/[\n\t]/.test(text) ? `\`${text}\`` : quoted(text);
}

/** `\x85` would be a byte, not a character. */
function escapeInvisible(character: string): string {
  const code = character.charCodeAt(0);
  return short[character] ?? (code < 0x80 ? `\\x${code.toString(16).padStart(2, "0")}` : unicodeEscape(character));
}
