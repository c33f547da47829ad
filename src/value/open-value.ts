/**
 * Removes the wrappers around a value: whether two values are equal is no secret.
 */
import type { Value } from "./value.ts";

/** Returns the value inside of any number of secrets. */
export function openSecret(value: Value): Value {
  return value.kind === "secret" ? openSecret(value.value) : value;
}

/** Returns the value inside of any number of secrets and outputs; an output without a value is unknown. */
export function openOutput(value: Value): Value {
  if (value.kind === "secret") return openOutput(value.value);
  if (value.kind !== "output") return value;
  return value.value === undefined ? { kind: "unknown", of: "string" } : openOutput(value.value);
}

/** Returns the text of a string, also if it is secret; undefined for every other value. */
export function stringIn(value: Value | undefined): string | undefined {
  const open = value && openSecret(value);
  return open?.kind === "string" ? open.value : undefined;
}
