import { formatPath, type Path } from "../../../value/path.ts";

/** Removes duplicate paths. */
export function uniquePaths(paths: readonly Path[]): readonly Path[] {
  return [...new Map(paths.map((path) => [formatPath(path), path])).values()];
}

/** Returns the paths around a path, outermost first. */
export function enclosingPaths(path: Path): readonly Path[] {
  return path.slice(1).map((_, index) => path.slice(0, index + 1));
}
