import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { patternOf } from "../selection/selection.ts";
import type { Leaf } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";

/** Values that are set or omitted together: in one property or element, or in the same property of every element of a list. */
export interface RefusedUnit {
  readonly leaves: readonly Leaf[];
  /** The paths of the properties or elements that contain the values. */
  readonly around: readonly Path[];
}

/** Groups rejected values, outermost groups first. Groups for all elements of a list come before groups for one element. */
export function groupRefused(leaves: readonly Leaf[]): readonly RefusedUnit[] {
  const exact = uniquePaths(leaves.flatMap(({ path }) => [...enclosingPaths(path), path]));
  const general = uniquePaths(exact.map((path) => patternOf(path).path));
  const paths = [
    ...general.map((path) => exact.filter((other) => isOfPattern(other, path))),
    ...exact.map((path) => [path]),
  ];
  return paths.map((around) => unitAround(leaves, around)).sort((a, b) => unitDepth(a) - unitDepth(b));
}

function unitAround(leaves: readonly Leaf[], around: readonly Path[]): RefusedUnit {
  return { around, leaves: leaves.filter(({ path }) => around.some((other) => startsWith(path, other))) };
}

function unitDepth({ around }: RefusedUnit): number {
  return around[0]?.length ?? 0;
}

function isOfPattern(path: Path, pattern: Path): boolean {
  return formatPath(patternOf(path).path) === formatPath(pattern);
}
