/**
 * Decides whether a value of the configuration can be read as text only: Pulumi YAML guesses the type of each value, whatever is declared.
 */

/** Returns false where in doubt. The rules are those of Go's number and truth value parsers, then JSON. */
export function isOnlyText(text: string): boolean {
  if (/^0[^.]/s.test(text)) return true;
  if (/^(?:t|f|true|false)$/i.test(text)) return false;
  if (/^[+-]?(?:inf|infinity|nan|[\d._][\w.+-]*)$/i.test(text)) return false;
  return !isValidJson(text);
}

function isValidJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
