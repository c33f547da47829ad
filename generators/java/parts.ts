/**
 * Cuts programs into parts: a method of Java may have 64 KB of code, and a class 65,535 constants, so many resources need many classes.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import type { Group } from "../../src/ir/split-program.ts";
import { children } from "../../src/ir/walk.ts";

/** The most bytes of code for a method. The estimate is higher than the code that a compiler generates. */
const largestMethod = 60_000;

/** The groups; one that is too long is cut into pieces, in the order of its resources. */
export function chunksOf(groups: readonly Group[]): readonly Group[] {
  return groups.flatMap(({ name, resources }) => {
    const chunks: ResourceNode[][] = [];
    let size = Number.POSITIVE_INFINITY;
    for (const node of resources) {
      const own = estimatedBytes(node);
      if (size + own > largestMethod) {
        chunks.push([]);
        size = 0;
      }
      chunks.at(-1)?.push(node);
      size += own;
    }
    return chunks.map((chunk, index) => ({ name: numberedPart(name, index), resources: chunk }));
  });
}

/** `bucket`, `bucket2`; `part1`, `part2`. */
function numberedPart(name: string, index: number): string {
  return index === 0 ? name : `${name.replace(/\d+$/, "")}${index + 1}`;
}

/** True for a resource that a method cannot hold. */
export function isTooLong(node: ResourceNode): boolean {
  return estimatedBytes(node) > largestMethod;
}

/** The estimated bytes of a constructor with its builders and options. */
function estimatedBytes(node: ResourceNode): number {
  const { options, inputs } = node;
  const listed = [options.dependsOn, options.ignoreChanges, options.additionalSecretOutputs];
  return 90 + 11 * listed.flat().length + inputs.reduce((sum, { value }) => sum + 6 + sizeOfValue(value), 0);
}

/** The estimated bytes of a value: a constant, a call or two, and an array's element for each value in it, with the key of an entry. */
function sizeOfValue(expression: Expression): number {
  const lines = expression.kind === "string" ? expression.value.split("\n").length - 1 : 0;
  const own = expression.kind === "reference" ? 24 : 9 + 11 * lines;
  const place = expression.kind === "map" ? 11 : 5;
  return children(expression).reduce((sum, child) => sum + place + sizeOfValue(child.expression), own);
}
