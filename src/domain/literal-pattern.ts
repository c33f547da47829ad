/** Returns the source of a regular expression that matches this text alone. */
export function literalPattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
