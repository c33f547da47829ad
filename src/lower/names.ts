/**
 * Logical names -> ids of program nodes: legal, unique identifiers in camelCase, the same for the same input.
 */

import type { GraphResource } from "../graph.ts";
import { upperFirst } from "../ir/upper-first.ts";

/**
 * One id per resource, in their order. `taken` are ids that other nodes have. Two resources of one name are distinguished by their
 * type (`main`, `mainSubnet`), then by a number. The logical name itself is never altered (docs/programs.md#names).
 */
export function nodeIds(
  resources: readonly Pick<GraphResource, "name" | "type">[],
  taken: Iterable<string>,
): readonly string[] {
  const used = new Set(taken);
  const next = new Map<string, number>();
  const kinds = new Map<string, string>();
  return resources.map((resource) => {
    const kind = kinds.get(resource.type) ?? kindWord(resource.type);
    kinds.set(resource.type, kind);
    const id = freeVariable(variableCandidates(resource.name, kind), used, next);
    used.add(id);
    return id;
  });
}

/** `word` in camelCase: letters and digits of ASCII, each part after the first capitalised; `""` when nothing is left. */
export function camelCase(word: string): string {
  const parts = word.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  return parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join("");
}

/**
 * The first of `wanted`, then of the last of them with 2, 3, and so on, that is not used.
 *
 * @param next where to go on counting, by name: keeps thousands of equal names from being counted anew each time
 */
export function freeVariable(
  wanted: readonly string[],
  used: { has(name: string): boolean },
  next: Map<string, number> = new Map(),
): string {
  const last = wanted[wanted.length - 1] ?? "resource";
  const free = wanted.find((name) => !used.has(name));
  if (free !== undefined) return free;
  let number = next.get(last) ?? 2;
  while (used.has(`${last}${number}`)) number += 1;
  next.set(last, number + 1);
  return `${last}${number}`;
}

function kindWord(type: string): string {
  const member = camelCase(type.slice(type.lastIndexOf(":") + 1));
  return /^[0-9]/.test(member) || member === "" ? "resource" : member;
}

function variableCandidates(logicalName: string, kind: string): readonly string[] {
  const name = camelCase(logicalName);
  if (name === "") return [kind];
  const legal = /^[0-9]/.test(name) ? `${kind}${name}` : name;
  return [legal, `${legal}${upperFirst(kind)}`];
}

/** `VPCMain` -> `vpcMain`, `Main` -> `main`, `VPC` -> `vpc`. */
function lowerFirst(word: string): string {
  const capitals = /^[A-Z]+(?=[A-Z][a-z]|[0-9]|$)|^[A-Z]/.exec(word)?.[0] ?? "";
  return capitals.toLowerCase() + word.slice(capitals.length);
}
