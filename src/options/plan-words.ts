/**
 * The words of a command line that a saved plan keeps: the flags that decide what is derived and written, but not which resources are taken and
 * under which names, because the plan has these itself.
 */
import { type ImportSource, sourceFlags } from "../sources/import-source.ts";
import { choiceFlags } from "./choice-options.ts";

/** A flag of a command line, as oclif finds it. */
export interface FlagToken {
  readonly type: string;
  readonly flag?: string;
  readonly input: string;
}

/** Flags that are given anew when a plan is carried out. */
const anew = [
  "save",
  "accept-changes",
  "plan-only",
  "yes",
  "review",
  "rest",
  "report",
  "events",
  "force",
  "cwd",
  "verbose",
  "explain",
  "json",
  // It may be a secret.
  "config",
  // They run programs: a file that looks like any other import file must not choose them.
  "provider",
  "install",
  "check",
];

/** @param values the flags as they were parsed */
export function planWords(
  tokens: readonly FlagToken[],
  values: Readonly<Record<string, unknown>>,
  sources: readonly ImportSource[],
): readonly string[] {
  // The entries of the plan have `ignoreChanges` themselves.
  const kept = ["accept-replace", "assume-defaults-for", "placeholder-for", "strict"];
  const chosen = [...Object.keys(sourceFlags(sources)), ...Object.keys(choiceFlags)].filter(
    (name) => !kept.includes(name),
  );
  const left = new Set([...anew, ...chosen]);
  return flagWords(tokens, values, (flag) => !left.has(flag));
}

/** The flags as they can be shown: a value of the configuration may be a secret. */
export function shownFlags(tokens: readonly FlagToken[], values: Readonly<Record<string, unknown>>): readonly string[] {
  const shown = tokens.map((token) =>
    token.flag === "config" ? { ...token, input: token.input.replace(/=.*/s, "=…") } : token,
  );
  return flagWords(shown, values, () => true);
}

/** The flags of a command line as words, those that are kept. */
export function flagWords(
  tokens: readonly FlagToken[],
  values: Readonly<Record<string, unknown>>,
  isKept: (flag: string, input: string) => boolean,
): readonly string[] {
  return tokens.flatMap(({ type, flag, input }) => {
    if (type !== "flag" || flag === undefined || !isKept(flag, input)) return [];
    const value = values[flag];
    if (typeof value === "boolean") return [value ? `--${flag}` : `--no-${flag}`];
    return [`--${flag}`, input];
  });
}
