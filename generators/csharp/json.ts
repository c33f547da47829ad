/** JSON documents in C#. A document is printed as objects and lists only if .NET escapes none of its strings (quotes, HTML, non-ASCII). */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";
import { csharpDouble, csharpInteger } from "./numbers.ts";

/** Returns true if .NET writes the same text as JavaScript. Referenced values need no escapes (`src/lower/json-document.ts`). */
export function isNetJson(value: Expression): boolean {
  return isSameInNetJson(value) && children(value).every((child) => isNetJson(child.expression));
}

function isSameInNetJson(value: Expression): boolean {
  switch (value.kind) {
    case "null":
    case "boolean":
    case "list":
      return true;
    case "number":
      return isSameNumberInNet(value.value);
    case "string":
      return isPlainForNet(value.value);
    case "map":
      return value.entries.every(({ key }) => isPlainForNet(key));
    case "reference":
    case "call":
      return value.type.kind === "string";
    case "interpolation":
      return value.parts.every((part) => part.kind === "reference" || isPlainForNet(part.text));
    case "enum":
    case "object":
    case "json":
    case "config":
    case "secret":
    case "asset":
    case "archive":
      return false;
  }
}

/** Returns true if .NET and JavaScript format the number alike. They format exponents differently. */
function isSameNumberInNet(value: number): boolean {
  if (Object.is(value, -0) || !Number.isFinite(value)) return false;
  return csharpInteger(value) !== undefined || (!csharpDouble(value).includes("e") && Math.abs(value) < 1e15);
}

function isPlainForNet(text: string): boolean {
  return /^[ !#-%(-*,-;=?-_a-~\n\r\t]*$/.test(text);
}
