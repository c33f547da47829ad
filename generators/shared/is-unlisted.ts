/**
 * Values that are no members of a strict enum.
 */
import type { Expression } from "../../src/ir/expression.ts";

/** True for a value that has the type of the enum's members and is none of them. */
export function isUnlisted({ kind, type }: Expression): boolean {
  if (type.kind !== "enum") return false;
  return type.element === "integer" ? kind === "number" : kind === type.element;
}
