/**
 * Finds lists that the Python SDK rejects at run time. It accepts a list only if the schema type is a list or any type. It rejects a list even for a
 * union that has a list as a member. Type checkers do not report this.
 */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import type { Path } from "../../src/value/path.ts";

export interface MisplacedList {
  readonly path: Path;
  readonly declared: Type;
}

/** Returns the first list in a resource's inputs that the SDK does not accept. */
export function misplacedList(node: ResourceNode): MisplacedList | undefined {
  for (const property of node.inputs) {
    const declared = declaredType(property);
    // Provider arguments other than strings are converted to JSON before the SDK checks them.
    const isJson = node.kind === "provider" && declared.kind !== "string" && declared.kind !== "enum";
    const misplaced = isJson ? undefined : listInAny(property.value, declared, [property.name]);
    if (misplaced !== undefined) return misplaced;
  }
  return undefined;
}

function declaredType({ value, union, undeclared }: Property): Type {
  return undeclared === true ? anyType : (union ?? value.type);
}

/** Finds a list that the SDK does not accept. Inside a value that does not have the declared type, the SDK accepts any value. */
function listInAny(expression: Expression, declared: Type, path: Path): MisplacedList | undefined {
  if (declared.kind === "any" || declared.kind === "json") return undefined;
  if (isListLike(expression) && declared.kind !== "list") return { path, declared };
  switch (expression.kind) {
    case "list":
      return firstDefined(expression.items, (item, index) =>
        declared.kind === "list" ? listInAny(item, declared.element, [...path, index]) : undefined,
      );
    case "map":
      return firstDefined(expression.entries, ({ key, value }) =>
        declared.kind === "map" ? listInAny(value, declared.element, [...path, key]) : undefined,
      );
    case "object":
      return firstDefined(expression.properties, (property) =>
        expression.type.kind === "object"
          ? listInAny(property.value, declaredType(property), [...path, property.name])
          : undefined,
      );
    case "secret":
      return listInAny(expression.value, declared, path);
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "reference":
    case "call":
    case "interpolation":
    case "config":
    case "asset":
    case "archive":
    case "json":
      return undefined;
  }
}

/** Returns true for a list and for an output whose type is a list. */
function isListLike({ kind, type }: Expression): boolean {
  return kind === "list" || ((kind === "reference" || kind === "config") && type.kind === "list");
}

function firstDefined<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const result = find(item, index);
    if (result !== undefined) return result;
  }
  return undefined;
}
