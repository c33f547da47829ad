/** A single-line text field with a cursor. Edits whole grapheme clusters. */
import { characters } from "../columns.ts";
import type { Key } from "./key.ts";

export interface TextField {
  /** The text before the cursor. */
  readonly before: string;
  /** The text after the cursor. */
  readonly after: string;
}

/** Returns a field with the cursor after the text. */
export function fieldWith(text: string): TextField {
  return { before: text, after: "" };
}

export function fieldContent({ before, after }: TextField): string {
  return before + after;
}

/** Applies a key press to the text and the cursor. */
export function edited(field: TextField, key: Key): TextField {
  const { before, after } = field;
  switch (key.kind) {
    case "text":
      return { before: before + key.text, after };
    case "backspace":
      return { before: withoutLast(before), after };
    case "delete":
      return { before, after: after.slice(firstCharacter(after).length) };
    case "left":
      return { before: withoutLast(before), after: before.slice(withoutLast(before).length) + after };
    case "right":
      return { before: before + firstCharacter(after), after: after.slice(firstCharacter(after).length) };
    case "home":
      return { before: "", after: before + after };
    case "end":
      return fieldWith(before + after);
    case "clear":
      return fieldWith("");
    case "up":
    case "down":
    case "page-up":
    case "page-down":
    case "tab":
    case "back-tab":
    case "enter":
    case "escape":
      return field;
  }
}

function firstCharacter(text: string): string {
  for (const { segment } of characters.segment(text)) return segment;
  return "";
}

function withoutLast(text: string): string {
  let last = 0;
  for (const { index } of characters.segment(text)) last = index;
  return text.slice(0, last);
}
