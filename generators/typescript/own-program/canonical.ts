/**
 * The canonical text of an expression: the same for all that means the same to the text's reader, however it is laid out, quoted, cast, and
 * whatever its variables and imports are called.
 */
import type { ts as Ts } from "ts-morph";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, isConstDeclaration, type Reading, withoutParentheses } from "./values.ts";

/** The variables of a program that hold resources: the declaration, and the members on the way -> URN. */
export type Holders = ReadonlyMap<Ts.Node, ReadonlyMap<string, string>>;

export interface CanonicalPlace {
  readonly file: SourceFile;
  readonly reading: Reading;
  readonly holders: Holders;
  /** Code for resources that the text does not declare -> URN. */
  readonly codes: ReadonlyMap<string, string>;
  /** Constants are their values; otherwise only those of the configuration are. */
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

/** How many constants are followed from one to the next. */
const longestConstantChain = 20;

export function canonicalCode(
  expression: Ts.Node,
  place: CanonicalPlace,
  inCall = false,
  left: number = longestConstantChain,
): string {
  const node = ts.isExpression(expression) ? withoutParentheses(expression) : expression;
  const inner = (child: Ts.Node, isInCall = inCall): string => canonicalCode(child, place, isInCall, left);
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    const known = canonicalName(node, place, left);
    if (known !== undefined) return known;
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

/** Members stand in an order of their own, but for those of a document that a function makes a text of. */
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

/** The meaning of a name, or of members of one, as text: a resource, a member of a package, a value. */
function canonicalName(node: Ts.Expression, place: CanonicalPlace, left: number): string | undefined {
  const { file, reading, holders, codes, withValues } = place;
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
  if (members !== "" || left === 0 || initializer === undefined || !isConstDeclaration(variable.node)) return undefined;
  const there = { ...place, file: variable.file };
  if (!withValues && !isOfConfig(initializer, variable.file, reading)) return undefined;
  return canonicalCode(initializer, there, false, left - 1);
}

/** `new pulumi.Config()`, and what is read from one. */
export function isOfConfig(expression: Ts.Expression, file: SourceFile, reading: Reading): boolean {
  const node = withoutParentheses(expression);
  if (ts.isNewExpression(node)) {
    const callee = expressionMeaning(node.expression, file, reading);
    return callee?.kind === "package" && canonicalPackage(callee) === '"@pulumi/pulumi/Config"';
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const object = withoutParentheses(node.expression.expression);
  const of = ts.isNewExpression(object) ? undefined : expressionMeaning(object, file, reading);
  const made = of?.kind === "variable" ? of.node.initializer : object;
  return (
    made !== undefined &&
    ts.isNewExpression(withoutParentheses(made)) &&
    isOfConfig(made, of?.kind === "variable" ? of.file : file, reading)
  );
}

function canonicalPackage({ from, path }: { readonly from: string; readonly path: readonly string[] }): string {
  return JSON.stringify([from, ...path].join("/"));
}

/** The first name of a chain of members, and the members as code. */
function chainOf(node: Ts.Expression): readonly [Ts.Identifier | undefined, string] {
  let members = "";
  let at = withoutParentheses(node);
  while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at)) {
    members =
      (ts.isPropertyAccessExpression(at) ? `.${at.name.text}` : `[${at.argumentExpression.getText()}]`) + members;
    at = withoutParentheses(at.expression);
  }
  return [ts.isIdentifier(at) ? at : undefined, members];
}
