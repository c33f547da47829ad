/**
 * Finds lists that Python's SDK refuses when a program runs: it takes a list only where the schema has a list or anything. It refuses a
 * list for a union with a list member too, which type checkers do not see.
 */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";

export interface MisplacedList {
  readonly path: Path;
  /** The type in the schema. */
  readonly declared: Type;
}

/** Returns the first list among the inputs of a resource of a package that its SDK does not take. */
export function misplacedList(node: ResourceNode): MisplacedList | undefined {
  for (const property of node.inputs) {
    const declared = declaredType(property);
    // Arguments of a provider that are no text become JSON before the SDK looks at them.
    const isJson = node.kind === "provider" && declared.kind !== "string" && declared.kind !== "enum";
    const found = isJson ? undefined : listInAny(property.value, declared, [property.name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function declaredType({ value, union, undeclared }: Property): Type {
  return undeclared === true ? anyType : (union ?? value.type);
}

/** Below a value that is not of the declared type the SDK knows no types, and takes any value. */
function listInAny(expression: Expression, declared: Type, path: Path): MisplacedList | undefined {
  if (declared.kind === "any" || declared.kind === "json") return undefined;
  if (isListLike(expression) && declared.kind !== "list") return { path, declared };
  switch (expression.kind) {
    case "list":
      return firstFound(expression.items, (item, index) =>
        declared.kind === "list" ? listInAny(item, declared.element, [...path, index]) : undefined,
      );
    case "map":
      return firstFound(expression.entries, ({ key, value }) =>
        declared.kind === "map" ? listInAny(value, declared.element, [...path, key]) : undefined,
      );
    case "object":
      return firstFound(expression.properties, (property) =>
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

/** A list, or an output of one. */
function isListLike({ kind, type }: Expression): boolean {
  return kind === "list" || ((kind === "reference" || kind === "config") && type.kind === "list");
}

function firstFound<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
