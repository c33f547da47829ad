/**
 * Layout of C# as Pulumi's own examples have it, which `dotnet format` leaves as it is: braces on lines of their own, one item a line.
 */
import { type Doc, hardline, indent, lines, type Page } from "../shared/layout.ts";

export const page: Page = { width: Number.POSITIVE_INFINITY, indent: 4 };

export interface Item {
  /** Absent: nothing but the comments. */
  readonly doc?: Doc;
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** `head`, and below it the items between braces; without items `head` and what an empty one has behind it. */
export function braces(head: Doc, items: readonly Item[], empty = "()"): Doc {
  return items.length === 0 ? [head, empty] : [head, hardline, block(items)];
}

/** The items between braces. */
export function block(items: readonly Item[]): Doc {
  return ["{", indent([hardline, lines(items.map(printItem))]), hardline, "}"];
}

/** `f(a, b)`: as long as it is. */
export function call(head: Doc, args: readonly Doc[]): Doc {
  return [head, "(", ...args.flatMap((arg, index) => (index === 0 ? [arg] : [", ", arg])), ")"];
}

/** `"a" +` and the others below it. */
export function sum(terms: readonly string[]): Doc {
  const [first = '""', ...others] = terms;
  return [first, indent(others.map((term) => [" +", hardline, term]))];
}

function printItem({ doc, comments = [] }: Item): Doc {
  return lines(doc === undefined ? comments : [...comments, [doc, ","]]);
}
