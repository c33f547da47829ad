import type { Expression } from "../../src/ir/expression.ts";

/** Returns true if the value has the enum's element type but is not one of its members. */
export function isUnlisted({ kind, type }: Expression): boolean {
  if (type.kind !== "enum") return false;
  return type.element === "integer" ? kind === "number" : kind === type.element;
}
