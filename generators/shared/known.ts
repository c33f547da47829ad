/**
 * Expressions whose values are known when a program starts: they need no Output functions of an SDK.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";

const outputs: ReadonlySet<Expression["kind"]> = new Set(["reference", "call", "secret", "config"]);

/** True when the expression has no output in it: no reference, no call, no secret, no configuration value (which is secret). */
export function isKnownExpression(expression: Expression): boolean {
  if (outputs.has(expression.kind)) return false;
  return children(expression).every((child) => isKnownExpression(child.expression));
}
