/**
 * Expressions whose values are known when a program starts: they need no Output functions of an SDK.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";

/** True when the expression has no output in it: no reference, no secret, no configuration value (which is secret). */
export function isKnown(expression: Expression): boolean {
  if (expression.kind === "reference" || expression.kind === "secret" || expression.kind === "config") return false;
  return children(expression).every((child) => isKnown(child.expression));
}
