/**
 * Globs over any text.
 */

/** `*` stands for any text, `?` for one character; everything else for itself. Never slower than the product of both lengths. */
export function globMatches(glob: string, text: string): boolean {
  const pattern = [...glob];
  const characters = [...text];
  let at = 0;
  let star: { readonly at: number; from: number } | undefined;
  let i = 0;
  while (i < characters.length) {
    if (pattern[at] === "*") {
      star = { at, from: i };
      at += 1;
    } else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === characters[i])) {
      at += 1;
      i += 1;
    } else if (star !== undefined) {
      star.from += 1;
      i = star.from;
      at = star.at + 1;
    } else return false;
  }
  return pattern.slice(at).every((character) => character === "*");
}
