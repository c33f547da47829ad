/**
 * Returns true if the glob matches the whole text: `*` matches any text, `?` one character. Takes at most time proportional to the product of both
 * lengths.
 */
export function globMatches(glob: string, text: string): boolean {
  const pattern = [...glob];
  const characters = [...text];
  let position = 0;
  let star: { readonly position: number; from: number } | undefined;
  let i = 0;
  while (i < characters.length) {
    if (pattern[position] === "*") {
      star = { position, from: i };
      position += 1;
    } else if (pattern[position] === "?" || (position < pattern.length && pattern[position] === characters[i])) {
      position += 1;
      i += 1;
    } else if (star !== undefined) {
      star.from += 1;
      i = star.from;
      position = star.position + 1;
    } else return false;
  }
  return pattern.slice(position).every((character) => character === "*");
}
