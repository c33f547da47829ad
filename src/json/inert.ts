/** True if every language's JSON function writes the text without escapes. */
export function isInert(text: string): boolean {
  return /^[ !#-%(-*,-;=?-[\]-_a-~]*$/.test(text);
}
