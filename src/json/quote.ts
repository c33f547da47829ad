/** A name of a file inside a message: quoted, and cut when it is long. */
export function quote(text: string): string {
  const characters = [...text.slice(0, 200)];
  return JSON.stringify(characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : text);
}
