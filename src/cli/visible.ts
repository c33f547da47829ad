/**
 * Text of others -> text that a terminal shows as it is: what would move, hide or turn round other text is written as an escape.
 */
import { invisibleOnScreen, unicodeEscape } from "../json/invisible.ts";

/** `\u202e` for U+202E. Line breaks are escaped too: the text stays one line. JSON without line breaks stays JSON, of the same value. */
export function visible(text: string): string {
  return text.replace(invisibleOnScreen, unicodeEscape);
}
