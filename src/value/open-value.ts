/** Looks into values, secrets, and outputs. */
import { membersOf, type Value } from "./value.ts";

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

/** Returns the string in a value, even if it is a secret. Returns undefined for other values. */
export function stringIn(value: Value | undefined): string | undefined {
  const open = value && openSecret(value);
  return open?.kind === "string" ? open.value : undefined;
}

/** Returns true if a value or a part of it is unknown. Looks into secrets and outputs. */
export function hasUnknown(value: Value): boolean {
  const inner = openOutput(value);
  if (inner.kind === "resource") return typeof inner.id === "object";
  return inner.kind === "unknown" || membersOf(inner).some(hasUnknown);
}

/** Yields the strings in a value, in order. Skips secrets and outputs. */
export function* openTexts(value: Value): Generator<string> {
  if (value.kind === "string") yield value.value;
  for (const member of membersOf(value)) yield* openTexts(member);
}

/** Returns true for null, "", [], and {}, even if they are secrets. Providers return these for unset inputs. */
export function isEmpty(value: Value): boolean {
  const inner = openSecret(value);
  if (inner.kind === "list") return inner.items.length === 0;
  if (inner.kind === "map") return inner.entries.size === 0;
  return inner.kind === "null" || (inner.kind === "string" && inner.value === "");
}

/** Returns true for an asset or archive, or a value that contains one. Looks into secrets. */
export function holdsAsset(value: Value): boolean {
  const inner = openSecret(value);
  return isAsset(inner) || membersOf(inner).some(holdsAsset);
}

export function isAsset({ kind }: Value): boolean {
  return kind === "asset" || kind === "archive";
}
