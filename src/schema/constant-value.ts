/**
 * A constant or default of a schema -> the value that it stands for.
 */
import { booleanValue, numberValue, stringValue, type Value } from "../value/value.ts";

export function constantValue(value: string | number | boolean): Value {
  if (typeof value === "string") return stringValue(value);
  return typeof value === "number" ? numberValue(value) : booleanValue(value);
}
