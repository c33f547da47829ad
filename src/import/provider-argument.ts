/**
 * Provider arguments as generated SDKs send them: strings as they are, everything else as JSON text (provider-protocol.md §6.2).
 */
import { invariant } from "../errors.ts";
import type { Type } from "../ir/type.ts";
import { stringValue, type Value } from "../value/value.ts";

/** Encodes one argument; a secret stays a secret around the text. */
export function encodeArgument(value: Value, type: Type | undefined): Value {
  if (value.kind === "secret") return { kind: "secret", value: encodeArgument(value.value, type) };
  if (value.kind === "string" && (type === undefined || isText(type))) return value;
  if (value.kind === "null") return value;
  const text = stringValue(JSON.stringify(plain(value)));
  return holdsSecret(value) ? { kind: "secret", value: text } : text;
}

/** A secret anywhere inside makes the whole text a secret, as `pulumi.output(...).apply(JSON.stringify)` does. */
function holdsSecret(value: Value): boolean {
  if (value.kind === "secret") return true;
  if (value.kind === "list") return value.items.some(holdsSecret);
  return value.kind === "map" && [...value.entries.values()].some(holdsSecret);
}

function isText(type: Type): boolean {
  switch (type.kind) {
    case "string":
      return true;
    case "enum":
      return type.element === "string";
    case "union":
      return type.members.some(isText);
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "list":
    case "map":
    case "object":
    case "resource":
      return false;
  }
}

function plain(value: Value): unknown {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
    case "number":
    case "string":
      return value.value;
    case "list":
      return value.items.map(plain);
    case "map":
      return Object.fromEntries([...value.entries].map(([key, child]) => [key, plain(child)]));
    case "secret":
      return plain(value.value);
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return invariant(false, `a provider argument cannot be a ${value.kind}`);
  }
}
