import type { Type } from "../ir/type.ts";
import { fromPlain, type Plain } from "../value/plain.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import type { PropertySchema } from "./types.ts";

/**
 * Returns provider arguments as a program sets them. SDKs send each argument that is not a string as JSON text
 * (docs/programs.md#inputs-that-sdks-send), and the state stores that text. Doesn't change texts that are not JSON.
 */
export function argumentsFromTexts(inputs: PropertyMap, properties: ReadonlyMap<string, PropertySchema>): PropertyMap {
  return new Map(
    [...inputs].map(([name, value]) => {
      const type = properties.get(name)?.type;
      return [name, type === undefined ? value : decodedArgument(value, type)];
    }),
  );
}

function decodedArgument(value: Value, type: Type): Value {
  if (value.kind === "secret") return secretValue(decodedArgument(value.value, type));
  if (value.kind !== "string" || takesText(type)) return value;
  try {
    return fromPlain(JSON.parse(value.value) as Plain);
  } catch {
    return value;
  }
}

function takesText(type: Type): boolean {
  if (type.kind === "union") return type.members.some(takesText);
  return type.kind === "string" || (type.kind === "enum" && type.element === "string");
}

/** Settings that the engine reads for every provider. No schema declares them. */
export const engineSettings: ReadonlySet<string> = new Set(["version", "pluginDownloadURL"]);
