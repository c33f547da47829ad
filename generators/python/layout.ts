/**
 * Lays out Python so that its formatters change nothing: one line where it fits, else one item a line with a comma after each.
 */
import { breakParent, type Doc, group, ifBreak, indent, line, type Page, softline, stacked } from "../shared/layout.ts";

export const page: Page = { width: 88, indent: 4 };

export interface Item {
  readonly doc: Doc;
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** `f(a, b)`, `[a, b]`. @param isBroken one item a line even where all would fit on one */
export function bracket(open: string, items: readonly Item[], close: string, isBroken = false): Doc {
  if (items.length === 0) return open + close;
  const inside = items.flatMap(({ doc, comments = [] }, index): Doc[] => {
    const item = comments.length === 0 ? doc : stacked([...comments, doc]);
    return index === 0 ? [item] : [",", line, item];
  });
  const mustBreak = isBroken || items.some(({ comments = [] }) => comments.length > 0);
  const parts: Doc[] = [open, indent([softline, ...inside]), ifBreak(","), softline, close];
  return group(mustBreak ? [...parts, breakParent] : parts);
}

/** A dictionary, or a call with named arguments: more than one of them get lines of their own. */
export function dictionaryDoc(open: string, items: readonly Item[], close: string): Doc {
  return bracket(open, items, close, items.length > 1);
}

/** `[0]`, `["key"]` behind a name. */
export function subscript(key: string): Doc {
  return group(["[", indent([softline, key]), softline, "]"]);
}

/** The shortest number that reads back the same; whole numbers have no point. */
export function pythonNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return `float("${value < 0 ? "-" : ""}inf")`;
  return String(value).replace("e+", "e");
}
