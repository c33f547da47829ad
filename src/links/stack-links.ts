/** Turns references to resources of other stacks into references to the outputs of these stacks. */

import { invariant } from "../domain/errors.ts";
import type { Link, LinkPart, Urn } from "../domain/graph.ts";
import { addTo } from "../domain/order/maps.ts";
import type { MissingOutput, ReferencedResource, ReferencedStack } from "../domain/referenced-stack.ts";
import { stringAt } from "../value/at-path.ts";
import { formatPath, type Path } from "../value/path.ts";
import { type FoundLinks, mergedParts } from "./linkable-resource.ts";

export interface StackLinks {
  readonly links: FoundLinks;
  /** The values that stay literals, once each, in the order of the consumers. */
  readonly missing: readonly MissingOutput[];
}

interface Owned {
  readonly stack: ReferencedStack;
  readonly resource: ReferencedResource;
  /** The names of outputs, by their value. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/**
 * Replaces each part that refers to a resource of another stack: with the output that has the same value, or with text if there is none.
 *
 * @param found the links between the resources of this stack and of all other stacks
 */
export function linksToStackOutputs(found: FoundLinks, stacks: readonly ReferencedStack[]): StackLinks {
  if (stacks.length === 0) return { links: found, missing: [] };
  const owned = new Map(stacks.flatMap(ownedResources));
  const missing = new Map<string, MissingOutput>();
  const replaced = (part: LinkPart): LinkPart => {
    const owner = part.kind === "output" ? owned.get(part.referent) : undefined;
    if (part.kind === "text" || owner === undefined) return part;
    const value = part.text ?? referredValue(owner.resource, part.property);
    const output = bestNamed(owner.names.get(value) ?? [], owner.resource, part.property);
    if (output !== undefined) return { kind: "output", referent: owner.stack.urn, property: ["outputs", output] };
    const absent = { stack: owner.stack.name, urn: part.referent, property: formatPath(part.property) };
    missing.set(JSON.stringify(absent), absent);
    return { kind: "text", text: value };
  };
  const links = new Map<Urn, readonly Link[]>();
  for (const [urn, list] of found.links) {
    const kept = list.flatMap((link) => {
      const parts = link.parts.map(replaced);
      return parts.some(({ kind }) => kind === "output") ? [{ ...link, parts: mergedParts(parts) }] : [];
    });
    if (kept.length > 0) links.set(urn, kept);
  }
  return { links: { ...found, links }, missing: [...missing.values()] };
}

function ownedResources(stack: ReferencedStack): readonly (readonly [Urn, Owned])[] {
  const names = new Map<string, string[]>();
  for (const [name, value] of stack.outputs) if (value.kind === "string") addTo(names, value.value, name);
  return stack.resources.map((resource) => [resource.urn, { stack, resource, names }]);
}

/** Returns the output whose name has the fewest words that are not in the names of the resource, its type, and the property. */
function bestNamed(names: readonly string[], { name, type }: ReferencedResource, property: Path): string | undefined {
  const known = new Set([name, type.slice(type.lastIndexOf(":") + 1), property.join(" ")].flatMap(wordsOf));
  const scored = names.map((output) => {
    const words = wordsOf(output);
    const unknown = words.filter((word) => !known.has(word)).length;
    return { output, unknown, same: words.length - unknown };
  });
  return scored.sort((a, b) => a.unknown - b.unknown || b.same - a.same)[0]?.output;
}

/** Splits a name in camelCase, or with other characters between its words. */
function wordsOf(name: string): readonly string[] {
  return name.split(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/).flatMap((word) => (word === "" ? [] : [word.toLowerCase()]));
}

function referredValue({ id, outputs }: ReferencedResource, property: Path): string {
  if (property.length === 1 && property[0] === "id") return id;
  const value = stringAt(outputs, property);
  invariant(value !== undefined, "a link without its own text refers to a string");
  return value;
}
