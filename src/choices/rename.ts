/** Parses and applies `--rename`. */
import { ImpError } from "../domain/errors.ts";

export type Rename =
  /** `old` is a name in the import specs, or a URN. */
  | { readonly kind: "exact"; readonly old: string; readonly name: string; readonly text: string }
  /** `$1` in the replacement stands for a group of the pattern, and `$&` for the whole match. */
  | { readonly kind: "pattern"; readonly pattern: RegExp; readonly replacement: string; readonly text: string };

/** Parses `OLD=NEW` or `s/PATTERN/REPLACEMENT/` with optional flags `g` and `i`. Throws USAGE. */
export function parseRename(text: string): Rename {
  const parts = /^s\/((?:[^/\\]|\\[\s\S])+)\/((?:[^/\\]|\\[\s\S])*)\/([gi]*)$/.exec(text);
  if (parts !== null) {
    const [, pattern = "", replacement = "", flags = ""] = parts;
    return {
      kind: "pattern",
      pattern: expressionOf(pattern, flags, text),
      replacement: replacement.replaceAll("\\/", "/"),
      text,
    };
  }
  // Split at the last "=", because old names from other tools may contain one.
  const separator = text.lastIndexOf("=");
  if (separator > 0 && separator < text.length - 1)
    return { kind: "exact", old: text.slice(0, separator), name: text.slice(separator + 1), text };
  throw ImpError.of("USAGE", {
    message: `Invalid --rename ${JSON.stringify(text)}: expected OLD=NEW or s/PATTERN/REPLACEMENT/.`,
    hint: "For example: --rename web=site, or --rename 's/^prod-//'.",
  });
}

/** Returns the new name, or undefined if the pattern does not match. */
export function renamedBy(
  { pattern, replacement }: Extract<Rename, { kind: "pattern" }>,
  name: string,
): string | undefined {
  return name.search(pattern) < 0 ? undefined : name.replace(pattern, replacement);
}

function expressionOf(pattern: string, flags: string, text: string): RegExp {
  try {
    return new RegExp(pattern, `u${[...new Set(flags)].join("")}`);
  } catch (error) {
    throw ImpError.of("USAGE", {
      message: `Invalid regular expression in --rename ${JSON.stringify(text)}: ${error instanceof Error ? error.message : String(error)}.`,
      hint: "Correct the pattern. Write / in the pattern as \\/.",
    });
  }
}
