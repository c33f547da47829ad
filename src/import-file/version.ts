/**
 * Versions as people write them (`v1`, `1.2`) -> full semantic versions, as Pulumi's tolerant parser reads them.
 */

/** Three numbers without leading zeros, then what follows; the text must match the import file's version pattern. */
export function fullVersion(text: string): string {
  const [, numbers = "", rest = ""] = /^v?([\d.]+)(.*)$/.exec(text) ?? [];
  const parts = numbers.split(".").map((part) => part.replace(/^0+(?=\d)/, ""));
  while (parts.length < 3) parts.push("0");
  return parts.join(".") + rest;
}
