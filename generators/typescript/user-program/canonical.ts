/** Returns a canonical text of an expression. The text does not depend on layout, quotes, casts, and names of variables and imports. */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, isConstDeclaration, type Reading, withoutParentheses } from "./values.ts";

/** The variables of a program that hold resources: declaration -> member path (`.vpc`) -> URN. */
export type Holders = ReadonlyMap<Ts.Node, ReadonlyMap<string, string>>;

export interface CanonicalContext {
  readonly file: SourceFile;
  readonly reading: Reading;
  readonly holders: Holders;
  /** Code that refers to a resource of the user's program (`network.vpc`) -> URN. */
  readonly codes: ReadonlyMap<string, string>;
  /** True to replace all constants with their values. Otherwise only constants of the configuration are replaced. */
  readonly withValues: boolean;
}

export function holdersOf(held: ReadonlyMap<string, Construction>): Holders {
  const holders = new Map<Ts.Node, Map<string, string>>();
  for (const [urn, { holder }] of held) {
    if (holder === undefined) continue;
    const members = holders.get(holder.variable) ?? new Map<string, string>();
    members.set(holder.members, urn);
    holders.set(holder.variable, members);
  }
  return holders;
}

const longestConstantChain = 20;

export function canonicalCode(
  expression: Ts.Node,
  context: CanonicalContext,
  inCall = false,
  remaining: number = longestConstantChain,
): string {
  const node = ts.isExpression(expression) ? withoutParentheses(expression) : expression;
  const inner = (child: Ts.Node, isInCall = inCall): string => canonicalCode(child, context, isInCall, remaining);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const canonical = canonicalName(node, context, remaining);
    if (canonical !== undefined) return canonical;
    if (ts.isIdentifier(node)) return node.text;
    if (ts.isPropertyAccessExpression(node))
      return `${inner(node.expression)}${node.questionDotToken === undefined ? "" : "?"}.${node.name.text}`;
    return `${inner(node.expression)}[${inner(node.argumentExpression)}]`;
  }
  if (ts.isStringLiteralLike(node)) return JSON.stringify(node.text);
  if (ts.isNumericLiteral(node)) return node.text;
  if (ts.isNewExpression(node))
    return `new ${inner(node.expression)}(${(node.arguments ?? []).map((one) => inner(one, false)).join()})`;
  if (ts.isCallExpression(node)) {
    const types = node.typeArguments === undefined ? "" : `<${node.typeArguments.map((one) => inner(one)).join()}>`;
    return `${inner(node.expression)}${types}(${node.arguments.map((one) => inner(one, true)).join()})`;
  }
  if (ts.isObjectLiteralExpression(node)) return objectText(node, inner, inCall);
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => `\${${inner(span.expression)}}${JSON.stringify(span.literal.text)}`);
    return `\`${JSON.stringify(node.head.text)}${spans.join("")}\``;
  }
  const operator = ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) ? `${node.operator}` : "";
  const children: string[] = [];
  ts.forEachChild(node, (child) => void children.push(inner(child)));
  return children.length === 0 ? node.getText() : `${node.kind}${operator}(${children.join()})`;
}

/** Prints the members of an object in sorted order, or in source order if a function serializes the object. */
function objectText(
  { properties }: Ts.ObjectLiteralExpression,
  inner: (node: Ts.Node) => string,
  inCall: boolean,
): string {
  const members = properties.map((property) => {
    if (ts.isShorthandPropertyAssignment(property))
      return `${JSON.stringify(property.name.text)}:${inner(property.name)}`;
    if (!ts.isPropertyAssignment(property)) return inner(property);
    const { name } = property;
    const key = ts.isComputedPropertyName(name) ? inner(name) : JSON.stringify((name as Ts.Identifier).text);
    return `${key}:${inner(property.initializer)}`;
  });
  const isFixed =
    inCall ||
    properties.some((property) => !ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property));
  return `{${(isFixed ? members : members.sort()).join()}}`;
}

/** Returns the meaning of a name or of a member chain as text: a resource, a member of a package, or a value. */
function canonicalName(node: Ts.Expression, context: CanonicalContext, remaining: number): string | undefined {
  const { file, reading, holders, codes, withValues } = context;
  const meaning = expressionMeaning(node, file, reading);
  if (meaning?.kind === "package") return canonicalPackage(meaning);
  const [root, members] = chainOf(node);
  const held = root === undefined ? undefined : codes.get(`${root.text}${members}`);
  if (held !== undefined) return `<${held}>`;
  const variable = root === undefined ? undefined : expressionMeaning(root, file, reading);
  if (variable?.kind !== "variable") return undefined;
  const urn = holders.get(variable.node)?.get(members);
  if (urn !== undefined) return `<${urn}>`;
  const { initializer } = variable.node;
  if (members !== "" || remaining === 0 || initializer === undefined || !isConstDeclaration(variable.node))
    return undefined;
  const declarationContext = { ...context, file: variable.file };
  if (!withValues && !isOfConfig(initializer, variable.file, reading)) return undefined;
  return canonicalCode(initializer, declarationContext, false, remaining - 1);
}

/** Returns true for `new pulumi.Config()` and for values that are read from one. */
export function isOfConfig(expression: Ts.Expression, file: SourceFile, reading: Reading): boolean {
  const node = withoutParentheses(expression);
  if (ts.isNewExpression(node)) {
    const callee = expressionMeaning(node.expression, file, reading);
    return callee?.kind === "package" && canonicalPackage(callee) === '"@pulumi/pulumi/Config"';
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const object = withoutParentheses(node.expression.expression);
  const objectMeaning = ts.isNewExpression(object) ? undefined : expressionMeaning(object, file, reading);
  const creation = objectMeaning?.kind === "variable" ? objectMeaning.node.initializer : object;
  return (
    creation !== undefined &&
    ts.isNewExpression(withoutParentheses(creation)) &&
    isOfConfig(creation, objectMeaning?.kind === "variable" ? objectMeaning.file : file, reading)
  );
}

function canonicalPackage({ from, path }: { readonly from: string; readonly path: readonly string[] }): string {
  return JSON.stringify([from, ...path].join("/"));
}

/** Splits a member chain into its first name and the code of the members. */
function chainOf(node: Ts.Expression): readonly [Ts.Identifier | undefined, string] {
  let members = "";
  let cursor = withoutParentheses(node);
  while (ts.isPropertyAccessExpression(cursor) || ts.isElementAccessExpression(cursor)) {
    members =
      (ts.isPropertyAccessExpression(cursor) ? `.${cursor.name.text}` : `[${cursor.argumentExpression.getText()}]`) +
      members;
    cursor = withoutParentheses(cursor.expression);
  }
  return [ts.isIdentifier(cursor) ? cursor : undefined, members];
}
