/** The command that starts imp again. */
import { basename, relative } from "node:path";
import { shellQuote } from "./quote.ts";

/**
 * Returns `imp` if it is installed, `pulumi plugin run imp --` if Pulumi started it as a tool plugin, otherwise `node` with the file.
 *
 * @param directory absolute path of the directory to run the command in
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
