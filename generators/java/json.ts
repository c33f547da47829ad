/**
 * Prints JSON documents as strings, because the SDK's `serializeJson(jsonObject(…))` orders keys randomly and escapes HTML characters. If a property
 * of an SDK takes a JSON element, a string becomes a JSON string, and any other value is parsed to an element from its JSON text.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { jsonParts, jsonPartsOrRefuse } from "../shared/json-parts.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { type Code, chainCode, javaNew, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { type Chain, interpolationChain } from "./reference.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { textCode } from "./strings.ts";

/** Returns the chain of calls that returns the JSON text, or the text itself if it doesn't contain references. */
export function jsonChain(expression: Expression & { kind: "json" }, scope: Scope): Chain | string {
  const chain = interpolationChain(jsonPartsOrRefuse(expression.value, scope), scope);
  if (typeof chain === "string" || !isJsonText(expression)) return chain;
  const make = wordCode(`${classNameInFile(scope, core.JsonPrimitive)}::new`);
  return { ...chain, calls: [...chain.calls, { name: "applyValue", args: [make] }] };
}

/** Returns true for a string at a position where SDKs accept a JSON element. */
export function isJsonText<T extends Expression>(expression: T): expression is T & { kind: "string" | "json" } {
  return expression.type.kind === "json" && (expression.kind === "string" || expression.kind === "json");
}

/** Returns true for a JSON element that is not a string. */
export function isJsonStructure({ kind, type }: Expression): boolean {
  return type.kind === "json" && ["boolean", "number", "list", "map", "object"].includes(kind);
}

/** Prints a call of the SDK's JSON parser. */
export function jsonStructure(expression: Expression, scope: Scope): Code {
  const parts = jsonParts(expression) ?? [];
  const text = parts.map((part) => (part.kind === "text" ? part.text : refuseJsonValue(scope))).join("");
  const parse = { name: "parseString", args: [textCode(unicode(text === "" ? refuseJsonValue(scope) : text, scope))] };
  return chainCode(classNameInFile(scope, core.JsonParser), [parse]);
}

function refuseJsonValue(scope: Scope): never {
  return refuse(scope, "has a JSON value that contains an output, which the SDK does not support");
}

export function jsonElement(text: string, scope: Scope): Code {
  return javaNew(classNameInFile(scope, core.JsonPrimitive), [textCode(unicode(text, scope))]);
}
