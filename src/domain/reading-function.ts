/**
 * Functions of packages that only read, by their names: the protocol does not mark them.
 */

const readingName = /^(get|list)(?![a-z])/;

/** True for `getRegion` and `listUsers`. Any other function may do anything: some apply what they are given. */
export function isReadingFunction(token: string): boolean {
  return readingName.test(token.slice(token.lastIndexOf(":") + 1));
}
