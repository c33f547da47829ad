/** Splits a program into files for layouts. The result is the same for all languages. */

import { cyclesOf } from "../domain/order/cycles.ts";
import type { ConfigNode, OutputNode, Program, ResourceNode } from "./program.ts";
import { configKeys, dependencies } from "./walk.ts";

export const layouts = ["single", "per-type", "per-parent"] as const;

export type Layout = (typeof layouts)[number];

/** A file. Files do not depend on each other in cycles, because languages run them in import order or one after another. */
export interface Part {
  /** A camelCase file name of letters and digits. Unique even without case, not `index` or `main`, and limited in length. */
  readonly name: string;
  readonly resources: readonly ResourceNode[];
  readonly config: readonly ConfigNode[];
  /** Name of another part -> ids of its nodes that this part refers to. Both in program order. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Ids of nodes that other parts or outputs refer to. */
  readonly exports: ReadonlySet<string>;
  /** The outputs of the stack that refer to nodes of this part. */
  readonly outputs: readonly OutputNode[];
}

/** The maximum length of a part name. File systems allow 255 bytes, and `snake_case` and extensions make names longer. */
const maxPartNameLength = 80;

/** Names of main files, and names that Windows reserves for devices, with any extension. */
const unusableFileNames: readonly string[] = [
  ...["index", "main", "con", "prn", "aux", "nul"],
  ...["com", "lpt"].flatMap((device) => Array.from({ length: 10 }, (_, number) => `${device}${number}`)),
];

/** The resources of a file in program order, and its preferred name. */
export type Group = Pick<Part, "name" | "resources">;

/**
 * Splits a program into files by type, or by parent: siblings share a file, and a parent is in the file of its children. Resources in a dependency
 * cycle share a file. A file comes after the files that it depends on. Runs in linear time.
 */
export function splitProgram(program: Program, layout: Exclude<Layout, "single">): readonly Part[] {
  const groupOf = layout === "per-type" ? groupOfType : groupOfParent(program);
  const groups = acyclicGroups(program.resources, (node) => groupOf(node).key);
  const named = groups.map((resources) => {
    const [first] = resources;
    return { name: first === undefined ? "" : groupOf(first).name, resources };
  });
  return programParts(program, named);
}

/** Returns the parts of acyclic groups in order. Duplicate names get numbers. */
export function programParts(program: Program, groups: readonly Group[]): readonly Part[] {
  const names = uniqueFileNames(groups.map(({ name }) => name));
  const partOfNode = new Map(
    groups.flatMap(({ resources }, index) => resources.map(({ id }) => [id, names[index] ?? ""] as const)),
  );
  const order = new Map(program.resources.map(({ id }, index) => [id, index]));
  const imports = groups.map(({ resources }) => importsOfGroup(resources, partOfNode, order));
  const { outputs = [] } = program;
  const used = new Set([
    ...imports.flatMap((taken) => [...taken.values()].flat()),
    ...outputs.map(({ value }) => value.node),
  ]);
  return groups.map(({ resources }, index) => {
    const keys = configKeys(resources);
    const ids = new Set(resources.map(({ id }) => id));
    return {
      name: names[index] ?? "",
      resources,
      config: program.config.filter(({ key }) => keys.has(key)),
      imports: imports[index] ?? new Map(),
      exports: new Set(resources.flatMap(({ id }) => (used.has(id) ? [id] : []))),
      outputs: outputs.filter(({ value }) => ids.has(value.node)),
    };
  });
}

interface FileGroup {
  readonly key: string;
  readonly name: string;
}

function groupOfType({ resource, kind }: ResourceNode): FileGroup {
  const word = resource.member.replace(/[^A-Za-z0-9]/g, "") || "resource";
  const type = word.slice(0, 1).toLowerCase() + word.slice(1);
  return { key: resource.token, name: kind === "provider" ? `${type}Provider` : type };
}

/** Groups a resource with its children, or with its siblings if it has no children. */
function groupOfParent(program: Program): (node: ResourceNode) => FileGroup {
  const parents = new Set(program.resources.map(({ options }) => options.parent));
  return ({ id, options }) => {
    const key = parents.has(id) ? id : (options.parent ?? "");
    return { key, name: key === "" ? "stack" : key };
  };
}

/** Groups nodes by key, and joins groups in dependency cycles. A group comes after the groups that it depends on. */
function acyclicGroups(
  nodes: readonly ResourceNode[],
  groupKey: (node: ResourceNode) => string,
): readonly (readonly ResourceNode[])[] {
  const keys = new Map(nodes.map((node) => [node.id, groupKey(node)]));
  const needs = new Map<string, Set<string>>();
  for (const node of nodes) {
    const key = groupKey(node);
    const groupNeeds = needs.get(key) ?? new Set<string>();
    for (const id of dependencies(node)) {
      const other = keys.get(id);
      if (other !== undefined && other !== key) groupNeeds.add(other);
    }
    needs.set(key, groupNeeds);
  }
  // Nodes that other nodes depend on come first.
  const cycles = cyclesOf(needs.keys(), (key) => needs.get(key) ?? []);
  const groups = new Map<string, ResourceNode[]>();
  for (const node of nodes) {
    const cycle = cycles.get(groupKey(node)) ?? "";
    const group = groups.get(cycle);
    if (group === undefined) groups.set(cycle, [node]);
    else group.push(node);
  }
  return [...new Set(cycles.values())].map((cycle) => groups.get(cycle) ?? []);
}

/** Makes names unique, ignoring case as some file systems do. */
function uniqueFileNames(preferredNames: readonly string[]): readonly string[] {
  const taken = new Set(unusableFileNames);
  const next = new Map<string, number>();
  return preferredNames.map((whole) => {
    const word = whole.slice(0, maxPartNameLength);
    let name = word;
    for (let number = next.get(word) ?? 2; taken.has(name.toLowerCase()); number += 1) {
      name = `${word}${number}`;
      next.set(word, number + 1);
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Returns the nodes that a file takes from other files, by file name. */
function importsOfGroup(
  group: readonly ResourceNode[],
  partOfNode: ReadonlyMap<string, string>,
  order: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const groupName = partOfNode.get(group[0]?.id ?? "");
  const needed = [...new Set(group.flatMap(dependencies))].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const taken = new Map<string, string[]>();
  for (const id of needed) {
    const name = partOfNode.get(id);
    if (name === undefined || name === groupName) continue;
    const ids = taken.get(name);
    if (ids === undefined) taken.set(name, [id]);
    else ids.push(id);
  }
  return taken;
}
