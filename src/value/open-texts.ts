/** Finds strings in a value that are not secret. */
import type { Value } from "./value.ts";

/** Yields the strings in a value in order, except for those in secrets and outputs. */
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
