/** Checks that the object or list in a constant never changes: no code writes to its members or passes it to code that could do so. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";
import { expressionMeaning, isConstDeclaration, type Reading, withoutParentheses, withParentheses } from "./values.ts";

interface Uses {
  readonly of: ReadonlyMap<Ts.VariableDeclaration, readonly Use[]>;
  /** Files whose module object is used as a value (`import * as`). Code with that object could change any variable of the file. */
  readonly escapedFiles: ReadonlySet<Ts.SourceFile>;
}

interface Use {
  readonly node: Ts.Node;
  readonly file: SourceFile;
}

const knownUses = new WeakMap<SourceFiles, Uses>();

/** Returns true if every use of the constant reads a string or number, or passes the value to the constructor of a resource. */
export function isOnlyRead(
  variable: Ts.VariableDeclaration,
  reading: Reading,
  visited: ReadonlySet<Ts.Node> = new Set(),
): boolean {
  if (visited.has(variable)) return true;
  const { initializer } = variable;
  const uses = usesIn(reading);
  if (initializer === undefined || !isConstDeclaration(variable) || uses.escapedFiles.has(variable.getSourceFile()))
    return false;
  const visitedWithThis = new Set([...visited, variable]);
  return (uses.of.get(variable) ?? []).every((use) => reads(use, initializer, reading, visitedWithThis));
}

function usesIn(reading: Reading): Uses {
  const cached = knownUses.get(reading.sources);
  if (cached !== undefined) return cached;
  const usesByVariable = new Map<Ts.VariableDeclaration, Use[]>();
  const escaped = new Set<Ts.SourceFile>();
  const addEscaped = (path: string | undefined): void => {
    const tree = reading.sources.files.get(path ?? "")?.tree;
    if (tree !== undefined) escaped.add(tree);
  };
  for (const file of reading.sources.files.values()) {
    const visit = (node: Ts.Node): void => {
      if (ts.isImportDeclaration(node)) return;
      ts.forEachChild(node, visit);
      if (ts.isCallExpression(node) && !isAccessed(node)) addEscaped(loadedBy(node, file));
      if (!ts.isPropertyAccessExpression(node) && !(ts.isIdentifier(node) && !isOnlyName(node))) return;
      const meaning = expressionMeaning(node, file, reading);
      if (meaning?.kind === "file" && !isAccessed(node)) addEscaped(meaning.path);
      if (meaning?.kind !== "variable") return;
      const uses = usesByVariable.get(meaning.node);
      if (uses === undefined) usesByVariable.set(meaning.node, [{ node, file }]);
      else uses.push({ node, file });
    };
    visit(file.tree);
  }
  const result = { of: usesByVariable, escapedFiles: escaped };
  knownUses.set(reading.sources, result);
  return result;
}

/** Returns the file that `import("./file")` loads, or a `require` whose result is not stored in a variable. */
function loadedBy({ expression, arguments: args, parent }: Ts.CallExpression, file: SourceFile): string | undefined {
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require" && !ts.isVariableDeclaration(parent);
  const [first] = args;
  return (isImport || isRequire) && first !== undefined && ts.isStringLiteralLike(first)
    ? file.imports.get(first.text)
    : undefined;
}

/** Returns true for names of declarations and members, which do not refer to a variable. */
function isOnlyName(node: Ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isBindingElement(parent) && parent.propertyName === node) return true;
  return (parent as { readonly name?: Ts.Node }).name === node;
}

function isAccessed(node: Ts.Node): boolean {
  const { parent } = node;
  return ts.isPropertyAccessExpression(parent) && parent.expression === node;
}

/** Returns true if the use only reads the value. @param value the initializer of the constant */
function reads({ node, file }: Use, value: Ts.Expression, reading: Reading, visited: ReadonlySet<Ts.Node>): boolean {
  let cursor = withParentheses(node);
  let shown: Ts.Expression | undefined = withoutParentheses(value);
  for (;;) {
    // Only an assignment to the member can change a string or number.
    if (shown !== undefined && isPlainExpression(shown)) return !isWritten(cursor);
    const { parent } = cursor;
    if (
      !(ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) ||
      parent.expression !== cursor
    )
      return isOnlyInput(cursor, file, reading, visited);
    shown = shown && literalMember(shown, parent);
    cursor = withParentheses(parent);
  }
}

function isPlainExpression(node: Ts.Expression): boolean {
  const { kind } = node;
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    ts.isTemplateExpression(node) ||
    ts.isPrefixUnaryExpression(node) ||
    kind === ts.SyntaxKind.TrueKeyword ||
    kind === ts.SyntaxKind.FalseKeyword ||
    kind === ts.SyntaxKind.NullKeyword
  );
}

function literalMember(
  value: Ts.Expression,
  access: Ts.PropertyAccessExpression | Ts.ElementAccessExpression,
): Ts.Expression | undefined {
  const key = ts.isPropertyAccessExpression(access) ? access.name : access.argumentExpression;
  const isKey = ts.isPropertyAccessExpression(access) || ts.isStringLiteralLike(key);
  if (!isKey || !ts.isObjectLiteralExpression(value)) return undefined;
  const text = (key as Ts.Identifier | Ts.StringLiteralLike).text;
  const members = value.properties.flatMap((member) => (ts.isPropertyAssignment(member) ? [member] : []));
  if (members.length < value.properties.length) return undefined;
  const match = members.findLast(
    ({ name }) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === text,
  );
  return match && withoutParentheses(match.initializer);
}

/** Returns true if the expression is assigned to, directly or in a pattern. */
function isWritten(node: Ts.Node): boolean {
  let cursor = node;
  for (;;) {
    const { parent } = cursor;
    if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      return parent.left === cursor && kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    }
    if (ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent)) return true;
    if (ts.isPrefixUnaryExpression(parent))
      return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === cursor;
    const outer = literalAround(cursor);
    if (outer === undefined) return false;
    cursor = withParentheses(outer);
  }
}

/**
 * Returns true if the code around the value cannot change it: the value is an input of a resource or an argument of `JSON.stringify`, directly or
 * inside an object or array.
 */
function isOnlyInput(node: Ts.Node, file: SourceFile, reading: Reading, visited: ReadonlySet<Ts.Node>): boolean {
  const { parent } = node;
  const outer = literalAround(node);
  if (outer !== undefined) return isOnlyInput(withParentheses(outer), file, reading, visited);
  if (ts.isConditionalExpression(parent))
    return parent.condition === node || isOnlyInput(withParentheses(parent), file, reading, visited);
  if (ts.isNewExpression(parent)) return parent.expression !== node && isOfSdk(parent, file, reading);
  if (ts.isCallExpression(parent)) return parent.expression.getText() === "JSON.stringify";
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) && isOnlyRead(parent, reading, visited);
  return ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent) || ts.isExportSpecifier(parent);
}

/** Returns true for classes of an SDK. Component classes of the program could change their arguments. */
function isOfSdk({ expression }: Ts.NewExpression, file: SourceFile, reading: Reading): boolean {
  const meaning = expressionMeaning(expression, file, reading);
  return meaning?.kind === "package" && meaning.from.includes("pulumi");
}

/** Returns the object or array literal that contains a node as a member. */
function literalAround({ parent }: Ts.Node): Ts.Node | undefined {
  if (ts.isArrayLiteralExpression(parent)) return parent;
  if (ts.isSpreadElement(parent)) return ts.isArrayLiteralExpression(parent.parent) ? parent.parent : undefined;
  return ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isSpreadAssignment(parent)
    ? parent.parent
    : undefined;
}
