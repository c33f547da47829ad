import type { Value } from "./value.ts";

/** Returns true for null, "", [], and {}, which providers return for unset inputs. */
export function isEmpty(value: Value): boolean {
  switch (value.kind) {
    case "null":
      return true;
    case "string":
      return value.value === "";
    case "list":
      return value.items.length === 0;
    case "map":
      return value.entries.size === 0;
    case "secret":
      return isEmpty(value.value);
    case "boolean":
    case "number":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return false;
  }
}
