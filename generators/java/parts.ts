/**
 * Parts of a program: a method of Java may have 64 KB of code, and a class 65,535 constants, so that many resources need many classes.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { children, dependencies } from "../../src/ir/walk.ts";

/** Bytes of code that a method should not go beyond; what is counted is more than a compiler makes of it. */
const longest = 60_000;

export interface Part {
  readonly nodes: readonly ResourceNode[];
  /** Ids of its nodes that other parts refer to. */
  readonly shared: ReadonlySet<string>;
}

/** One part for a program of usual size. */
export function partsOf(program: Program): readonly Part[] {
  const groups: ResourceNode[][] = [[]];
  let size = 0;
  for (const node of program.resources) {
    const own = sizeOf(node);
    if (size > 0 && size + own > longest) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)?.push(node);
    size += own;
  }
  const home = new Map(groups.flatMap((nodes, part) => nodes.map(({ id }) => [id, part] as const)));
  const shared = groups.map(() => new Set<string>());
  for (const [part, nodes] of groups.entries()) {
    for (const id of nodes.flatMap(dependencies)) {
      const other = home.get(id);
      if (other !== undefined && other !== part) shared[other]?.add(id);
    }
  }
  return groups.map((nodes, part) => ({ nodes, shared: shared[part] ?? new Set() }));
}

/** True for a resource that no method could hold. */
export function isTooLong(node: ResourceNode): boolean {
  return sizeOf(node) > longest;
}

/** A constructor with its builders and options. */
function sizeOf(node: ResourceNode): number {
  const { options, inputs } = node;
  const listed = [options.dependsOn, options.ignoreChanges, options.additionalSecretOutputs];
  return 90 + 11 * listed.flat().length + inputs.reduce((sum, { value }) => sum + 6 + sizeOfValue(value), 0);
}

/** A constant, a call or two, and for what is in it a place in an array; of an entry the key beside. */
function sizeOfValue(expression: Expression): number {
  const lines = expression.kind === "string" ? expression.value.split("\n").length - 1 : 0;
  const own = expression.kind === "reference" ? 24 : 9 + 11 * lines;
  const place = expression.kind === "map" ? 11 : 5;
  return children(expression).reduce((sum, child) => sum + place + sizeOfValue(child.expression), own);
}
