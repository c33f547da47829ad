/**
 * Changes of `--ignore-changes`: text -> resource and path, and import specs whose options have these paths.
 */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPath, type Path } from "../ir/path.ts";
import { type NamedPath, parseNamedPath } from "./named-path.ts";

/** Reads `NAME=PATH`. Throws USAGE. */
export function parseIgnoredChange(text: string): NamedPath {
  const named = parseNamedPath(text);
  if (named !== undefined) return named;
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
