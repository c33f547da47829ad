/**
 * Texts -> Go literals (docs/programs.md#go): interpreted ones, or raw ones where that reads better.
 */
import { escapeWithHex, invisibleInCode, isPlain, isTall } from "../shared/strings.ts";

/** The literal on one line, between double quotes. The text has no half of a surrogate pair. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  return `"${text.replace(/[\\"]/g, "\\$&").replace(invisibleInCode, goEscape)}"`;
}

/** The literal; between backticks where that is legal and saves escapes or shows the lines of a text. */
export function literal(text: string): string {
  const isClear = !text.includes("`") && !text.replace(/[\n\t]/g, "").match(invisibleInCode);
  if (!isClear) return quoted(text);
  if (isTall(text)) return `\`${text}\``;
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/[\n\t]/.test(text) ? `\`${text}\`` : quoted(text);
}

/** The escape of a character; from U+0080 on never `\x`, which would be a byte. */
function goEscape(character: string): string {
  return escapeWithHex(character, 0x80);
}
