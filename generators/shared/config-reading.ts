/** How a program reads configuration values, which are stored as strings. */
import type { Type } from "../../src/ir/type.ts";

/** The conversion of a configuration value. Types other than strings, numbers, and booleans are read as JSON. */
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

/** Returns true if JSON can be parsed to the type. SDK classes of objects contain inputs, so JSON cannot be parsed to them. */
export function isDataType(type: Type): boolean {
  if (type.kind === "list" || type.kind === "map") return isDataType(type.element);
  return ["string", "integer", "number", "boolean", "any", "json"].includes(type.kind);
}
