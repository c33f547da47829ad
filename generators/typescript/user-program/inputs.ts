/** Reads inputs and options of constructor calls from the code of a program. */
import type { ts as Ts } from "ts-morph";
import type { DeclaredResource, TextValue } from "../../../src/domain/declared-resource.ts";
import { ts } from "./compiler.ts";
import type { Construction } from "./constructions.ts";
import { isOnlyRead } from "./only-read.ts";
import { callsRun } from "./runs.ts";
import type { SourceFile } from "./source-files.ts";
import { expressionMeaning, isConstDeclaration, type Reading, staticText, withoutParentheses } from "./values.ts";

const unseenText: TextValue = { kind: "unseen" };

/** The maximum depth of constants and nested values that are followed. */
const longestFollowed = 40;

/** Describes a declared resource. Its inputs are unknown if several calls construct it, or if a transformation could change them. */
export function declaredByCalls(
  calls: readonly Construction[],
  reading: Reading,
  isTransformed: boolean,
): DeclaredResource {
  const locations = calls.map(({ node, file }) => {
    const { line } = file.tree.getLineAndCharacterOfPosition(node.getStart());
    return `${file.path}:${line + 1}`;
  });
  const [call, ...otherCalls] = calls;
  const runs = callsRun(calls, reading);
  if (call === undefined || otherCalls.length > 0 || isTransformed)
    return { places: locations, runs, inputs: unseenText };
  const [, inputs, options] = call.node.arguments ?? [];
  const ignored = options === undefined ? [] : ignoredIn(inputOf(options, call.file, reading, longestFollowed));
  return {
    places: locations,
    runs,
    inputs: isUndefined(inputs)
      ? { kind: "object", members: new Map(), isWhole: true }
      : inputOf(inputs, call.file, reading, longestFollowed),
    ignoreChanges: ignored,
  };
}

function ignoredIn(options: TextValue): readonly string[] | undefined {
  if (options.kind !== "object" || !options.isWhole) return undefined;
  const ignored = options.members.get("ignoreChanges");
  if (ignored === undefined) return [];
  if (ignored.kind !== "list") return undefined;
  const paths = ignored.items.flatMap((item) => (item.kind === "literal" ? [String(item.value)] : []));
  return paths.length === ignored.items.length ? paths : undefined;
}

function inputOf(expression: Ts.Expression, file: SourceFile, reading: Reading, depth: number): TextValue {
  if (depth === 0) return unseenText;
  const node = withoutParentheses(expression);
  const inner = (child: Ts.Expression): TextValue => inputOf(child, file, reading, depth - 1);
  if (ts.isNumericLiteral(node)) return literalValue(Number(node.text));
  if (ts.isPrefixUnaryExpression(node)) return negative(node, inner);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return literalValue(true);
  if (node.kind === ts.SyntaxKind.FalseKeyword) return literalValue(false);
  if (node.kind === ts.SyntaxKind.NullKeyword) return literalValue(null);
  if (ts.isArrayLiteralExpression(node)) {
    const hasHoles = node.elements.some((one) => ts.isSpreadElement(one) || ts.isOmittedExpression(one));
    return hasHoles ? unseenText : { kind: "list", items: node.elements.map(inner) };
  }
  if (ts.isObjectLiteralExpression(node)) return objectLiteralValue(node, inner);
  const json = jsonArgument(node);
  if (json !== undefined) return stringifiedText(inner(json));
  const constant =
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) ? expressionMeaning(node, file, reading) : undefined;
  if (constant?.kind === "variable") {
    const { initializer } = constant.node;
    if (initializer === undefined || !isConstDeclaration(constant.node)) return unseenText;
    const value = inputOf(initializer, constant.file, reading, depth - 1);
    return value.kind === "literal" || isOnlyRead(constant.node, reading) ? value : unseenText;
  }
  const text = staticText(node, file, reading, new Map());
  return text === undefined ? unseenText : literalValue(text);
}

function literalValue(value: string | number | boolean | null): TextValue {
  return { kind: "literal", value };
}

function negative(
  { operator, operand }: Ts.PrefixUnaryExpression,
  inner: (node: Ts.Expression) => TextValue,
): TextValue {
  const value = inner(operand);
  if (operator !== ts.SyntaxKind.MinusToken || value.kind !== "literal" || typeof value.value !== "number")
    return unseenText;
  return literalValue(-value.value);
}

function objectLiteralValue(
  { properties }: Ts.ObjectLiteralExpression,
  inner: (node: Ts.Expression) => TextValue,
): TextValue {
  const members = new Map<string, TextValue>();
  let isWhole = true;
  for (const property of properties) {
    const spread = ts.isSpreadAssignment(property) ? inner(property.expression) : undefined;
    const name = property.name === undefined ? undefined : staticPropertyName(property.name);
    if (spread?.kind === "object" && spread.isWhole) {
      // If a member of the spread value is undefined, it removes the earlier member with the same name.
      for (const key of members.keys()) members.set(key, unseenText);
      for (const [key, member] of spread.members) members.set(key, member);
    } else if (name === undefined) isWhole = false;
    else if (ts.isShorthandPropertyAssignment(property)) members.set(name, inner(property.name));
    else if (!ts.isPropertyAssignment(property)) members.set(name, unseenText);
    else if (isUndefined(property.initializer)) members.delete(name);
    else members.set(name, inner(property.initializer));
  }
  // The spread value could replace any earlier member.
  return {
    kind: "object",
    members: isWhole ? members : new Map([...members.keys()].map((key) => [key, unseenText])),
    isWhole,
  };
}

/** Returns the name of a property, or undefined if it is computed. */
export function staticPropertyName(name: Ts.PropertyName): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name) ? name.text : undefined;
}

/** Returns true for `undefined`, which SDKs do not send. */
export function isUndefined(node: Ts.Expression | undefined): node is undefined {
  return node === undefined || (ts.isIdentifier(node) && node.text === "undefined");
}

/** Returns the argument of `JSON.stringify(…)`. */
export function jsonArgument(node: Ts.Expression): Ts.Expression | undefined {
  if (!ts.isCallExpression(node) || node.arguments.length !== 1) return undefined;
  return node.expression.getText() === "JSON.stringify" ? node.arguments[0] : undefined;
}

function stringifiedText(value: TextValue): TextValue {
  const plain = shownValueOf(value);
  return plain === undefined ? unseenText : literalValue(JSON.stringify(plain.value));
}

/** Returns the value, or undefined if the code does not show all of it. */
function shownValueOf(value: TextValue): { readonly value: unknown } | undefined {
  switch (value.kind) {
    case "literal":
      return { value: value.value };
    case "unseen":
      return undefined;
    case "list": {
      const items = value.items.map(shownValueOf);
      return items.includes(undefined) ? undefined : { value: items.map((item) => item?.value) };
    }
    case "object": {
      const members = [...value.members].map(([key, member]) => [key, shownValueOf(member)] as const);
      if (!value.isWhole || members.some(([, member]) => member === undefined)) return undefined;
      return { value: Object.fromEntries(members.map(([key, member]) => [key, member?.value])) };
    }
  }
}
