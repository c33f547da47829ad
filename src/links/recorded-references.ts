/** Finds the outputs of the resources that a state records as dependencies of an input. */

import type { LinkPart, Urn } from "../domain/graph.ts";
import { literalPattern } from "../domain/literal-pattern.ts";
import { stringIn } from "../value/open-value.ts";
import { textPart } from "./choose.ts";
import type { InputString } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { isDocument, valueForm } from "./value-form.ts";

/**
 * Returns the output with the value of a string, if exactly one recorded resource has it. A document never comes from a resource that also
 * receives it or that the consumer configures: a bucket repeats the policy of its policy resource. A secret string is only replaced by a secret
 * output.
 */
export function recordedPart(
  consumer: LinkableResource,
  string: InputString,
  resourceOf: (urn: Urn) => LinkableResource | undefined,
): (LinkPart & { kind: "output" }) | undefined {
  const recorded = consumer.madeOf?.get(String(string.path[0])) ?? [];
  // Nested values may also contain constants.
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

/** Returns the parts of a text that contains outputs of recorded resources as separate words. Returns undefined if it contains none. */
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
  // A value of two resources is matched too, so that no part of it is linked, but it stays literal.
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

/** Returns the required outputs that are not secret, and finally the ID. */
function openOutputs({ schema, outputs, id }: LinkableResource): readonly (readonly [string, string])[] {
  const required = [...(schema?.outputs.values() ?? [])].flatMap(({ name, secret }) => {
    const value = outputs.get(name);
    const isOpen = schema?.requiredOutputs.has(name) === true && !secret && name !== "urn";
    return isOpen && name !== "id" && value?.kind === "string" ? [[name, value.value] as const] : [];
  });
  return [...required, ["id", id]];
}

/** Returns true if another input of the consumer also uses the referent. Providers don't count. */
function isMadeOfElsewhere(
  { madeOf, kind }: LinkableResource,
  { urn }: LinkableResource,
  { path }: InputString,
): boolean {
  if (kind === "provider") return false;
  return [...(madeOf ?? [])].some(([property, recorded]) => property !== path[0] && recorded.includes(urn));
}

/** Returns the output with the name of the input, or the ID, or the first output. */
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
