/** Finds the block for new code, and the statement that it follows. */
import type { ts as Ts } from "ts-morph";
import { nodesIn, ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";
import { withoutParentheses } from "./values.ts";

export type Body = Ts.SourceFile | Ts.Block;

export interface Site {
  readonly file: SourceFile;
  readonly body: Body;
  /** The index of the statement before the new code, or -1 at the start. By default, new code goes before returned and exported values. */
  readonly after?: number;
}

/** Returns the innermost body at a line, and the last statement at or before the line. */
export function siteAtLine(file: SourceFile, line: number): Site {
  const lineOf = (position: number): number => file.tree.getLineAndCharacterOfPosition(position).line + 1;
  let body: Body = file.tree;
  for (;;) {
    const inner = innerBody(body, (node) => lineOf(node.getStart()) <= line && line < lineOf(node.end));
    if (inner === undefined) break;
    body = inner;
  }
  const starts = body.statements.map((statement) => lineOf(statement.getStart()));
  return { file, body, after: starts.filter((start) => start <= line).length - 1 };
}

function innerBody(body: Body, has: (node: Ts.Block) => boolean): Ts.Block | undefined {
  let block: Ts.Block | undefined;
  const visit = (node: Ts.Node): void => {
    if (block !== undefined) return;
    if (ts.isBlock(node) && has(node)) block = node;
    else ts.forEachChild(node, visit);
  };
  for (const statement of body.statements) visit(statement);
  return block;
}

/** Returns the bodies of a file that run at most once. The file itself is the first. */
export function bodiesOf(file: SourceFile): readonly Body[] {
  const bodies: Body[] = [file.tree];
  const visit = (node: Ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const { body } = node as { readonly body?: Ts.Node };
      if (body === undefined || !ts.isBlock(body) || !runsOnce(node, file)) return;
      bodies.push(body);
      ts.forEachChild(body, visit);
      return;
    }
    if (ts.isClassLike(node) || ts.isIterationStatement(node, false)) return;
    if (ts.isBlock(node)) bodies.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file.tree, visit);
  return bodies;
}

/** Returns true for the program function (`export = async () => {…}`), an immediately invoked function, and a function that is called once. */
function runsOnce(node: Ts.SignatureDeclaration, file: SourceFile): boolean {
  if (ts.isFunctionDeclaration(node)) {
    const isProgram = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
    return isProgram || (node.name !== undefined && callsAtTop(node.name.text, file) === 1);
  }
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  let cursor: Ts.Node = node;
  while (ts.isParenthesizedExpression(cursor.parent)) cursor = cursor.parent;
  const { parent } = cursor;
  if (ts.isExportAssignment(parent)) return true;
  if (ts.isBinaryExpression(parent) && parent.right === cursor)
    return /^(module\.)?exports$/.test(parent.left.getText());
  if (ts.isCallExpression(parent) && parent.expression === cursor) return true;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && callsAtTop(parent.name.text, file) === 1;
}

/**
 * Returns true if a node runs exactly once: it is not in a condition, a loop, a class, or a function that may never run or may run several times.
 *
 * @param outermost the node to check within, such as a constructor. Defaults to the file
 */
export function runsAlways(node: Ts.Node, file: SourceFile, outermost: Ts.Node = file.tree): boolean {
  for (let ancestor = node; ancestor !== outermost && !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    const { parent } = ancestor;
    if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent) || ts.isSwitchStatement(parent)) return false;
    if (ts.isIterationStatement(ancestor, false) || ts.isCatchClause(ancestor) || ts.isClassLike(ancestor))
      return false;
    if (ts.isBinaryExpression(parent) && parent.right === ancestor && isShort(parent.operatorToken.kind)) return false;
    if (ts.isFunctionLike(ancestor) && !(runsOnce(ancestor, file) && isCalledAlways(ancestor, file))) return false;
  }
  return true;
}

/** Returns false if the only call of the function is conditional. */
function isCalledAlways(node: Ts.SignatureDeclaration, file: SourceFile): boolean {
  const declared = ts.isFunctionDeclaration(node) ? node : node.parent;
  const name = ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared) ? declared.name : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return true;
  const isCall = (node: Ts.Node): boolean =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name.text;
  return !nodesIn(file.tree).some((node) => isCall(node) && !runsAlways(node, file));
}

/** Returns true for an operator that does not always evaluate its right side. */
function isShort(kind: Ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** Returns the number of top-level calls of a function, or 0 if the function has other uses. */
function callsAtTop(name: string, file: SourceFile): number {
  let calls = 0;
  let otherUses = 0;
  for (const node of nodesIn(file.tree)) {
    if (!ts.isIdentifier(node) || node.text !== name) continue;
    const { parent } = node;
    const isDeclared = (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) && parent.name === node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    if (ts.isCallExpression(parent) && parent.expression === node && isAtTop(parent)) calls += 1;
    else if (!isDeclared && !isMember) otherUses += 1;
  }
  return otherUses > 0 ? 0 : calls;
}

function isAtTop(node: Ts.Node): boolean {
  for (let ancestor = node.parent; !ts.isSourceFile(ancestor); ancestor = ancestor.parent) {
    if (ts.isFunctionLike(ancestor) || ts.isIterationStatement(ancestor, false)) return false;
  }
  return true;
}

/** Returns the index of the statement that new code follows: the last one before returned and exported values. */
export function lastOfBody(body: Body, holds: (statement: Ts.Statement) => boolean): number {
  let last = body.statements.length - 1;
  while (last >= 0) {
    const statement = body.statements[last];
    if (statement === undefined || holds(statement) || !isTail(statement)) break;
    last -= 1;
  }
  return last;
}

function isTail(statement: Ts.Statement): boolean {
  if (ts.isReturnStatement(statement) || ts.isThrowStatement(statement) || ts.isExportAssignment(statement))
    return true;
  if (ts.isExportDeclaration(statement)) return statement.moduleSpecifier === undefined;
  if (ts.isVariableStatement(statement))
    return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!ts.isExpressionStatement(statement)) return false;
  const expression = withoutParentheses(statement.expression);
  return (
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    /^(module\.)?exports\b/.test(expression.left.getText())
  );
}
