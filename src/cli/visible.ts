/** Escapes characters in untrusted text that would move, hide, or reverse text on the terminal. */
import { invisibleOnScreen, unicodeEscape } from "../json/invisible.ts";

/** Escapes invisible characters like `\u202e`, and line breaks. JSON without line breaks stays valid and keeps its value. */
export function visible(text: string): string {
  return text.replace(invisibleOnScreen, unicodeEscape);
}
