/**
 * A value without the wrappers around it: whether two values are equal is no secret.
 */
import type { Value } from "./value.ts";

/** The value in any number of secrets. */
export function openSecret(value: Value): Value {
  return value.kind === "secret" ? openSecret(value.value) : value;
}

/** The value in any number of secrets and outputs; an output without a value is unknown. */
export function openOutput(value: Value): Value {
  if (value.kind === "secret") return openOutput(value.value);
  if (value.kind !== "output") return value;
  return value.value === undefined ? { kind: "unknown", of: "string" } : openOutput(value.value);
}
