/**
 * How a program reads a value of the configuration, which is stored as text.
 */
import type { Type } from "../../src/ir/type.ts";

/** Values other than texts, numbers and booleans are read as JSON. */
export type Reading = "string" | "integer" | "number" | "boolean" | "json";

export function readingOf({ kind }: Type): Reading {
  switch (kind) {
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return kind;
    case "list":
    case "map":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "object":
    case "enum":
    case "union":
    case "resource":
      return "json";
  }
}

/** True for types that JSON can be read into: the classes of SDKs for objects have inputs, which cannot be read. */
export function isDataType(type: Type): boolean {
  if (type.kind === "list" || type.kind === "map") return isDataType(type.element);
  return ["string", "integer", "number", "boolean", "any", "json"].includes(type.kind);
}
