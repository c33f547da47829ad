/**
 * Finds out whether the object or the list that a constant has is still the one that the text shows: nothing writes to its members, and nothing
 * gets it that could.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";
import { expressionMeaning, isConstDeclaration, type Reading, withoutParentheses } from "./values.ts";

/** Where a program names its constants. */
interface Uses {
  readonly of: ReadonlyMap<Ts.VariableDeclaration, readonly Use[]>;
  /** Files whose exports are handed on as one object: any of their variables may be written to. */
  readonly handedOn: ReadonlySet<Ts.SourceFile>;
}

interface Use {
  readonly node: Ts.Node;
  readonly file: SourceFile;
}

const knownUses = new WeakMap<SourceFiles, Uses>();

/** True where every use of the constant in the program reads a text or a number of it, or gives it to the constructor of a resource. */
export function isOnlyRead(
  variable: Ts.VariableDeclaration,
  reading: Reading,
  asked: ReadonlySet<Ts.Node> = new Set(),
): boolean {
  if (asked.has(variable)) return true;
  const { initializer } = variable;
  const uses = usesIn(reading);
  if (initializer === undefined || !isConstDeclaration(variable) || uses.handedOn.has(variable.getSourceFile()))
    return false;
  const others = new Set([...asked, variable]);
  return (uses.of.get(variable) ?? []).every((use) => reads(use, initializer, reading, others));
}

function usesIn(reading: Reading): Uses {
  const before = knownUses.get(reading.sources);
  if (before !== undefined) return before;
  const of = new Map<Ts.VariableDeclaration, Use[]>();
  const handedOn = new Set<Ts.SourceFile>();
  const handOn = (path: string | undefined): void => {
    const tree = reading.sources.files.get(path ?? "")?.tree;
    if (tree !== undefined) handedOn.add(tree);
  };
  for (const file of reading.sources.files.values()) {
    const visit = (node: Ts.Node): void => {
      if (ts.isImportDeclaration(node)) return;
      ts.forEachChild(node, visit);
      if (ts.isCallExpression(node) && !isAccessed(node)) handOn(loadedBy(node, file));
      if (!ts.isPropertyAccessExpression(node) && !(ts.isIdentifier(node) && !isOnlyName(node))) return;
      const meaning = expressionMeaning(node, file, reading);
      if (meaning?.kind === "file" && !isAccessed(node)) handOn(meaning.path);
      if (meaning?.kind !== "variable") return;
      const uses = of.get(meaning.node);
      if (uses === undefined) of.set(meaning.node, [{ node, file }]);
      else uses.push({ node, file });
    };
    visit(file.tree);
  }
  const made = { of, handedOn };
  knownUses.set(reading.sources, made);
  return made;
}

/** The file of the program that `import("./file")` loads, or a `require` whose result no variable takes. */
function loadedBy({ expression, arguments: given, parent }: Ts.CallExpression, file: SourceFile): string | undefined {
  const isImport = expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(expression) && expression.text === "require" && !ts.isVariableDeclaration(parent);
  const [first] = given;
  return (isImport || isRequire) && first !== undefined && ts.isStringLiteralLike(first)
    ? file.imports.get(first.text)
    : undefined;
}

/** The name of a declaration or of a member, which is no use of the variable with that name. */
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

/** @param value what the text shows of the constant */
function reads({ node, file }: Use, value: Ts.Expression, reading: Reading, asked: ReadonlySet<Ts.Node>): boolean {
  let at = wrapped(node);
  let shown: Ts.Expression | undefined = withoutParentheses(value);
  for (;;) {
    // Nothing but an assignment to the member itself changes a text or a number.
    if (shown !== undefined && isPlainExpression(shown)) return !isWritten(at);
    const { parent } = at;
    if (!(ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) || parent.expression !== at)
      return isOnlyInput(at, file, reading, asked);
    shown = shown && literalMember(shown, parent);
    at = wrapped(parent);
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
  const found = members.findLast(
    ({ name }) => (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) && name.text === text,
  );
  return found && withoutParentheses(found.initializer);
}

/** Whether an expression is the target of an assignment, itself or in a pattern. */
function isWritten(node: Ts.Node): boolean {
  let at = node;
  for (;;) {
    const { parent } = at;
    if (ts.isBinaryExpression(parent)) {
      const { kind } = parent.operatorToken;
      return parent.left === at && kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
    }
    if (ts.isPostfixUnaryExpression(parent) || ts.isDeleteExpression(parent)) return true;
    if (ts.isPrefixUnaryExpression(parent))
      return parent.operator === ts.SyntaxKind.PlusPlusToken || parent.operator === ts.SyntaxKind.MinusMinusToken;
    if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === at;
    const outer = literalAround(at);
    if (outer === undefined) return false;
    at = wrapped(outer);
  }
}

/** Whether a value goes to nothing but constructors of resources, where it is an input or a part of one. */
function isOnlyInput(node: Ts.Node, file: SourceFile, reading: Reading, asked: ReadonlySet<Ts.Node>): boolean {
  const { parent } = node;
  const outer = literalAround(node);
  if (outer !== undefined) return isOnlyInput(wrapped(outer), file, reading, asked);
  if (ts.isConditionalExpression(parent))
    return parent.condition === node || isOnlyInput(wrapped(parent), file, reading, asked);
  if (ts.isNewExpression(parent)) return parent.expression !== node && isOfSdk(parent, file, reading);
  if (ts.isCallExpression(parent)) return parent.expression.getText() === "JSON.stringify";
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) && isOnlyRead(parent, reading, asked);
  return ts.isTypeQueryNode(parent) || ts.isQualifiedName(parent) || ts.isExportSpecifier(parent);
}

/** A class of a component that the program has may write to what it is given. */
function isOfSdk({ expression }: Ts.NewExpression, file: SourceFile, reading: Reading): boolean {
  const meaning = expressionMeaning(expression, file, reading);
  return meaning?.kind === "package" && meaning.from.includes("pulumi");
}

/** The object or the list that a node is a member of. */
function literalAround({ parent }: Ts.Node): Ts.Node | undefined {
  if (ts.isArrayLiteralExpression(parent)) return parent;
  if (ts.isSpreadElement(parent)) return ts.isArrayLiteralExpression(parent.parent) ? parent.parent : undefined;
  return ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) || ts.isSpreadAssignment(parent)
    ? parent.parent
    : undefined;
}

/** The expression with the parentheses and assertions around it. */
function wrapped(node: Ts.Node): Ts.Node {
  let at = node;
  while (
    ts.isParenthesizedExpression(at.parent) ||
    ts.isAsExpression(at.parent) ||
    ts.isNonNullExpression(at.parent) ||
    ts.isSatisfiesExpression(at.parent) ||
    ts.isTypeAssertionExpression(at.parent)
  )
    at = at.parent;
  return at;
}
