/** The code of a program by the resource that it constructs. */
import ts from "typescript";

export interface ProgramCode {
  /** The statement that constructs a resource, by the last constant part of its name. A name in a variable is "". */
  readonly statements: ReadonlyMap<string, string>;
  /** The code without these statements. */
  readonly rest: string;
}

export function codeOf(text: string): ProgramCode {
  const tree = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest, true);
  const statements = new Map<string, string>();
  let rest = "";
  let from = 0;
  const visit = (node: ts.Node): void => {
    const call = ts.isNewExpression(node) && /^simcloud\./.test(node.expression.getText()) ? node : undefined;
    if (call === undefined) {
      ts.forEachChild(node, visit);
      return;
    }
    const statement = ts.findAncestor(call, ts.isStatement) ?? call;
    statements.set(nameIn(call.arguments?.[0]), statement.getText());
    rest += text.slice(from, statement.getStart());
    from = statement.end;
  };
  visit(tree);
  return { statements, rest: rest + text.slice(from) };
}

function nameIn(argument: ts.Expression | undefined): string {
  if (argument === undefined) return "";
  if (ts.isStringLiteralLike(argument)) return argument.text;
  return ts.isTemplateExpression(argument) ? (argument.templateSpans.at(-1)?.literal.text ?? "") : "";
}

export interface Comment {
  readonly text: string;
  /** The line up to the comment, if code is before it. */
  readonly line: string | undefined;
}

export function commentsOf(code: string): readonly Comment[] {
  const tree = ts.createSourceFile("index.ts", code, ts.ScriptTarget.Latest, true);
  const comments = new Map<number, Comment>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(code, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(code, node.end) ?? []),
    ];
    for (const { pos, end } of ranges) {
      const line = code.slice(code.lastIndexOf("\n", pos) + 1, pos);
      comments.set(pos, { text: code.slice(pos, end), line: line.trim() === "" ? undefined : line });
    }
    node.getChildren().forEach(visit);
  };
  visit(tree);
  return [...comments.values()];
}
