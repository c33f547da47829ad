/** Finds the strings in a JSON document that is the value of an input. */
import { isInert } from "../value/json/quote.ts";
import { type JsonNode, parseTree, UnreadableJson } from "../value/json/tree.ts";
import { emptyMap, stringValue, type Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";

/** A string in a document. The range from `start` to `end` excludes the quotation marks. */
export interface DocumentString {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
}

/** Limits for the documents to search. Larger documents are data, such as dashboards. */
const documentLimits = { depth: 32, values: 2_000 };

/** Returns the strings that have no escapes, with their paths. Returns an empty list if the text is not JSON. */
export function documentStrings({ path, text }: InputString): readonly DocumentString[] {
  if (!/^\s*[{[]/.test(text)) return [];
  const strings: DocumentString[] = [];
  const visit = (node: JsonNode, path: InputString["path"], holder: InputString["holder"]): void => {
    switch (node.kind) {
      case "text": {
        const start = node.offset + 1;
        if (node.value === "" || !isInert(node.value) || holder === undefined) return;
        strings.push({ string: { path, text: node.value, holder }, start, end: start + node.value.length });
        return;
      }
      case "list":
        for (const [index, item] of node.items.entries()) visit(item, [...path, index], holder);
        return;
      case "map": {
        const entries = new Map([...node.entries].map(([key, entry]) => [key, siblingOf(entry.value)]));
        for (const [key, { value }] of node.entries) {
          visit(value, [...path, key], { entries, isFree: true, isAlone: false });
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
  return strings;
}

/** Converts an adjacent entry to a value. Only strings keep their content. */
function siblingOf(node: JsonNode): Value {
  return node.kind === "text" ? stringValue(node.value) : { kind: "map", entries: emptyMap };
}
