/** Finds values that are not known before an update. */
import { openOutput } from "./open-value.ts";
import type { Value } from "./value.ts";

/** Returns true if a value is unknown, or a part of it is; it looks into secrets and outputs. */
export function hasUnknown(value: Value): boolean {
  const inner = openOutput(value);
  switch (inner.kind) {
    case "unknown":
      return true;
    case "list":
      return inner.items.some(hasUnknown);
    case "map":
      return [...inner.entries.values()].some(hasUnknown);
    case "resource":
      return typeof inner.id === "object";
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "asset":
    case "archive":
    case "secret":
    case "output":
      return false;
  }
}
