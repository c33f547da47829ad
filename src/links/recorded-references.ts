/** Finds the outputs of the resources that a state records as dependencies of an input. */

import type { LinkPart, Urn } from "../domain/graph.ts";
import { literalPattern } from "../domain/literal-pattern.ts";
import { stringIn } from "../value/open-value.ts";
import { textPart } from "./choose.ts";
import type { InputString } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { isDocument, valueForm } from "./value-form.ts";

/**
 * Returns the output with the value of a string, if exactly one recorded resource has it. A JSON document is not linked to an output that is also an
 * input, or to a resource that other inputs of the consumer use. For example, a bucket repeats the policy of its policy resource. A plain string is
 * not linked to a secret output. A string that is secret only by its value is linked only to a secret output.
 */
export function recordedPart(
  consumer: LinkableResource,
  string: InputString,
  resourceOf: (urn: Urn) => LinkableResource | undefined,
): (LinkPart & { kind: "output" }) | undefined {
  const recorded = consumer.madeOf?.get(String(string.path[0])) ?? [];
  // A nested value may be a constant that equals an output by chance.
  if (recorded.length === 0 || (string.path.length > 1 && valueForm(string.text, false) === undefined))
    return undefined;
  const outputs = [...new Set(recorded)].flatMap((urn) => {
    const referent = resourceOf(urn);
    const output =
      referent === undefined ? undefined : outputWith(referent, string, isMadeOfElsewhere(consumer, referent, string));
    return output === undefined ? [] : [{ kind: "output" as const, referent: urn, property: [output] }];
  });
  return outputs.length === 1 ? outputs[0] : undefined;
}

/** Splits a text into literal parts and outputs of recorded resources, which must be separate words. Returns undefined if no output occurs. */
export function recordedInside(
  consumer: LinkableResource,
  { path, text, hidden }: InputString,
  resourceOf: (urn: Urn) => LinkableResource | undefined,
): readonly { readonly part: LinkPart; readonly text: string }[] | undefined {
  const recorded = consumer.madeOf?.get(String(path[0])) ?? [];
  if (hidden !== undefined || recorded.length === 0) return undefined;
  const values = new Map<string, (LinkPart & { kind: "output" }) | undefined>();
  for (const urn of new Set(recorded)) {
    const referent = resourceOf(urn);
    for (const [property, value] of referent === undefined ? [] : openOutputs(referent)) {
      if (value.length < shortestInside || isDocument(value) || valueForm(value, false) === undefined) continue;
      const before = values.get(value);
      if (!values.has(value)) values.set(value, { kind: "output", referent: urn, property: [property] });
      else if (before?.referent !== urn) values.set(value, undefined);
    }
  }
  const occurringValues = [...values.keys()]
    .filter((value) => text.includes(value))
    .sort((a, b) => b.length - a.length);
  if (occurringValues.length === 0) return undefined;
  // A value of two resources stays literal. It is matched too, so that no shorter value inside it is linked.
  const parts: { part: LinkPart; text: string }[] = [];
  const words = new RegExp(`(?<!${letter})(?:${occurringValues.map(literalPattern).join("|")})(?!${letter})`, "gu");
  let position = 0;
  for (const { 0: value, index } of text.matchAll(words)) {
    const part = values.get(value);
    if (part === undefined) continue;
    if (index > position) parts.push(textPart(text.slice(position, index)));
    parts.push({ part, text: value });
    position = index + value.length;
  }
  if (parts.length === 0) return undefined;
  return position < text.length ? [...parts, textPart(text.slice(position))] : parts;
}

/** Shorter words occur in many texts. */
const shortestInside = 4;

/** Characters that continue a word. */
const letter = "[\\p{L}\\p{N}_]";

/** Returns the required string outputs that are not secret, then the ID. */
function openOutputs({ schema, outputs, id }: LinkableResource): readonly (readonly [string, string])[] {
  const required = [...(schema?.outputs.values() ?? [])].flatMap(({ name, secret }) => {
    const value = outputs.get(name);
    const isOpen = schema?.requiredOutputs.has(name) === true && !secret && name !== "urn";
    return isOpen && name !== "id" && value?.kind === "string" ? [[name, value.value] as const] : [];
  });
  return [...required, ["id", id]];
}

/** Returns true if the state records the referent for another input of the consumer, unless the consumer is a provider. */
function isMadeOfElsewhere(
  { madeOf, kind }: LinkableResource,
  { urn }: LinkableResource,
  { path }: InputString,
): boolean {
  if (kind === "provider") return false;
  return [...(madeOf ?? [])].some(([property, recorded]) => property !== path[0] && recorded.includes(urn));
}

/** Returns an output with the value of the string. Prefers the output with the input's name, then the ID. */
function outputWith(
  referent: LinkableResource,
  { path, text, hidden }: InputString,
  isAboutIt: boolean,
): string | undefined {
  const { schema, outputs, id } = referent;
  if (schema === undefined) return undefined;
  const isWhole = isDocument(text);
  const names = [...schema.outputs.values()].flatMap(({ name, type, secret }) => {
    const value = outputs.get(name);
    if (value === undefined || !schema.requiredOutputs.has(name)) return [];
    if (isWhole && (isAboutIt || schema.inputs.has(name))) return [];
    if ((type.kind !== "string" && type.kind !== "any") || stringIn(value) !== text) return [];
    const isSecret = secret || value.kind === "secret";
    return (hidden === undefined && isSecret) || (hidden === "by value" && !isSecret) ? [] : [name];
  });
  if (id === text && hidden !== "by value") names.push("id");
  const called = String(path.findLast((key) => typeof key === "string"));
  return [called, "id"].find((name) => names.includes(name)) ?? names[0];
}
