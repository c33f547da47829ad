/**
 * Values that `--not-secret` names: text -> resource and path, or a key of the configuration, and import specs with these paths.
 */
import { ImpError } from "../errors.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import { formatPattern, type Path, parsePath } from "../ir/path.ts";

/** A value that is not a secret, although it looks like one. */
export interface NotSecret {
  /** A name of the import specs, or a URN; `*`: every resource. */
  readonly resource: string;
  readonly path: Path;
  /** As it was typed. */
  readonly text: string;
}

/** Returns the values of `NAME=PATH`. A name may have an `=`, so the last one that a path can follow divides the two. Throws USAGE. */
export function parseNotSecret(text: string): readonly NotSecret[] {
  if (isConfigKey(text)) return [];
  for (let at = text.lastIndexOf("="); at > 0; at = text.lastIndexOf("=", at - 1)) {
    const path = parsePath(text.slice(at + 1));
    if (path !== undefined && path.length > 0 && path[0] !== "") return [{ resource: text.slice(0, at), path, text }];
  }
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
