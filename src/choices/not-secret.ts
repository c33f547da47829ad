/** Property paths and configuration keys of `--not-secret`. */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPattern, type Path } from "../ir/path.ts";
import { type NamedPath, parseNamedPath } from "./named-path.ts";

/** Parses `NAME=PATH`; the name `*` is every resource. Returns no path for a configuration key. Throws USAGE. */
export function parseNotSecret(text: string): readonly NamedPath[] {
  if (isConfigKey(text)) return [];
  const named = parseNamedPath(text);
  if (named !== undefined) return [named];
  throw ImpError.of("USAGE", {
    message: `Invalid --not-secret ${JSON.stringify(text)}: expected NAME=PATH or KEY.`,
    hint: "For example: --not-secret orders-fn=environment.variables.TOKEN_KIND, or a key that --config sets.",
  });
}

/** Returns true if the text is a configuration key: `KEY` or `PACKAGE:KEY`. */
export function isConfigKey(text: string): boolean {
  return text !== "" && !text.includes("=");
}

/** Adds the paths to `notSecret` of the entry, after the existing ones. */
export function withNotSecret(entry: ImportSpec, paths: readonly Path[]): ImportSpec {
  if (paths.length === 0) return entry;
  const all = new Map([...(entry.notSecret ?? []), ...paths].map((path) => [formatPattern(path), path]));
  return { ...entry, notSecret: [...all.values()] };
}
