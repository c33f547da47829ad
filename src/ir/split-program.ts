/**
 * Splits a program into files: which resources share a file, and which each file takes from the others. Pure, and the same for every
 * language.
 */

import { circlesOf } from "../order/circles.ts";
import type { ConfigNode, Program, ResourceNode } from "./program.ts";
import { configKeys, dependencies } from "./walk.ts";

export const layouts = ["single", "per-type", "per-parent"] as const;

export type Layout = (typeof layouts)[number];

/** One file. Files never need each other in a circle: languages run them as they are imported, or make them one after the other. */
export interface Part {
  /** Letters and digits, in camelCase; no two differ only in case, none is `index` or `main`; short enough for a file. */
  readonly name: string;
  /** In the order of the program. */
  readonly resources: readonly ResourceNode[];
  /** The configuration that its resources read. */
  readonly config: readonly ConfigNode[];
  /** Names of other parts -> ids of their nodes that this one refers to; both in the order of the program. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** Ids of its nodes that other parts refer to. */
  readonly exports: ReadonlySet<string>;
}

/** A resource may have a name that no file can have: file systems end at 255 bytes, and `snake_case` and endings come on top. */
const longestPartName = 80;

/** The resources of one file, in the order of the program, and its preferred name. */
export type Group = Pick<Part, "name" | "resources">;

/**
 * Splits by type of the resources, or by their parents: a resource stands with its siblings, a parent with its children. Resources
 * that would need each other in a circle share a file. The files that a file needs stand before it. Linear in nodes and references.
 */
export function splitProgram(program: Program, layout: Exclude<Layout, "single">): readonly Part[] {
  const placeOf = layout === "per-type" ? placeByType : placeByParent(program);
  const groups = withoutCircles(program.resources, (node) => placeOf(node).key);
  const named = groups.map((resources) => {
    const [first] = resources;
    return { name: first === undefined ? "" : placeOf(first).name, resources };
  });
  return programParts(program, named);
}

/** The files of groups that do not need each other in a circle, in their order; of equal names the later ones get a number. */
export function programParts(program: Program, groups: readonly Group[]): readonly Part[] {
  const names = uniqueFileNames(groups.map(({ name }) => name));
  const home = new Map(
    groups.flatMap(({ resources }, index) => resources.map(({ id }) => [id, names[index] ?? ""] as const)),
  );
  const order = new Map(program.resources.map(({ id }, index) => [id, index]));
  const imports = groups.map(({ resources }) => importsOfGroup(resources, home, order));
  const used = new Set(imports.flatMap((taken) => [...taken.values()].flat()));
  return groups.map(({ resources }, index) => {
    const keys = configKeys(resources);
    return {
      name: names[index] ?? "",
      resources,
      config: program.config.filter(({ key }) => keys.has(key)),
      imports: imports[index] ?? new Map(),
      exports: new Set(resources.flatMap(({ id }) => (used.has(id) ? [id] : []))),
    };
  });
}

/** The file of a resource, and its preferred name. */
interface Wanted {
  readonly key: string;
  readonly name: string;
}

function placeByType({ resource, kind }: ResourceNode): Wanted {
  const word = resource.member.replace(/[^A-Za-z0-9]/g, "") || "resource";
  const type = word.slice(0, 1).toLowerCase() + word.slice(1);
  return { key: resource.token, name: kind === "provider" ? `${type}Provider` : type };
}

/** With its children where it has some, else with its siblings. */
function placeByParent(program: Program): (node: ResourceNode) => Wanted {
  const parents = new Set(program.resources.map(({ options }) => options.parent));
  return ({ id, options }) => {
    const key = parents.has(id) ? id : (options.parent ?? "");
    return { key, name: key === "" ? "stack" : key };
  };
}

/** Groups of one key, those that need each other joined; in the order of their first nodes, but for what another needs. */
function withoutCircles(
  nodes: readonly ResourceNode[],
  keyOf: (node: ResourceNode) => string,
): readonly (readonly ResourceNode[])[] {
  const keys = new Map(nodes.map((node) => [node.id, keyOf(node)]));
  const needs = new Map<string, Set<string>>();
  for (const node of nodes) {
    const key = keyOf(node);
    const own = needs.get(key) ?? new Set<string>();
    for (const id of dependencies(node)) {
      const other = keys.get(id);
      if (other !== undefined && other !== key) own.add(other);
    }
    needs.set(key, own);
  }
  // Nodes that others need come first.
  const circles = circlesOf(needs.keys(), (key) => needs.get(key) ?? []);
  const groups = new Map<string, ResourceNode[]>();
  for (const node of nodes) {
    const circle = circles.get(keyOf(node)) ?? "";
    const group = groups.get(circle);
    if (group === undefined) groups.set(circle, [node]);
    else group.push(node);
  }
  return [...new Set(circles.values())].map((circle) => groups.get(circle) ?? []);
}

/** Names are compared as file systems do that ignore case. */
function uniqueFileNames(wanted: readonly string[]): readonly string[] {
  const taken = new Set(["index", "main"]);
  const next = new Map<string, number>();
  return wanted.map((whole) => {
    const word = whole.slice(0, longestPartName);
    let name = word;
    for (let number = next.get(word) ?? 2; taken.has(name.toLowerCase()); number += 1) {
      name = `${word}${number}`;
      next.set(word, number + 1);
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

/** The nodes that a file takes from the others, by the others' names. */
function importsOfGroup(
  group: readonly ResourceNode[],
  home: ReadonlyMap<string, string>,
  order: ReadonlyMap<string, number>,
): ReadonlyMap<string, readonly string[]> {
  const own = home.get(group[0]?.id ?? "");
  const needed = [...new Set(group.flatMap(dependencies))].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
  const taken = new Map<string, string[]>();
  for (const id of needed) {
    const name = home.get(id);
    if (name === undefined || name === own) continue;
    const ids = taken.get(name);
    if (ids === undefined) taken.set(name, [id]);
    else ids.push(id);
  }
  return taken;
}
