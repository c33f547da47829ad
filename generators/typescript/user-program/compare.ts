/** Compares the code that constructs a resource in two programs. */
import type { ts as Ts } from "ts-morph";
import { canonicalCode } from "./canonical.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { MatchedProgram } from "./printed.ts";

/** Returns the canonical text of a constructor call. @param withValues true to replace constants with their values */
export function compared(
  { node, file }: Construction,
  { reading, holders, codes }: MatchedProgram,
  withValues = false,
): string {
  return canonicalCode(node, { file, reading, holders, codes, withValues });
}

/** Returns the comments in a node, in order. */
export function commentsIn(node: Ts.Node): readonly string[] {
  const text = node.getText();
  const comments: string[] = [];
  const seen = new Set<number>();
  const add = (ranges: readonly Ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      comments.push(text.slice(pos, end).trimEnd());
    }
  };
  // Comments are between tokens, so each token is checked for adjacent comments.
  const tree = ts.createSourceFile("statement.ts", text, ts.ScriptTarget.Latest, true);
  const visit = (descendant: Ts.Node): void => {
    if (descendant.getChildCount() === 0 && descendant.pos !== descendant.end) {
      add(ts.getLeadingCommentRanges(text, descendant.pos));
      add(ts.getTrailingCommentRanges(text, descendant.end));
    }
    for (const child of descendant.getChildren()) visit(child);
  };
  visit(tree);
  return comments;
}
