/**
 * Values that `--not-secret` names: text -> resource and path, or a key of the configuration, and import specs with these paths.
 */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPattern, type Path } from "../ir/path.ts";
import { type NamedPath, parseNamedPath } from "./named-path.ts";

/** Reads `NAME=PATH`, where the name `*` means every resource; a key of the configuration names no resource. Throws USAGE. */
export function parseNotSecret(text: string): readonly NamedPath[] {
  if (isConfigKey(text)) return [];
  const named = parseNamedPath(text);
  if (named !== undefined) return [named];
  throw ImpError.of("USAGE", {
    message: `--not-secret ${JSON.stringify(text)} names no resource and property path.`,
    hint: "Write it like --not-secret orders-fn=environment.variables.TOKEN_KIND, or name a key of --config.",
  });
}

/** Returns true for the key of a configuration value: `KEY`, or `PACKAGE:KEY`. */
export function isConfigKey(text: string): boolean {
  return text !== "" && !text.includes("=");
}

/** Adds the paths to the entry's `notSecret`; those that it has already stay first. */
export function withNotSecret(entry: ImportSpec, paths: readonly Path[]): ImportSpec {
  if (paths.length === 0) return entry;
  const all = new Map([...(entry.notSecret ?? []), ...paths].map((path) => [formatPattern(path), path]));
  return { ...entry, notSecret: [...all.values()] };
}
