const readingName = /^(get|list)(?![a-z])/;

/**
 * Returns whether a function only reads, according to its name: `getRegion`, `listUsers`. The protocol does not mark such functions, and
 * other functions may change resources.
 */
export function isReadingFunction(token: string): boolean {
  return readingName.test(token.slice(token.lastIndexOf(":") + 1));
}
