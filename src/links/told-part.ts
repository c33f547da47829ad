/**
 * What a state tells of where an input comes from -> the output that it is, where exactly one of those resources has the value.
 */
import type { LinkPart, Urn } from "../graph.ts";
import type { Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { formOf } from "./value-form.ts";

/**
 * A word of which nobody knows that it was told may be secret too: only an output that is a secret as well takes its place.
 *
 * @param resourceOf everything that may be referred to
 */
export function toldPart(
  consumer: LinkableResource,
  string: InputString,
  resourceOf: (urn: Urn) => LinkableResource | undefined,
): (LinkPart & { kind: "output" }) | undefined {
  const told = consumer.madeOf?.get(String(string.path[0])) ?? [];
  // Somewhere inside a value that is made of others stand constants too.
  if (told.length === 0 || (string.path.length > 1 && formOf(string.text, false) === undefined)) return undefined;
  const found = [...new Set(told)].flatMap((urn) => {
    const target = resourceOf(urn);
    const output = target === undefined ? undefined : outputWith(target, string);
    return output === undefined ? [] : [{ kind: "output" as const, target: urn, property: [output] }];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The one called as the input is, the id, or the first. */
function outputWith(target: LinkableResource, { path, text, hidden }: InputString): string | undefined {
  const { schema, outputs, id } = target;
  if (schema === undefined) return undefined;
  const names = [...schema.outputs.values()].flatMap(({ name, type, secret }) => {
    const value = outputs.get(name);
    if (value === undefined || !schema.requiredOutputs.has(name) || name.startsWith("__")) return [];
    if ((type.kind !== "string" && type.kind !== "any") || textOf(value) !== text) return [];
    const isSecret = secret || value.kind === "secret";
    return (hidden === undefined && isSecret) || (hidden === "by value" && !isSecret) ? [] : [name];
  });
  if (id === text && hidden !== "by value") names.push("id");
  const called = String(path.findLast((key) => typeof key === "string"));
  return [called, "id"].find((name) => names.includes(name)) ?? names[0];
}

function textOf(value: Value): string | undefined {
  const plain = value.kind === "secret" ? value.value : value;
  return plain.kind === "string" ? plain.value : undefined;
}
