/** Parses properties of resources in flags (`--not-secret`, `--ignore-changes`), and adds them to import specs. */
import { ImpError } from "../domain/errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPath, formatPattern, type Path, parsePath } from "../value/path.ts";

export interface NamedPath {
  /** A name in the import specs, or a URN. */
  readonly resource: string;
  readonly path: Path;
  /** As the user typed it. */
  readonly text: string;
}

/** Parses `NAME=PATH`, or returns undefined. Splits at the last `=` that is followed by a valid path, because names may contain `=`. */
function parseNamedPath(text: string): NamedPath | undefined {
  for (let end = text.lastIndexOf("="); end > 0; end = text.lastIndexOf("=", end - 1)) {
    const path = parsePath(text.slice(end + 1));
    if (path !== undefined && path.length > 0 && path[0] !== "") return { resource: text.slice(0, end), path, text };
  }
  return undefined;
}

/** Parses `NAME=PATH` in `--not-secret`. The name `*` selects all resources. Returns an empty list for a configuration key. Throws USAGE. */
export function parseNotSecret(text: string): readonly NamedPath[] {
  if (isConfigKey(text)) return [];
  const named = parseNamedPath(text);
  if (named !== undefined) return [named];
  throw ImpError.of("USAGE", {
    message: `Invalid --not-secret ${JSON.stringify(text)}: expected NAME=PATH or KEY.`,
    hint: "For example: --not-secret orders-fn=environment.variables.TOKEN_KIND, or a key that --config sets.",
  });
}

/** Returns true if the text has the form of a configuration key: `KEY` or `PACKAGE:KEY`. */
export function isConfigKey(text: string): boolean {
  return text !== "" && !text.includes("=");
}

/** Adds the paths to `notSecret` of the entry, after the existing ones. */
export function withNotSecret(entry: ImportSpec, paths: readonly Path[]): ImportSpec {
  if (paths.length === 0) return entry;
  const all = new Map([...(entry.notSecret ?? []), ...paths].map((path) => [formatPattern(path), path]));
  return { ...entry, notSecret: [...all.values()] };
}

/** Parses `NAME=PATH` in `--ignore-changes`. Throws USAGE. */
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
