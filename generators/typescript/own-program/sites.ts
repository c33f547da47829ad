/**
 * Finds the block of a file that new code goes to, and the statement that it follows.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile } from "./source-files.ts";
import { withoutParentheses } from "./values.ts";

export type Body = Ts.SourceFile | Ts.Block;

/** Where new code may go. */
export interface Site {
  readonly file: SourceFile;
  readonly body: Body;
  /** The statement that it follows, as an index; -1: none. Absent: the last one that it needs, or that is no tail. */
  readonly after?: number;
}

/** The innermost body at a line, and the statement there or before it. */
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

/** A block below a body that has the line in it; of a function, an `if`, a loop. */
function innerBody(body: Body, has: (node: Ts.Block) => boolean): Ts.Block | undefined {
  let found: Ts.Block | undefined;
  const visit = (node: Ts.Node): void => {
    if (found !== undefined) return;
    if (ts.isBlock(node) && has(node)) found = node;
    else ts.forEachChild(node, visit);
  };
  for (const statement of body.statements) visit(statement);
  return found;
}

/** The bodies of a file that run exactly once when the program runs, the file itself first. */
export function bodiesOf(file: SourceFile): readonly Body[] {
  const found: Body[] = [file.tree];
  const visit = (node: Ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const { body } = node as { readonly body?: Ts.Node };
      if (body === undefined || !ts.isBlock(body) || !runsOnce(node, file)) return;
      found.push(body);
      ts.forEachChild(body, visit);
      return;
    }
    if (ts.isClassLike(node) || ts.isIterationStatement(node, false)) return;
    if (ts.isBlock(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file.tree, visit);
  return found;
}

/** The program itself as a function (`export = async () => {…}`), one that is called where it stands, and one that the file calls once. */
function runsOnce(node: Ts.SignatureDeclaration, file: SourceFile): boolean {
  if (ts.isFunctionDeclaration(node)) {
    const isProgram = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
    return isProgram || (node.name !== undefined && callsAtTop(node.name.text, file) === 1);
  }
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  let at: Ts.Node = node;
  while (ts.isParenthesizedExpression(at.parent)) at = at.parent;
  const { parent } = at;
  if (ts.isExportAssignment(parent)) return true;
  if (ts.isBinaryExpression(parent) && parent.right === at) return /^(module\.)?exports$/.test(parent.left.getText());
  if (ts.isCallExpression(parent) && parent.expression === at) return true;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) && callsAtTop(parent.name.text, file) === 1;
}

/**
 * Whether a node runs exactly once when the program runs: it stands in no condition, no loop, no class, and no function but one that runs once.
 *
 * @param outermost the constructor that counts as the whole program. Absent: the file.
 */
export function runsAlways(node: Ts.Node, file: SourceFile, outermost: Ts.Node = file.tree): boolean {
  for (let at = node; at !== outermost && !ts.isSourceFile(at); at = at.parent) {
    const { parent } = at;
    if (ts.isIfStatement(parent) || ts.isConditionalExpression(parent) || ts.isSwitchStatement(parent)) return false;
    if (ts.isIterationStatement(at, false) || ts.isCatchClause(at) || ts.isClassLike(at)) return false;
    if (ts.isBinaryExpression(parent) && parent.right === at && isShort(parent.operatorToken.kind)) return false;
    if (ts.isFunctionLike(at) && !(runsOnce(at, file) && isCalledAlways(at, file))) return false;
  }
  return true;
}

/** False for a function of which the only call stands in a condition. */
function isCalledAlways(node: Ts.SignatureDeclaration, file: SourceFile): boolean {
  const declared = ts.isFunctionDeclaration(node) ? node : node.parent;
  const name = ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared) ? declared.name : undefined;
  if (name === undefined || !ts.isIdentifier(name)) return true;
  const isCall = (at: Ts.Node): boolean =>
    ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === name.text;
  const isUnsure = (at: Ts.Node): boolean =>
    (isCall(at) && !runsAlways(at, file)) || ts.forEachChild(at, isUnsure) === true;
  return !isUnsure(file.tree);
}

/** An operator that may leave its right side out. */
function isShort(kind: Ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken
  );
}

/** How often a function is called; 0 where it is also named elsewhere than in a call at the top. */
function callsAtTop(name: string, file: SourceFile): number {
  let calls = 0;
  let others = 0;
  const visit = (node: Ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) {
      const { parent } = node;
      const isDeclared = (ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent)) && parent.name === node;
      const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
      if (ts.isCallExpression(parent) && parent.expression === node && isAtTop(parent)) calls += 1;
      else if (!isDeclared && !isMember) others += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(file.tree);
  return others > 0 ? 0 : calls;
}

function isAtTop(node: Ts.Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionLike(at) || ts.isIterationStatement(at, false)) return false;
  }
  return true;
}

/** The last statement before the tail of a body: what it returns or exports as values stays behind new code. */
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
