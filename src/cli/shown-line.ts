/** Command lines that the user can copy. */
import { shellQuote } from "./quote.ts";
import { visible } from "./visible.ts";

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
