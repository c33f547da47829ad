/**
 * A command line that a person can copy. Pure.
 */
import { shellQuote } from "./quote.ts";
import { visible } from "./visible.ts";

/**
 * Quotes a command line for a shell, and says where it hides values.
 *
 * @param words as `shownFlags` gives them: values of `--config` are hidden
 * @param condition follows the line, as the end of a sentence; empty: the line is all
 */
export function shownLine(words: readonly string[], condition = ""): string {
  const line = `${words.map(shellQuote).map(visible).join(" ")}${condition}`;
  return words.includes("--config") ? `${line}\nValues of --config are not shown.` : line;
}
