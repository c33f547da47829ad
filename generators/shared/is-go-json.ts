/**
 * JSON documents in languages that write JSON with Go's encoder. The encoder sorts keys and escapes HTML characters, so a document is
 * printed as structure only where neither changes its text.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { children } from "../../src/ir/walk.ts";
import { hasLoneSurrogate } from "./strings.ts";

/**
 * True when `fn::toJSON`, `toJSON` and `pulumi.JSONMarshal` write this text. Values of references have no `<`, `>` and `&`
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

/** Go escapes these, and other control characters in its own way. */
function isPlainForGo(text: string): boolean {
  return !/[<>&\u0000-\u0008\u000b\u000c\u000e-\u001f\u2028\u2029]/.test(text) && !hasLoneSurrogate(text);
}

/** Compares by code points, as Go does. */
function isSorted(keys: readonly string[]): boolean {
  return keys.every(
    (key, index) =>
      isPlainForGo(key) && (index === 0 || Buffer.compare(Buffer.from(keys[index - 1] ?? ""), Buffer.from(key)) < 0),
  );
}
