/**
 * Lays out C# as Pulumi's examples do, so that `dotnet format` changes nothing: braces on lines of their own, one item a line.
 */
import { type Doc, hardline, indent, type Page, stacked } from "../shared/layout.ts";

export const page: Page = { width: Number.POSITIVE_INFINITY, indent: 4 };

export interface Item {
  /** Absent: there are only the comments. */
  readonly doc?: Doc;
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** `head` with the items between braces below it; without items `head` and `empty`. */
export function bracesBelow(head: Doc, items: readonly Item[], empty = "()"): Doc {
  return items.length === 0 ? [head, empty] : [head, hardline, braced(items)];
}

/** The items between braces. */
export function braced(items: readonly Item[]): Doc {
  return ["{", indent([hardline, stacked(items.map(printItem))]), hardline, "}"];
}

/** `f(a, b)` on one line, whatever its width. */
export function callOnOneLine(head: Doc, args: readonly Doc[]): Doc {
  return [head, "(", ...args.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg])), ")"];
}

/** The items one below the other, joined by `+`. */
export function addedTerms(terms: readonly string[]): Doc {
  const [first = '""', ...others] = terms;
  return [first, indent(others.map((term) => [" +", hardline, term]))];
}

function printItem({ doc, comments = [] }: Item): Doc {
  return stacked(doc === undefined ? comments : [...comments, [doc, ","]]);
}
