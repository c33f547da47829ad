/** Finds expressions that evaluate without Outputs. */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";

const outputs: ReadonlySet<Expression["kind"]> = new Set(["reference", "call", "secret", "config"]);

/** Returns true if the expression contains no output: no reference, call, secret, or configuration value (which is secret). */
export function isKnownExpression(expression: Expression): boolean {
  if (outputs.has(expression.kind)) return false;
  return children(expression).every((child) => isKnownExpression(child.expression));
}
