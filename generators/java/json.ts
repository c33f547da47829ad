/**
 * Prints JSON documents as their text with the outputs in it, never as structure: `serializeJson(jsonObject(…))` of the SDK has another
 * order of keys in every process, and escapes HTML characters. Where SDKs take a JSON element, a text is the element of that text, which
 * is sent unchanged; any other value is parsed, because SDKs send a parsed element as the structure that it is.
 */
import type { Expression } from "../../src/ir/expression.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { refuse, unicode } from "../shared/place.ts";
import { type Code, chainCode, javaNew, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { type Chain, interpolationChain } from "./reference.ts";
import { textCode } from "./strings.ts";

/** The chain of calls that returns the text, or the text where it is known. */
export function jsonChain(expression: Expression & { kind: "json" }, place: Place): Chain | string {
  const what = "has JSON text with a value in it that only the SDK's own JSON could hold";
  const chain = interpolationChain(jsonParts(expression.value) ?? refuse(place, what), place);
  if (typeof chain === "string" || !isJsonText(expression)) return chain;
  const make = wordCode(`${classNameInFile(place, core.JsonPrimitive)}::new`);
  return { ...chain, calls: [...chain.calls, { name: "applyValue", args: [make] }] };
}

/** True where SDKs take a JSON element. */
export function isJsonText<T extends Expression>(expression: T): expression is T & { kind: "string" | "json" } {
  return expression.type.kind === "json" && (expression.kind === "string" || expression.kind === "json");
}

/** True for a JSON element that is not a text. */
export function isJsonStructure({ kind, type }: Expression): boolean {
  return type.kind === "json" && ["boolean", "number", "list", "map", "object"].includes(kind);
}

/** The element that the SDK's own parser makes. */
export function jsonStructure(expression: Expression, place: Place): Code {
  const parts = jsonParts(expression) ?? [];
  const text = parts.map((part) => (part.kind === "text" ? part.text : refuseJsonValue(place))).join("");
  const parse = { name: "parseString", args: [textCode(unicode(text === "" ? refuseJsonValue(place) : text, place))] };
  return chainCode(classNameInFile(place, core.JsonParser), [parse]);
}

function refuseJsonValue(place: Place): never {
  return refuse(place, "has a JSON value with an output in it, which the SDK's JSON cannot hold");
}

export function jsonElement(text: string, place: Place): Code {
  return javaNew(classNameInFile(place, core.JsonPrimitive), [textCode(unicode(text, place))]);
}
