/**
 * A word of a command line, quoted for a POSIX shell where it must be.
 */

/** As it is where a shell leaves it alone, else in single quotes. */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
