/** Traverses expressions, and collects the nodes, packages, and keys that a resource node refers to. */

import type { Path } from "../value/path.ts";
import type { ArchiveSource, CallExpression, Expression, ReferenceExpression } from "./expression.ts";
import type { ResourceNode } from "./program.ts";
import type { Token, Type } from "./type.ts";

/** A child expression. `key` is omitted if the child has the same path as its parent. */
export interface Child {
  readonly key?: string | number;
  readonly expression: Expression;
}

const noChildren: readonly Child[] = [];

/** Returns the direct children of an expression in order. */
export function children(expression: Expression): readonly Child[] {
  switch (expression.kind) {
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "reference":
    case "call":
    case "config":
    case "asset":
      return noChildren;
    case "list":
      return expression.items.map((item, key) => ({ key, expression: item }));
    case "map":
      return expression.entries.map((entry) => ({ key: entry.key, expression: entry.value }));
    case "object":
      return expression.properties.map((property) => ({ key: property.name, expression: property.value }));
    case "interpolation":
      return expression.parts.flatMap((part) => (part.kind === "reference" ? [{ expression: part.reference }] : []));
    case "secret":
    case "json":
      return [{ expression: expression.value }];
    case "archive":
      return archiveChildren(expression.source);
  }
}

/** Returns the expression with replaced items, entries, properties, or value. References in interpolations are not replaced. */
export function mapChildren(expression: Expression, replace: (child: Expression) => Expression): Expression {
  switch (expression.kind) {
    case "list":
      return { ...expression, items: expression.items.map(replace) };
    case "map":
      return { ...expression, entries: expression.entries.map(({ key, value }) => ({ key, value: replace(value) })) };
    case "object": {
      const properties = expression.properties.map((property) => ({ ...property, value: replace(property.value) }));
      return { ...expression, properties };
    }
    case "secret":
    case "json":
      return { ...expression, value: replace(expression.value) };
    default:
      return expression;
  }
}

/** Calls `visit` for an expression and its descendants, parents first. Passes each path, starting from `path`. */
export function walk(
  expression: Expression,
  visit: (expression: Expression, path: Path) => void,
  path: Path = [],
): void {
  visit(expression, path);
  for (const child of children(expression)) {
    walk(child.expression, visit, child.key === undefined ? path : [...path, child.key]);
  }
}

/** Returns true for a component without a package, whose type the program registers with the core SDK. */
export function isLocalComponent(node: ResourceNode): boolean {
  return node.kind === "component" && node.isRemote !== true;
}

/**
 * Returns true if C# and Java print the resource with a class of the core SDK: `ComponentResource` for a local component, and `CustomResource` for a
 * custom resource of Kubernetes.
 */
export function isOfCore(node: ResourceNode): boolean {
  return isLocalComponent(node) || node.isOpen === true;
}

/** Returns an expression and its descendants, parents first. */
export function expressionsIn(expression: Expression): readonly Expression[] {
  const expressions: Expression[] = [];
  const collect = (each: Expression): void => {
    expressions.push(each);
    for (const child of children(each)) collect(child.expression);
  };
  collect(expression);
  return expressions;
}

/** Returns all expressions in a node's inputs, in order. */
export function inputExpressions({ inputs }: ResourceNode): readonly Expression[] {
  return inputs.flatMap(({ value }) => expressionsIn(value));
}

/** Returns the references in a node's inputs in order. */
export function inputReferences(node: ResourceNode): readonly ReferenceExpression[] {
  return inputExpressions(node).filter((expression) => expression.kind === "reference");
}

/** Returns the function calls in a node's inputs in order. */
export function inputCalls(node: ResourceNode): readonly CallExpression[] {
  return inputExpressions(node).filter((expression) => expression.kind === "call");
}

/**
 * Returns the tokens that a printer can use for a node: its type unless it has none in a package, object and enum types of its inputs and of empty
 * collections, and functions. Can contain duplicates.
 */
export function tokens(node: ResourceNode): readonly Token[] {
  const types = new Set(inputExpressions(node).map(({ type }) => elementType(type)));
  const named = [...types].flatMap((type) => (type.kind === "object" || type.kind === "enum" ? [type.name] : []));
  const called = inputCalls(node).map((call) => call.function);
  return [...(isLocalComponent(node) || node.kind === "stack" ? [] : [node.resource]), ...named, ...called];
}

/** Returns the type of the elements of nested lists and maps, or the type itself. */
function elementType(type: Type): Type {
  return type.kind === "list" || type.kind === "map" ? elementType(type.element) : type;
}

/** Returns the ids of the nodes that must come before a node, once each: parent, providers, dependsOn, deletedWith, and the nodes in its inputs. */
export function dependencies(node: ResourceNode): readonly string[] {
  const { parent, provider, providers = [], dependsOn, deletedWith } = node.options;
  const inInputs = inputExpressions(node).map((expression) => {
    if (expression.kind === "reference") return expression.node;
    return expression.kind === "call" ? expression.provider : undefined;
  });
  const ids = [parent, provider, ...providers, ...dependsOn, deletedWith, ...inInputs];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** Returns the configuration keys that nodes read. */
export function configKeys(nodes: readonly ResourceNode[]): ReadonlySet<string> {
  const expressions = nodes.flatMap(inputExpressions);
  return new Set(expressions.flatMap((expression) => (expression.kind === "config" ? [expression.key] : [])));
}

function archiveChildren(source: ArchiveSource): readonly Child[] {
  if (source.from !== "assets") return noChildren;
  return source.assets.map((asset) => ({ key: asset.name, expression: asset.value }));
}
