/**
 * Names of a single character -> a word, as SDK generators spell out the members of enums.
 */
const characterWords: ReadonlyMap<string, string> = new Map([
  ["*", "Asterisk"],
  ["0", "Zero"],
  ["1", "One"],
  ["2", "Two"],
  ["3", "Three"],
  ["4", "Four"],
  ["5", "Five"],
  ["6", "Six"],
  ["7", "Seven"],
  ["8", "Eight"],
  ["9", "Nine"],
]);

/** `*` -> `Asterisk`; every other name is returned as it is. */
export function characterName(name: string): string {
  return characterWords.get(name) ?? name;
}
