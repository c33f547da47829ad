/** The abilities of a terminal, from the environment. */

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns true if the terminal supports colors and NO_COLOR is not set, or if FORCE_COLOR is 1. */
export function hasColour(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  const isPlain = NO_COLOR !== undefined && NO_COLOR !== "";
  return !isPlain && ((isTerminal && TERM !== "dumb") || FORCE_COLOR === "1");
}

/** Returns true if the terminal supports Unicode: its locale is UTF-8 or not set, and it is not the Linux console. */
export function isUnicode({ LC_ALL, LC_CTYPE, LANG, TERM }: Environment): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "");
  return TERM !== "linux" && (locale === undefined || /utf-?8/i.test(locale));
}
