/** Lays out C# as Pulumi's examples do and `dotnet format` accepts: braces on separate lines, and one item per line. */
import { type Doc, hardline, indent, type Page, stacked } from "../shared/layout.ts";

export const page: Page = { width: Number.POSITIVE_INFINITY, indent: 4 };

export interface Item {
  /** Omitted if there are only comments. */
  readonly doc?: Doc;
  readonly comments?: readonly string[];
}

/** Prints `head` with the items in braces below it. Without items, prints `head` and `empty`. */
export function bracesBelow(head: Doc, items: readonly Item[], empty = "()"): Doc {
  return items.length === 0 ? [head, empty] : [head, hardline, braced(items)];
}

/** Prints the items in braces. */
export function braced(items: readonly Item[]): Doc {
  const lines = items.map(({ doc, comments = [] }) =>
    stacked(doc === undefined ? comments : [...comments, [doc, ","]]),
  );
  return ["{", indent([hardline, stacked(lines)]), hardline, "}"];
}

/** Prints `f(a, b)` on one line. */
export function callOnOneLine(head: Doc, args: readonly Doc[]): Doc {
  return [head, "(", ...args.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg])), ")"];
}

/** Prints terms on separate lines, joined by `+`. */
export function addedTerms(terms: readonly string[]): Doc {
  const [first = '""', ...others] = terms;
  return [first, indent(others.map((term) => [" +", hardline, term]))];
}
