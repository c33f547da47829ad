/** Registers resources with untyped inputs if the SDK's struct has an unexported field for one of them. */
import type { Expression, Property } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { anyType } from "../../src/ir/type.ts";
import { expressionsIn, mapChildren } from "../../src/ir/walk.ts";
import { fieldName, isUnexported } from "./go-name.ts";

/** Returns true if the resource is registered by its token with untyped inputs. Not possible for providers. */
export function isUntyped({ kind, isOpen, read, inputs }: ResourceNode): boolean {
  return kind !== "provider" && isOpen !== true && read === undefined && inputs.some(hasHidden);
}

/** Removes the schema types from a value and the values inside it, so that the core SDK accepts it. Objects become maps. */
export function untyped(expression: Expression): Expression {
  const inner = mapChildren(expression, untyped);
  if (inner.kind === "object") {
    return { kind: "map", entries: inner.properties.map(({ name, value }) => ({ key: name, value })), type: anyType };
  }
  const isTyped = inner.kind === "list" || inner.kind === "map" || inner.kind === "secret";
  return isTyped ? { ...inner, type: anyType } : expression;
}

function hasHidden({ name, value }: Property): boolean {
  const names = expressionsIn(value).flatMap((expression) =>
    expression.kind === "object" ? expression.properties.map((property) => property.name) : [],
  );
  return [name, ...names].some(isUnexportedField);
}

function isUnexportedField(name: string): boolean {
  return isUnexported(fieldName(name));
}
