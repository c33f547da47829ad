/**
 * Renames of `--rename`: text -> rename, and a name under it.
 */
import { ImpError } from "../errors.ts";

export type Rename =
  /** `old`: a name of the import specs, or a URN. */
  | { readonly kind: "exact"; readonly old: string; readonly name: string; readonly text: string }
  /** `$1` in the replacement stands for a group of the pattern, `$&` for all of it. */
  | { readonly kind: "pattern"; readonly pattern: RegExp; readonly replacement: string; readonly text: string };

/** `OLD=NEW` or `s/PATTERN/REPLACEMENT/`, with `g` for every place and `i` for any case behind it. Throws USAGE. */
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
  // As in a list of pairs, of several the last one: a name that somebody else gave may have one.
  const at = text.lastIndexOf("=");
  if (at > 0 && at < text.length - 1) return { kind: "exact", old: text.slice(0, at), name: text.slice(at + 1), text };
  throw ImpError.of("USAGE", {
    message: `--rename ${JSON.stringify(text)} names no old and new name.`,
    hint: "Write it like --rename web=site, or --rename 's/^prod-//' with a closing /.",
  });
}

/** The name after a rename by pattern; `undefined`: the pattern is not in it. */
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
      message: `--rename ${JSON.stringify(text)} is no regular expression: ${error instanceof Error ? error.message : String(error)}.`,
      hint: "Correct the pattern; a / in it is written \\/.",
    });
  }
}
