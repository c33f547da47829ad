/** Resolves expressions of a program statically: members of packages, classes, variables, and strings. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import { type Exported, findExport } from "./exports.ts";
import { type Declaration, resolveName } from "./scopes.ts";
import type { SourceFile, SourceFiles } from "./source-files.ts";

export interface Reading {
  readonly sources: SourceFiles;
  readonly project: string;
  readonly stack: string;
}

/** Parameter -> the string that a known call passes to it. */
export type Texts = ReadonlyMap<Ts.Node, string>;

export type Meaning =
  /** A member of a package: `aws.s3.Bucket` is `["s3", "Bucket"]` of `@pulumi/aws`. */
  | { readonly kind: "package"; readonly from: string; readonly path: readonly string[] }
  /** The exports of a file of the program. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "class"; readonly node: Ts.ClassDeclaration; readonly file: SourceFile }
  | { readonly kind: "variable"; readonly node: Ts.VariableDeclaration; readonly file: SourceFile };

const longestNameChain = 20;

/** Removes parentheses and type assertions around an expression. */
export function withoutParentheses(expression: Ts.Expression): Ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  )
    inner = inner.expression;
  return inner;
}

/** Returns the expression together with all parentheses and type assertions around it. */
export function withParentheses(node: Ts.Expression): Ts.Expression;
export function withParentheses(node: Ts.Node): Ts.Node;
export function withParentheses(node: Ts.Node): Ts.Node {
  let cursor = node;
  while (
    ts.isParenthesizedExpression(cursor.parent) ||
    ts.isAsExpression(cursor.parent) ||
    ts.isNonNullExpression(cursor.parent) ||
    ts.isSatisfiesExpression(cursor.parent) ||
    ts.isTypeAssertionExpression(cursor.parent)
  )
    cursor = cursor.parent;
  return cursor;
}

/** Resolves an expression through names, members, and imports. Returns undefined if it cannot be resolved. */
export function expressionMeaning(
  expression: Ts.Expression | Ts.EntityName,
  file: SourceFile,
  reading: Reading,
  depth: number = longestNameChain,
): Meaning | undefined {
  if (depth === 0) return undefined;
  const node = ts.isQualifiedName(expression) ? expression : withoutParentheses(expression as Ts.Expression);
  if (ts.isIdentifier(node)) {
    const declaration = resolveName(node.text, node);
    return declaration === undefined ? undefined : ofDeclaration(declaration, file, reading, depth - 1);
  }
  if (ts.isPropertyAccessExpression(node))
    return exportedMember(
      expressionMeaning(node.expression, file, reading, depth - 1),
      node.name.text,
      reading,
      depth - 1,
    );
  if (ts.isQualifiedName(node))
    return exportedMember(expressionMeaning(node.left, file, reading, depth - 1), node.right.text, reading, depth - 1);
  const required = ts.isCallExpression(node) ? requiredBy(node) : undefined;
  return required === undefined ? undefined : ofModule(required, "*", file, reading, depth - 1);
}

/** Returns the module that `require("…")` loads. */
function requiredBy({ expression, arguments: args }: Ts.CallExpression): string | undefined {
  const [first] = args;
  if (!ts.isIdentifier(expression) || expression.text !== "require" || first === undefined) return undefined;
  return ts.isStringLiteralLike(first) ? first.text : undefined;
}

function ofDeclaration(
  declaration: Declaration,
  file: SourceFile,
  reading: Reading,
  depth: number,
): Meaning | undefined {
  switch (declaration.kind) {
    case "import":
      return ofModule(declaration.from, declaration.imported, file, reading, depth);
    case "alias":
      return expressionMeaning(declaration.entity, file, reading, depth);
    case "class":
      return { kind: "class", node: declaration.node, file };
    case "variable": {
      const { initializer } = declaration.node;
      const through = initializer === undefined ? undefined : expressionMeaning(initializer, file, reading, depth);
      // If the value of the variable is a package member, a class, or a file, return that. Otherwise, return the variable.
      return through === undefined || through.kind === "variable"
        ? { kind: "variable", node: declaration.node, file }
        : through;
    }
    case "element": {
      const pattern = declaration.node.parent;
      const { propertyName, dotDotDotToken } = declaration.node;
      if (!ts.isObjectBindingPattern(pattern) || dotDotDotToken !== undefined) return undefined;
      if (!ts.isVariableDeclaration(pattern.parent) || pattern.parent.initializer === undefined) return undefined;
      const name =
        propertyName === undefined ? declaration.name : ts.isIdentifier(propertyName) ? propertyName.text : "";
      return exportedMember(expressionMeaning(pattern.parent.initializer, file, reading, depth), name, reading, depth);
    }
    case "parameter":
    case "other":
      return undefined;
  }
}

function ofModule(
  from: string,
  imported: string,
  file: SourceFile,
  reading: Reading,
  depth: number,
): Meaning | undefined {
  const path = file.imports.get(from);
  if (path === undefined) {
    if (/^\.\.?(\/|$)/.test(from)) return undefined;
    return { kind: "package", from, path: imported === "*" || imported === "default" ? [] : [imported] };
  }
  if (imported === "*") return { kind: "file", path };
  return ofExported(findExport(path, imported, reading.sources), reading, depth);
}

function exportedMember(
  whole: Meaning | undefined,
  name: string,
  reading: Reading,
  depth: number,
): Meaning | undefined {
  if (whole?.kind === "package") return { ...whole, path: [...whole.path, name] };
  return whole?.kind === "file" ? ofExported(findExport(whole.path, name, reading.sources), reading, depth) : undefined;
}

function ofExported(exported: Exported | undefined, reading: Reading, depth: number): Meaning | undefined {
  if (exported?.declaration === undefined) return undefined;
  return ofDeclaration(exported.declaration, exported.file, reading, depth);
}

/** Returns the string value of an expression, or undefined if it is computed at run time. */
export function staticText(
  expression: Ts.Expression,
  file: SourceFile,
  reading: Reading,
  texts: Texts,
  depth: number = longestNameChain,
): string | undefined {
  if (depth === 0) return undefined;
  const node = withoutParentheses(expression);
  const inner = (child: Ts.Expression): string | undefined => staticText(child, file, reading, texts, depth - 1);
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    let text = node.head.text;
    for (const span of node.templateSpans) {
      const value = inner(span.expression);
      if (value === undefined) return undefined;
      text += value + span.literal.text;
    }
    return text;
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [inner(node.left), inner(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (ts.isCallExpression(node)) return ofCall(node, file, reading);
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return undefined;
  const declaration = ts.isIdentifier(node) ? resolveName(node.text, node) : undefined;
  if (declaration?.kind === "parameter") return texts.get(declaration.node);
  const meaning = expressionMeaning(node, file, reading);
  if (meaning?.kind !== "variable" || meaning.node.initializer === undefined || !isConstDeclaration(meaning.node))
    return undefined;
  return staticText(meaning.node.initializer, meaning.file, reading, texts, depth - 1);
}

export function isConstDeclaration(node: Ts.VariableDeclaration): boolean {
  return ts.isVariableDeclarationList(node.parent) && (node.parent.flags & ts.NodeFlags.Const) !== 0;
}

/** Returns the value of `pulumi.getStack()` and `pulumi.getProject()`. */
function ofCall({ expression }: Ts.CallExpression, file: SourceFile, reading: Reading): string | undefined {
  const callee = expressionMeaning(expression, file, reading);
  if (callee?.kind !== "package" || callee.from !== "@pulumi/pulumi") return undefined;
  const name = callee.path.join(".");
  return name === "getStack" ? reading.stack : name === "getProject" ? reading.project : undefined;
}
