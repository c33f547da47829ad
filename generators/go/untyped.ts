/**
 * Inputs that a struct of the SDK cannot have, because it does not export one of its fields: the core SDK takes them without types.
 */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { anyType } from "../../src/ir/type.ts";
import { walk } from "../../src/ir/walk.ts";
import { fieldName, isUnexported } from "./go-name.ts";

/** True if the resource is registered by its token, with inputs without types. The core SDK has no such form for providers. */
export function isUntyped({ kind, isOpen, read, inputs }: ResourceNode): boolean {
  return kind !== "provider" && isOpen !== true && read === undefined && inputs.some(hasHidden);
}

/** The same value, made of the core SDK's types alone. */
export function untyped(expression: Expression): Expression {
  switch (expression.kind) {
    case "list":
      return { ...expression, items: expression.items.map(untyped), type: anyType };
    case "map": {
      const entries = expression.entries.map(({ key, value }) => ({ key, value: untyped(value) }));
      return { ...expression, entries, type: anyType };
    }
    case "object": {
      const entries = expression.properties.map(({ name, value }) => ({ key: name, value: untyped(value) }));
      return { kind: "map", entries, type: anyType };
    }
    case "secret":
      return { ...expression, value: untyped(expression.value), type: anyType };
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
      return expression;
  }
}

function hasHidden(property: Property): boolean {
  if (isUnexportedField(property.name)) return true;
  let found = false;
  walk(property.value, (expression) => {
    if (expression.kind === "object") found ||= expression.properties.some(({ name }) => isUnexportedField(name));
  });
  return found;
}

function isUnexportedField(name: string): boolean {
  return isUnexported(fieldName(name));
}
