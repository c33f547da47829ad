/** Selects the flags that a saved plan keeps. */

/** A flag of a command line, as parsed by oclif. */
export interface FlagToken {
  readonly type: string;
  readonly flag?: string;
  readonly input: string;
}

/**
 * The flags that a saved plan keeps. Other flags may be secret (`--config`), run a program (`--provider`, `--install`, `--check`), or apply only to
 * one run (`--yes`, `--report`). A plan must not run programs, because users cannot tell it from other import files.
 */
const savedFlags: ReadonlySet<string> = new Set([
  // The stack and its state.
  "stack",
  "state",
  "project",
  "stack-name",
  "check-stacks",
  "create-stack",
  "replace-entry",
  "clear-pending-creates",
  "stack-reference",
  // How programs are derived.
  "mode",
  "protect",
  "assume-defaults",
  "allow-replace",
  "functions",
  "schema",
  "placeholder",
  // Decisions about single resources. `--ignore-changes` is missing, because the specs in the plan already contain its paths.
  "accept-replace",
  "assume-defaults-for",
  "placeholder-for",
  "strict",
  // The files that are written.
  "emit",
  "code-only",
  "state-only",
  "language",
  "layout",
  "out",
  "new",
  "append-file",
  "wire",
  "into",
  // Calls to providers.
  "timeout",
  "parallel",
  "max-retries",
]);

/** Returns the flags of a command line that a saved plan keeps. @param values the parsed flags */
export function planWords(tokens: readonly FlagToken[], values: Readonly<Record<string, unknown>>): readonly string[] {
  return keptFlagWords(tokens, values, (flag) => savedFlags.has(flag));
}

/** Returns the flags in a form that is safe to print. Masks values of `--config`, because they may be secret. */
export function shownFlags(tokens: readonly FlagToken[], values: Readonly<Record<string, unknown>>): readonly string[] {
  const shown = tokens.map((token) =>
    token.flag === "config" ? { ...token, input: token.input.replace(/=.*/s, "=…") } : token,
  );
  return keptFlagWords(shown, values, () => true);
}

/** Returns the flags that `isKept` selects, as words of a command line. */
export function keptFlagWords(
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
