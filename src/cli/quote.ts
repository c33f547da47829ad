/** Quotes words for a shell, and escapes invisible characters. */
import { invisibleOnScreen, unicodeEscape } from "../value/json/quote.ts";

/** Quotes a word for a POSIX shell if necessary. */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Returns the command line, quoted for a shell. Adds a remark if values are hidden.
 *
 * @param words words from `shownFlags`, which hides the values of `--config`
 * @param suffix text after the command line
 */
export function shownLine(words: readonly string[], suffix = ""): string {
  const line = `${words.map(shellQuote).map(visible).join(" ")}${suffix}`;
  return words.includes("--config") ? `${line}\n(The values of --config are hidden.)` : line;
}

/** Escapes line breaks and invisible characters, such as `\u202e`. Single-line JSON stays valid and keeps its value. */
export function visible(text: string): string {
  return text.replace(invisibleOnScreen, unicodeEscape);
}
