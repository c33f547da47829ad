/** Returns true if the JSON functions of all languages write the text without escapes. */
export function isInert(text: string): boolean {
  return /^[ !#-%(-*,-;=?-[\]-_a-~]*$/.test(text);
}
