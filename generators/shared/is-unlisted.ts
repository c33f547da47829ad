/**
 * Values that a strict enum has not.
 */
import type { Expression } from "../../src/ir/expression.ts";

/** True for a value that the enum at its place has not, but could have: it is of the type of its members. */
export function isUnlisted({ kind, type }: Expression): boolean {
  if (type.kind !== "enum") return false;
  return type.element === "integer" ? kind === "number" : kind === type.element;
}
