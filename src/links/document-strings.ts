/**
 * The strings of a JSON document that is a value itself, each as a place of its own.
 */
import { isInert } from "../json/inert.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../json/tree.ts";
import { emptyMap, stringValue, type Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";

/** A string in a document; `start` and `end` are its text, without the quotation marks. */
export interface DocumentString {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
}

/** Larger documents are data, such as dashboards. */
const documentLimits = { depth: 32, values: 2_000 };

/** Returns the strings that are written without escapes, with their paths below that of the document; none if the text is not JSON. */
export function documentStrings({ path, text }: InputString): readonly DocumentString[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const found: DocumentString[] = [];
  const visit = (node: JsonNode, at: InputString["path"], holder: InputString["holder"]): void => {
    switch (node.kind) {
      case "text": {
        const start = node.offset + 1;
        if (node.value === "" || !isInert(node.value) || holder === undefined) return;
        found.push({ string: { path: at, text: node.value, holder }, start, end: start + node.value.length });
        return;
      }
      case "list":
        for (const [index, item] of node.items.entries()) visit(item, [...at, index], holder);
        return;
      case "map": {
        const entries = new Map([...node.entries].map(([key, entry]) => [key, siblingOf(entry.value)]));
        for (const [key, { value }] of node.entries) {
          visit(value, [...at, key], { entries, isFree: true, isAlone: false });
        }
        return;
      }
      case "null":
      case "boolean":
      case "number":
        return;
    }
  };
  try {
    visit(parseTree(text, documentLimits), path, undefined);
  } catch (error) {
    if (error instanceof UnreadableJson) return [];
    throw error;
  }
  return found;
}

/** Only texts matter to the strings next to them. */
function siblingOf(node: JsonNode): Value {
  return node.kind === "text" ? stringValue(node.value) : { kind: "map", entries: emptyMap };
}
