/**
 * Decodes base64 as Go's standard decoder does.
 */

/** With padding; line ends are skipped. */
export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text.replace(/[\r\n]/g, ""));
}
