/**
 * Property paths as sets: each once, and those of the objects, elements and properties around them.
 */
import { formatPath, type Path } from "../../../ir/path.ts";

/** Each path once, in their order. */
export function uniquePaths(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [formatPath(path), path])).values()];
}

/** The paths that a path leads through, the outermost first, without itself. */
export function enclosingPaths(path: Path): readonly Path[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1));
}
