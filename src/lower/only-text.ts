/**
 * Returns true if Pulumi YAML, which guesses types of configuration values, certainly reads the text as a string. Follows Go's parsers of numbers and
 * booleans, then JSON.
 */
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
