/** Go string literals (docs/programs.md#go): interpreted, or raw if they are more readable. */
import { escapeWithHex, invisibleInCode, isPlain, isTall } from "../shared/strings.ts";

/** Returns an interpreted literal on one line. The text must not contain half of a surrogate pair. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  return `"${text.replace(/[\\"]/g, "\\$&").replace(invisibleInCode, goEscape)}"`;
}

/** Returns a literal, in backticks if that is valid and saves escapes or shows the string line by line. */
export function literal(text: string): string {
  const isClear = !text.includes("`") && !text.replace(/[\n\t]/g, "").match(invisibleInCode);
  if (!isClear) return quoted(text);
  if (isTall(text)) return `\`${text}\``;
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/[\n\t]/.test(text) ? `\`${text}\`` : quoted(text);
}

/** Escapes a character. Uses `\x` only below U+0080, because in Go it stands for one byte of UTF-8. */
function goEscape(character: string): string {
  return escapeWithHex(character, 0x80);
}
