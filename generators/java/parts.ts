/** Splits programs into parts: a Java method can have at most 64 KB of bytecode, and a class at most 65,535 constants. */
import type { Expression } from "../../src/ir/expression.ts";
import type { OutputNode, ResourceNode } from "../../src/ir/program.ts";
import type { Group } from "../../src/ir/split-program.ts";
import { children } from "../../src/ir/walk.ts";

/** The maximum estimated bytecode size of a method. The estimate is higher than the actual size. */
const largestMethod = 60_000;

/** Splits groups that are too large into pieces, in the order of their resources. A piece sets the outputs of its resources. */
export function chunksOf(groups: readonly Group[], outputs: readonly OutputNode[] = []): readonly Group[] {
  const outputBytes = new Map<string, number>();
  for (const { value } of outputs) {
    outputBytes.set(value.node, (outputBytes.get(value.node) ?? 0) + 12 + sizeOfValue(value));
  }
  return groups.flatMap(({ name, resources }) => {
    const chunks: ResourceNode[][] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const node of resources) {
      const nodeSize = estimatedBytes(node) + (outputBytes.get(node.id) ?? 0);
      if (size + nodeSize > largestMethod) {
        chunks.push([]);
        size = 0;
      }
      chunks.at(-1)?.push(node);
      size += nodeSize;
    }
    return chunks.map((chunk, index) => ({ name: numberedPart(name, index), resources: chunk }));
  });
}

/** Returns the name of a piece: `bucket`, `bucket2`; `part1`, `part2`. */
function numberedPart(name: string, index: number): string {
  return index === 0 ? name : `${name.replace(/\d+$/, "")}${index + 1}`;
}

/** Returns true for a resource that does not fit into a method. */
export function isTooLong(node: ResourceNode): boolean {
  return estimatedBytes(node) > largestMethod;
}

/** Estimates the bytecode size of a constructor call with its builders and options. */
function estimatedBytes(node: ResourceNode): number {
  const { options, inputs } = node;
  const listed = [options.dependsOn, options.ignoreChanges, options.additionalSecretOutputs];
  return 90 + 11 * listed.flat().length + inputs.reduce((sum, { value }) => sum + 6 + sizeOfValue(value), 0);
}

/** Estimates the bytecode size of a value: a constant, one or two calls, and an array element for each nested value. */
function sizeOfValue(expression: Expression): number {
  const lines = expression.kind === "string" ? expression.value.split("\n").length - 1 : 0;
  const ownSize = expression.kind === "reference" ? 24 : 9 + 11 * lines;
  const elementSize = expression.kind === "map" ? 11 : 5;
  return children(expression).reduce((sum, child) => sum + elementSize + sizeOfValue(child.expression), ownSize);
}
