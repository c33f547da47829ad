/** Quotes text of a file for a message, and truncates long text. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 200)];
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : text);
}
