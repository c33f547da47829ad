/**
 * Lists that Python's SDK refuses when a program runs: it takes one only where the schema has a list, or anything. A union that has a list among
 * its members is refused too, which a type checker does not see.
 */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { Path } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";

export interface MisplacedList {
  readonly path: Path;
  /** The type that the schema has there. */
  readonly declared: Type;
}

const anything: Type = { kind: "any" };

/** Returns the first list among the inputs of a resource of a package that its SDK does not take. */
export function misplacedList(node: ResourceNode): MisplacedList | undefined {
  for (const property of node.inputs) {
    const declared = declaredType(property);
    // What a provider takes that is no text becomes JSON before the SDK looks at it.
    const isJson = node.kind === "provider" && declared.kind !== "string" && declared.kind !== "enum";
    const found = isJson ? undefined : listIn(property.value, declared, [property.name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function declaredType({ value, union, undeclared }: Property): Type {
  return undeclared === true ? anything : (union ?? value.type);
}

/** Below a value that is not of the declared type the SDK knows no types, and takes everything. */
function listIn(expression: Expression, declared: Type, path: Path): MisplacedList | undefined {
  if (declared.kind === "any" || declared.kind === "json") return undefined;
  if (isList(expression) && declared.kind !== "list") return { path, declared };
  switch (expression.kind) {
    case "list":
      return first(expression.items, (item, index) =>
        declared.kind === "list" ? listIn(item, declared.element, [...path, index]) : undefined,
      );
    case "map":
      return first(expression.entries, ({ key, value }) =>
        declared.kind === "map" ? listIn(value, declared.element, [...path, key]) : undefined,
      );
    case "object":
      return first(expression.properties, (property) =>
        expression.type.kind === "object"
          ? listIn(property.value, declaredType(property), [...path, property.name])
          : undefined,
      );
    case "secret":
      return listIn(expression.value, declared, path);
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "reference":
    case "interpolation":
    case "config":
    case "asset":
    case "archive":
    case "json":
      return undefined;
  }
}

/** Also an output that holds one. */
function isList({ kind, type }: Expression): boolean {
  return kind === "list" || ((kind === "reference" || kind === "config") && type.kind === "list");
}

function first<T, R>(items: readonly T[], find: (item: T, index: number) => R | undefined): R | undefined {
  for (const [index, item] of items.entries()) {
    const found = find(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}
