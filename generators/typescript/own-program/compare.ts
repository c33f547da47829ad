/**
 * Compares the code that constructs a resource in two programs.
 */
import type { ts as Ts } from "ts-morph";
import { canonicalCode } from "./canonical.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { MatchedProgram } from "./printed.ts";

/** The canonical text of a constructor call: the same in two programs where it means the same. @param withValues constants are their values */
export function compared(
  { node, file }: Construction,
  { reading, holders, codes }: MatchedProgram,
  withValues = false,
): string {
  return canonicalCode(node, { file, reading, holders, codes, withValues });
}

/** The comments in a node, in their order. */
export function commentsIn(node: Ts.Node): readonly string[] {
  const text = node.getText();
  const found: string[] = [];
  const seen = new Set<number>();
  const add = (ranges: readonly Ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue;
      seen.add(pos);
      found.push(text.slice(pos, end).trimEnd());
    }
  };
  // Comments stand between tokens: each token is asked for those around it.
  const tree = ts.createSourceFile("statement.ts", text, ts.ScriptTarget.Latest, true);
  const visit = (at: Ts.Node): void => {
    if (at.getChildCount() === 0 && at.pos !== at.end) {
      add(ts.getLeadingCommentRanges(text, at.pos));
      add(ts.getTrailingCommentRanges(text, at.end));
    }
    for (const child of at.getChildren()) visit(child);
  };
  visit(tree);
  return found;
}
