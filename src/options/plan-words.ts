/**
 * The words of a command line that a saved plan keeps: the flags that decide what is derived and written, but not which resources are taken and
 * under which names, because the plan has these itself.
 */

/** A flag of a command line, as oclif finds it. */
export interface FlagToken {
  readonly type: string;
  readonly flag?: string;
  readonly input: string;
}

/**
 * The flags that a saved plan keeps. A flag that is not listed is never saved: it may be a secret (`--config`), run a program (`--provider`,
 * `--install`, `--check`), or be about one run only (`--yes`, `--report`). A plan looks like any other import file, so it must not choose programs.
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
  // How programs are derived.
  "mode",
  "protect",
  "assume-defaults",
  "allow-replace",
  "functions",
  "schema",
  "placeholder",
  // Decisions about single resources. The entries of the plan have `ignoreChanges` themselves.
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

/**
 * Returns the words of a command line that a saved plan keeps.
 *
 * @param values the flags as they were parsed
 */
export function planWords(tokens: readonly FlagToken[], values: Readonly<Record<string, unknown>>): readonly string[] {
  return keptFlagWords(tokens, values, (flag) => savedFlags.has(flag));
}

/** The flags as they can be shown: a value of the configuration may be a secret. */
export function shownFlags(tokens: readonly FlagToken[], values: Readonly<Record<string, unknown>>): readonly string[] {
  const shown = tokens.map((token) =>
    token.flag === "config" ? { ...token, input: token.input.replace(/=.*/s, "=…") } : token,
  );
  return keptFlagWords(shown, values, () => true);
}

/** The flags of a command line as words, those that are kept. */
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
