/**
 * What is known when a program starts: expressions without outputs, which need no Output functions of an SDK.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";

/** True when nothing in it is an output: no reference, no secret, nothing from the configuration (which is secret). */
export function isKnown(expression: Expression): boolean {
  if (expression.kind === "reference" || expression.kind === "secret" || expression.kind === "config") return false;
  return children(expression).every((child) => isKnown(child.expression));
}
