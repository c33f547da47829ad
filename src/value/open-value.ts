/** Unwraps values. Whether two values are equal is not a secret. */
import type { Value } from "./value.ts";

/** Unwraps nested secrets. */
export function openSecret(value: Value): Value {
  return value.kind === "secret" ? openSecret(value.value) : value;
}

/** Unwraps nested secrets and outputs. An output without a value is unknown. */
export function openOutput(value: Value): Value {
  if (value.kind === "secret") return openOutput(value.value);
  if (value.kind !== "output") return value;
  return value.value === undefined ? { kind: "unknown", of: "string" } : openOutput(value.value);
}

/** Returns the string of a value, also if it is a secret, or undefined for other values. */
export function stringIn(value: Value | undefined): string | undefined {
  const open = value && openSecret(value);
  return open?.kind === "string" ? open.value : undefined;
}
