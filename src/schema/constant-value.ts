import { booleanValue, numberValue, stringValue, type Value } from "../value/value.ts";

/** Converts a constant or default of a schema to a value. */
export function constantValue(value: string | number | boolean): Value {
  if (typeof value === "string") return stringValue(value);
  return typeof value === "number" ? numberValue(value) : booleanValue(value);
}
