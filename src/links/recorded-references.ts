/**
 * The resources that a state records as sources of an input -> the output that it is, where exactly one of those resources has the value.
 */
import { literalPattern } from "../domain/literal-pattern.ts";
import type { LinkPart, Urn } from "../graph.ts";
import { stringIn } from "../value/open-value.ts";
import { textPart } from "./choose.ts";
import type { InputString } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { isDocument, valueForm } from "./value-form.ts";

/**
 * A document is never taken whole from a resource that could be given it, or that the consumer is about: a bucket repeats the policy that
 * its policy resource gave it. A word that need not come from there may be secret too: only an output that is a secret as well takes its place.
 *
 * @param resourceOf everything that may be referred to
 */
export function recordedPart(
  consumer: LinkableResource,
  string: InputString,
  resourceOf: (urn: Urn) => LinkableResource | undefined,
): (LinkPart & { kind: "output" }) | undefined {
  const recorded = consumer.madeOf?.get(String(string.path[0])) ?? [];
  // Somewhere inside a value that is made of others stand constants too.
  if (recorded.length === 0 || (string.path.length > 1 && valueForm(string.text, false) === undefined))
    return undefined;
  const found = [...new Set(recorded)].flatMap((urn) => {
    const referent = resourceOf(urn);
    const output =
      referent === undefined ? undefined : outputWith(referent, string, isMadeOfElsewhere(consumer, referent, string));
    return output === undefined ? [] : [{ kind: "output" as const, referent: urn, property: [output] }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The parts of a text that is no output by itself: outputs of those resources that stand in it as words of their own, from left to
 * right, and the text between.
 *
 * @returns parts that make up the text; `undefined`: none of them stands in it.
 */
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
  const wanted = [...values.keys()].filter((value) => text.includes(value)).sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return undefined;
  // A value that two of them have is not searched either: it is found and stays text.
  const parts: { part: LinkPart; text: string }[] = [];
  const words = new RegExp(`(?<!${letter})(?:${wanted.map(literalPattern).join("|")})(?!${letter})`, "gu");
  let at = 0;
  for (const { 0: value, index } of text.matchAll(words)) {
    const part = values.get(value);
    if (part === undefined) continue;
    if (index > at) parts.push(textPart(text.slice(at, index)));
    parts.push({ part, text: value });
    at = index + value.length;
  }
  if (parts.length === 0) return undefined;
  return at < text.length ? [...parts, textPart(text.slice(at))] : parts;
}

/** Shorter words stand in any text. */
const shortestInside = 4;

/** Characters at which a word does not end. */
const letter = "[\\p{L}\\p{N}_]";

/** Outputs that the schema promises and that are no secret, the id last. */
function openOutputs({ schema, outputs, id }: LinkableResource): readonly (readonly [string, string])[] {
  const known = [...(schema?.outputs.values() ?? [])].flatMap(({ name, secret }) => {
    const value = outputs.get(name);
    const isOpen = schema?.requiredOutputs.has(name) === true && !secret && name !== "urn";
    return isOpen && name !== "id" && value?.kind === "string" ? [[name, value.value] as const] : [];
  });
  return [...known, ["id", id]];
}

/** True where another input of the consumer is made of the referent too. A provider gives nothing to anybody. */
function isMadeOfElsewhere(
  { madeOf, kind }: LinkableResource,
  { urn }: LinkableResource,
  { path }: InputString,
): boolean {
  if (kind === "provider") return false;
  return [...(madeOf ?? [])].some(([property, recorded]) => property !== path[0] && recorded.includes(urn));
}

/** The one called as the input is, the id, or the first. */
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
