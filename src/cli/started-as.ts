/**
 * The words that start imp again, as they were typed this time.
 */
import { basename, relative } from "node:path";
import { quote } from "./quote.ts";

/** `imp` where it is installed; of a checkout `node` with the file that was started. @param directory absolute, where they are to be typed */
export function startedAs(directory: string): string {
  const [, started = "imp"] = process.argv;
  return basename(started) === "imp" ? "imp" : `node ${quote(relative(directory, started))}`;
}
