/** Compares names that clouds and packages spell differently: `VirtualNetworks`, `virtual-network`, `virtual_network`. */

/** Returns the letters and digits of a name in lower case, without a plural ending. */
export function comparableName(name: string): string {
  return stemOf(name.toLowerCase().replace(/[^a-z\d]+/g, ""));
}

/** Removes the plural ending. The result is not always a word: `database` and `databases` lose the same letters. */
function stemOf(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("es")) return word.slice(0, -2);
  if (word.endsWith("e")) return word.slice(0, -1);
  const isSingular = ["ss", "us", "is", "as"].some((ending) => word.endsWith(ending));
  return word.endsWith("s") && !isSingular ? word.slice(0, -1) : word;
}

/** Returns the similarity of two texts as the Dice coefficient of their pairs of letters: 1 for equal texts, 0 for texts without a common pair. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (a.length < 2 || b.length < 2) return 0;
  const pairs = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i += 1) {
    const pair = a.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  let common = 0;
  for (let i = 0; i < b.length - 1; i += 1) {
    const pair = b.slice(i, i + 2);
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    pairs.set(pair, left - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length - 2);
}
