/**
 * `--layout`, or how the program that is there is cut -> the layout, if every language can do it.
 */
import type { Language } from "../../generators/index.ts";
import { ImpError } from "../errors.ts";
import type { Layout } from "../ir/split-program.ts";

/** Throws USAGE. */
export function layoutOf(
  flag: Layout | undefined,
  { layout }: { readonly layout?: Layout },
  languages: readonly Language[],
): Layout {
  const chosen = flag ?? layout ?? "single";
  const single = languages.find(({ oneFile }) => oneFile !== undefined);
  if (chosen === "single" || single === undefined) return chosen;
  const message = `A program in ${single.name} is one file: ${single.oneFile}. --layout ${chosen} is not for it.`;
  throw ImpError.of("USAGE", {
    message,
    hint: "Use --layout single, or print the other languages in a run of their own.",
  });
}
