/**
 * Finds the texts inside of a value that anybody may see: those of secrets and outputs are left alone.
 */
import type { Value } from "./value.ts";

/** The texts of a value, and of the elements and members in it, in their order. */
export function* openTexts(value: Value): Generator<string> {
  switch (value.kind) {
    case "string":
      yield value.value;
      return;
    case "list":
      for (const item of value.items) yield* openTexts(item);
      return;
    case "map":
      for (const member of value.entries.values()) yield* openTexts(member);
      return;
    case "secret":
    case "output":
    case "null":
    case "boolean":
    case "number":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
      return;
  }
}
