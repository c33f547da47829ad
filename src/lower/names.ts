import type { GraphResource } from "../domain/graph.ts";
import { upperFirst } from "../ir/upper-first.ts";

/**
 * Returns a unique camelCase identifier for each resource, in order. Resources with the same name are distinguished by type (`main`, `mainSubnet`),
 * then by number. Logical names are never changed (docs/programs.md#names).
 *
 * @param taken ids of other nodes
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

/** Converts a word to camelCase with ASCII letters and digits. Returns `""` if none are left. */
export function camelCase(word: string): string {
  const parts = word.split(/[^A-Za-z0-9]+/).filter((part) => part !== "");
  return parts.map((part, index) => (index === 0 ? lowerFirst(part) : upperFirst(part))).join("");
}

/**
 * Returns the first unused candidate, or the last candidate with the first free number from 2.
 *
 * @param next the next number to try, by name, to avoid counting from 2 each time
 */
export function freeVariable(
  candidates: readonly string[],
  used: { has(name: string): boolean },
  next: Map<string, number> = new Map(),
): string {
  const last = candidates[candidates.length - 1] ?? "resource";
  const unused = candidates.find((name) => !used.has(name));
  if (unused !== undefined) return unused;
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

/** Lowercases the leading capitals: `VPCMain` -> `vpcMain`, `Main` -> `main`, `VPC` -> `vpc`. */
function lowerFirst(word: string): string {
  const capitals = /^[A-Z]+(?=[A-Z][a-z]|[0-9]|$)|^[A-Z]/.exec(word)?.[0] ?? "";
  return capitals.toLowerCase() + word.slice(capitals.length);
}
