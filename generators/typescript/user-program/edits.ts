/** Text edits of a file, and positions for insertions. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";

/** Text to insert at a position. Replaces the text up to `to` if it is set. */
export interface Edit {
  readonly at: number;
  readonly to?: number;
  readonly text: string;
}

/** Returns the start of the line after a statement and its trailing comment, or the end of the statement if more code follows. */
export function endOfStatement({ end }: Ts.Statement, text: string): number {
  const rest = /^(?:[ \t]*\/\*[^\n]*?\*\/)*[ \t]*(?:\/\/[^\n]*)?(\r?\n|$)/.exec(text.slice(end));
  return rest === null ? end : end + rest[0].length;
}

/** Returns the position after the byte order mark, `#!`, file comments, and directives. */
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
  // A comment directly above the first statement describes the statement, not the file.
  const gap = text.slice(last.end, first?.getStart() ?? text.length);
  const isOfFile = /\r?\n[ \t]*\r?\n/.test(gap) || first === undefined;
  return isOfFile ? last.end + (/^[ \t]*\r?\n/.exec(text.slice(last.end))?.[0].length ?? 0) : shebang;
}

/** Applies edits, which must not overlap. Edits at the same position are applied in order. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let from = 0;
  for (const { at, to = at, text: added } of [...edits].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + added;
    from = to;
  }
  return result + text.slice(from);
}
