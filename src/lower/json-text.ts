/** Converts values to the JSON text of configuration and provider arguments, and back. */
import { fromPlain, type Plain } from "../value/plain.ts";
import type { Value } from "../value/value.ts";

/** Returns compact JSON with keys in order and unwrapped secrets, or undefined if JSON cannot represent the value. */
export function valueAsJson(value: Value): string | undefined {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "number":
      if (!Number.isFinite(value.value)) return undefined;
      return Object.is(value.value, -0) ? "-0" : String(value.value);
    case "string":
      return JSON.stringify(value.value);
    case "secret":
      return valueAsJson(value.value);
    case "list": {
      const items = value.items.map(valueAsJson);
      return items.includes(undefined) ? undefined : `[${items.join(",")}]`;
    }
    case "map": {
      const items = [...value.entries].map(([key, item]) => {
        const text = valueAsJson(item);
        return text === undefined ? undefined : `${JSON.stringify(key)}:${text}`;
      });
      return items.includes(undefined) ? undefined : `{${items.join(",")}}`;
    }
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return undefined;
  }
}

/** Parses JSON text to a value. Returns undefined if it is invalid. */
export function valueFromJson(text: string): Value | undefined {
  try {
    return fromPlain(JSON.parse(text) as Plain);
  } catch {
    return undefined;
  }
}
