/** Lays out Python as its formatters do: on one line if it fits, or one item per line with trailing commas. */
import { breakParent, type Doc, group, ifBreak, indent, line, type Page, softline, stacked } from "../shared/layout.ts";

export const page: Page = { width: 88, indent: 4 };

export interface Item {
  readonly doc: Doc;
  readonly comments?: readonly string[];
}

/** Prints `f(a, b)` or `[a, b]`. @param isBroken true to always print one item per line */
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

export function callDoc(callee: string, args: readonly Doc[]): Doc {
  return bracket(
    `${callee}(`,
    args.map((doc) => ({ doc })),
    ")",
  );
}

export function listDoc(items: readonly Doc[]): Doc {
  return bracket(
    "[",
    items.map((doc) => ({ doc })),
    "]",
  );
}

/** Prints a dictionary or a call with keyword arguments. Two or more items are printed on separate lines. */
export function dictionaryDoc(open: string, items: readonly Item[], close: string): Doc {
  return bracket(open, items, close, items.length > 1);
}

/** Prints a subscript: `[0]`, `["key"]`. */
export function subscript(key: string): Doc {
  return group(["[", indent([softline, key]), softline, "]"]);
}

export function pythonBoolean(value: boolean): string {
  return value ? "True" : "False";
}

/** Returns the shortest literal of a number. Integers are printed without a decimal point. */
export function pythonNumber(value: number): string {
  if (Object.is(value, -0)) return "-0.0";
  if (Number.isNaN(value)) return 'float("nan")';
  if (!Number.isFinite(value)) return `float("${value < 0 ? "-" : ""}inf")`;
  return String(value).replace("e+", "e");
}
