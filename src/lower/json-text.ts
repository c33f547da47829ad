/** Converts values to the JSON text of configuration and provider arguments, and back. */
import { fromPlain, type Plain } from "../value/plain.ts";
import type { PropertyMap, Value } from "../value/value.ts";

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
    case "list":
      return listText(value.items);
    case "map":
      return mapText(value.entries);
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

function listText(items: readonly Value[]): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = valueAsJson(item);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return `[${texts.join(",")}]`;
}

function mapText(entries: PropertyMap): string | undefined {
  const texts: string[] = [];
  for (const [key, item] of entries) {
    const text = valueAsJson(item);
    if (text === undefined) return undefined;
    texts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${texts.join(",")}}`;
}
