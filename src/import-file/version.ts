/** Returns the full semantic version for `v1` or `1.2`, like Pulumi's tolerant parser. The text must match the import file's version pattern. */
export function fullVersion(text: string): string {
  const [, numbers = "", rest = ""] = /^v?([\d.]+)(.*)$/.exec(text) ?? [];
  const parts = numbers.split(".").map((part) => part.replace(/^0+(?=\d)/, ""));
  while (parts.length < 3) parts.push("0");
  return parts.join(".") + rest;
}
