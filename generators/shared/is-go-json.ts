/** JSON documents in languages whose JSON function uses Go's encoder, which sorts keys and escapes HTML characters. */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";
import { hasLoneSurrogate } from "./strings.ts";

/**
 * Returns true if `fn::toJSON`, `toJSON`, and `pulumi.JSONMarshal` write the same text as JavaScript. Referenced values contain no `<`, `>`, or `&`
 * (`src/lower/json-document.ts`).
 */
export function isGoJson(value: Expression): boolean {
  return isSameInGoJson(value) && children(value).every((child) => isGoJson(child.expression));
}

function isSameInGoJson(value: Expression): boolean {
  switch (value.kind) {
    case "null":
    case "boolean":
    case "list":
    case "reference":
    case "call":
    case "config":
    case "secret":
    case "json":
      return true;
    case "number":
      return isSameNumberInGo(value.value);
    case "string":
      return isPlainForGo(value.value);
    case "enum":
      return typeof value.member.value === "string" ? isPlainForGo(value.member.value) : true;
    case "map":
      return isSorted(value.entries.map(({ key }) => key));
    case "object":
      return isSorted(value.properties.map(({ name }) => name));
    case "interpolation":
      return value.parts.every((part) => part.kind === "reference" || isPlainForGo(part.text));
    case "asset":
    case "archive":
      return false;
  }
}

function isSameNumberInGo(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}

/** Returns true if Go's encoder and JavaScript escape the string alike. */
function isPlainForGo(text: string): boolean {
  return !/[<>&\u0000-\u0008\u000b\u000c\u000e-\u001f\u2028\u2029]/.test(text) && !hasLoneSurrogate(text);
}

/** Returns true if Go writes the keys in this order (by code point) and without escapes. */
function isSorted(keys: readonly string[]): boolean {
  return keys.every(
    (key, index) =>
      isPlainForGo(key) && (index === 0 || Buffer.compare(Buffer.from(keys[index - 1] ?? ""), Buffer.from(key)) < 0),
  );
}
