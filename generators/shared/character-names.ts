/** The names of single-character enum members in SDKs. */
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

/** Returns the word for a single character (`*` -> `Asterisk`). Returns all other names unchanged. */
export function characterName(name: string): string {
  return characterWords.get(name) ?? name;
}
