/**
 * The abilities of a terminal, as the environment describes them. Pure.
 */

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether text may have colours: on a terminal that knows them, unless NO_COLOR is set; FORCE_COLOR=1 also for others. */
export function hasColour(isTerminal: boolean, { NO_COLOR, FORCE_COLOR, TERM }: Environment): boolean {
  const isPlain = NO_COLOR !== undefined && NO_COLOR !== "";
  return !isPlain && ((isTerminal && TERM !== "dumb") || FORCE_COLOR === "1");
}

/** Whether a terminal shows more than ASCII: not in another locale than UTF-8, nor on the console of Linux; without a locale it does. */
export function isUnicode({ LC_ALL, LC_CTYPE, LANG, TERM }: Environment): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== "");
  return TERM !== "linux" && (locale === undefined || /utf-?8/i.test(locale));
}
