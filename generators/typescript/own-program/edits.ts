/**
 * Insertions into the text of a file, and the positions where they may go.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";

/** Text that goes to a position, between what stands there or in place of what stands there up to `to`. */
export interface Edit {
  readonly at: number;
  readonly to?: number;
  readonly text: string;
}

/** The start of the line behind a statement and the comment next to it; the end of the statement where another one follows there. */
export function endOfStatement({ end }: Ts.Statement, text: string): number {
  const rest = /^(?:[ \t]*\/\*[^\n]*?\*\/)*[ \t]*(?:\/\/[^\n]*)?(\r?\n|$)/.exec(text.slice(end));
  return rest === null ? end : end + rest[0].length;
}

/** Behind what must stand first: a byte order mark, `#!`, comments about the file, and directives. */
export function importsStart({ text, tree }: SourceFile): number {
  const [first] = tree.statements;
  const directive = tree.statements.findLast(
    (one, index) => ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression) && index < 3,
  );
  if (directive !== undefined) return endOfStatement(directive, text);
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const shebang = mark + (/^#![^\n]*\n?/.exec(text.slice(mark))?.[0].length ?? 0);
  const comments = ts.getLeadingCommentRanges(text, shebang) ?? [];
  const last = comments.at(-1);
  if (last === undefined) return shebang;
  // A comment right above the first statement is about it, unless it stands alone in the file's head.
  const gap = text.slice(last.end, first?.getStart() ?? text.length);
  const isOfFile = /\r?\n[ \t]*\r?\n/.test(gap) || first === undefined;
  return isOfFile ? last.end + (/^[ \t]*\r?\n/.exec(text.slice(last.end))?.[0].length ?? 0) : shebang;
}

/** The text with all edits, which do not overlap; of two at one position the first one stands first. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { at, to = at, text: added } of [...edits].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + added;
    from = to;
  }
  return result + text.slice(from);
}
