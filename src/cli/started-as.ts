/**
 * The words that start imp again, as they were typed this time.
 */
import { basename, relative } from "node:path";
import { shellQuote } from "./quote.ts";

/**
 * Returns `imp` if it is installed, `pulumi plugin run imp --` if Pulumi started it as a tool plugin, and otherwise `node` with the started
 * file.
 *
 * @param directory absolute, where the words are to be typed
 */
export function startedAs(directory: string): string {
  const [, started = "imp"] = process.argv;
  switch (basename(started)) {
    case "imp":
      return "imp";
    case "pulumi-tool-imp":
      return "pulumi plugin run imp --";
    default:
      return `node ${shellQuote(relative(directory, started))}`;
  }
}
