/**
 * Changes of `--ignore-changes`: text -> resource and path, and import specs whose options have these paths.
 */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPath, type Path, parsePath } from "../ir/path.ts";

export interface IgnoredChange {
  /** A name of the import specs, or a URN. */
  readonly resource: string;
  readonly path: Path;
  /** As it was typed. */
  readonly text: string;
}

/** `NAME=PATH`. A name may have an `=`, so the last one that a path can follow divides the two. Throws USAGE. */
export function parseIgnoredChange(text: string): IgnoredChange {
  for (let at = text.lastIndexOf("="); at > 0; at = text.lastIndexOf("=", at - 1)) {
    const path = parsePath(text.slice(at + 1));
    if (path !== undefined && path.length > 0 && path[0] !== "") return { resource: text.slice(0, at), path, text };
  }
  throw ImpError.of("USAGE", {
    message: `--ignore-changes ${JSON.stringify(text)} names no resource and property path.`,
    hint: "Write it like --ignore-changes orders-db=password.",
  });
}

/** The entry with the paths in its option `ignoreChanges`; those that it has already stay first. */
export function withIgnoredPaths(entry: ImportSpec, paths: readonly Path[]): ImportSpec {
  if (paths.length === 0) return entry;
  const { ignoreChanges = [], dependsOn = [], additionalSecretOutputs = [], aliases = [] } = entry.options ?? {};
  const known = new Set(ignoreChanges.map(formatPath));
  const added = paths.filter((path) => !known.has(formatPath(path)) && known.add(formatPath(path)));
  const all = [...ignoreChanges, ...added];
  return { ...entry, options: { ...entry.options, dependsOn, additionalSecretOutputs, aliases, ignoreChanges: all } };
}
