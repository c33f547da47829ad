/**
 * Proposes `dependsOn` for dependencies that only the schema's descriptions mention: the deployment of an API needs the API's methods, but no input
 * refers to them. imp shows the proposals, and does not write them to the program.
 */

import type { Link, Urn } from "../domain/graph.ts";
import { addTo, getOrInsert } from "../domain/order/maps.ts";
import { type LinkableResource, linkedUrns } from "./linkable-resource.ts";
import type { TypeHints } from "./type-hints.ts";

const aboutOrder =
  /\bdepends_?on\b|\b(?:must|should|needs? to|has to) (?:\w+ )?(?:have |add )?(?:an? )?(?:explicit(?:ly)? )?depend/i;

/**
 * Proposes that A depends on B if both refer to the same resource, and the description of A's type names B's type in a paragraph about order. Skips
 * resources that already depend on each other.
 *
 * @param needs the dependencies of each resource in the program
 */
export function proposeDependencies(
  resources: readonly LinkableResource[],
  links: ReadonlyMap<Urn, readonly Link[]>,
  needs: ReadonlyMap<Urn, readonly Urn[]>,
  hints: TypeHints,
): ReadonlyMap<Urn, readonly Urn[]> {
  const paragraphs = new Map<string, readonly (readonly string[])[]>();
  const ordered = resources.filter(({ consumer, kind, type, schema }) => {
    const paragraphsOfType = getOrInsert(paragraphs, type, () =>
      paragraphsAboutOrder(schema?.description ?? "", hints),
    );
    return consumer && kind === "custom" && paragraphsOfType.length > 0;
  });
  if (ordered.length === 0) return new Map();
  const referring = referringByType(resources, links);
  const neededBy = reversed(needs);
  const proposals = new Map<Urn, readonly Urn[]>();
  for (const resource of ordered) {
    const first = new Set<Urn>();
    for (const shared of linkedUrns(links.get(resource.urn) ?? [])) {
      for (const [type, urns] of referring.get(shared) ?? []) {
        const isNamed = paragraphs.get(resource.type)?.some((words) => namesType(words, type, resource.type, hints));
        if (isNamed) for (const urn of urns) first.add(urn);
      }
    }
    if (first.size === 0) continue;
    const related = new Set([...reachable(resource.urn, needs), ...reachable(resource.urn, neededBy)]);
    const proposed = [...first].filter((urn) => !related.has(urn)).sort();
    if (proposed.length > 0) proposals.set(resource.urn, proposed);
  }
  return proposals;
}

/** Returns the words of each paragraph about order, without examples. */
function paragraphsAboutOrder(description: string, hints: TypeHints): readonly (readonly string[])[] {
  const prose = description.replace(/^(```|~~~)[\s\S]*?^\1/gm, "").replace(/<[^>]*>/g, "");
  const paragraphs = prose.split(/\n\s*\n|\n(?=\s*[*-] )/).filter((text) => aboutOrder.test(text));
  return paragraphs.map((text) => {
    const words = text.match(/[A-Za-z0-9]+/g) ?? [];
    return words.flatMap((word) => hints.propertyName(word).words);
  });
}

function referringByType(resources: readonly LinkableResource[], links: ReadonlyMap<Urn, readonly Link[]>) {
  const referring = new Map<Urn, Map<string, Urn[]>>();
  for (const { urn, type } of resources) {
    for (const referent of linkedUrns(links.get(urn) ?? [])) {
      const types = getOrInsert(referring, referent, () => new Map<string, Urn[]>());
      addTo(types, type, urn);
    }
  }
  return referring;
}

/** Returns true if the paragraph names the type. If the consumer belongs to another service, it must name service and type: `aws.iam.RolePolicy`. */
function namesType(paragraph: readonly string[], type: string, consumer: string, hints: TypeHints): boolean {
  const [named, own] = [hints.typeName(type), hints.typeName(consumer)];
  if (type === consumer || named.package !== own.package) return false;
  const words = moduleOfType(type) === moduleOfType(consumer) ? named.memberWords : named.words;
  return paragraph.some((_, start) => words.every((word, i) => paragraph[start + i] === word));
}

function moduleOfType(type: string): string {
  return type.split(":")[1]?.split("/")[0] ?? "";
}

function reversed(edges: ReadonlyMap<Urn, readonly Urn[]>): ReadonlyMap<Urn, readonly Urn[]> {
  const result = new Map<Urn, Urn[]>();
  for (const [from, referents] of edges) for (const to of referents) addTo(result, to, from);
  return result;
}

function reachable(start: Urn, edges: ReadonlyMap<Urn, readonly Urn[]>): ReadonlySet<Urn> {
  const reached = new Set([start]);
  for (const urn of reached) for (const next of edges.get(urn) ?? []) reached.add(next);
  return reached;
}
