/** Property paths of `--ignore-changes`. */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPath, type Path } from "../ir/path.ts";
import { type NamedPath, parseNamedPath } from "./named-path.ts";

/** Parses `NAME=PATH`. Throws USAGE. */
export function parseIgnoredChange(text: string): NamedPath {
  const named = parseNamedPath(text);
  if (named !== undefined) return named;
  throw ImpError.of("USAGE", {
    message: `Invalid --ignore-changes ${JSON.stringify(text)}: expected NAME=PATH.`,
    hint: "For example: --ignore-changes orders-db=password.",
  });
}

/** Adds the paths to the `ignoreChanges` option of the entry, after the existing ones. */
export function withIgnoredPaths(entry: ImportSpec, paths: readonly Path[]): ImportSpec {
  if (paths.length === 0) return entry;
  const { ignoreChanges = [], dependsOn = [], additionalSecretOutputs = [], aliases = [] } = entry.options ?? {};
  const existing = new Set(ignoreChanges.map(formatPath));
  const added = paths.filter((path) => !existing.has(formatPath(path)) && existing.add(formatPath(path)));
  const all = [...ignoreChanges, ...added];
  return { ...entry, options: { ...entry.options, dependsOn, additionalSecretOutputs, aliases, ignoreChanges: all } };
}
