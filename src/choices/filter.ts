/** Filters of `--only` and `--exclude`. */
import type { ImportSpec } from "../import-file/import-specs.ts";
import { displayToken, foreignToken } from "../schema/tokens.ts";
import { globMatches } from "./glob.ts";

/** The texts of a resource that filters match. */
export type FilteredEntry = Pick<ImportSpec, "type" | "name" | "logicalName" | "id">;

/** `any` matches a type, name, or ID. `tag` filters apply only after Read (`tags.ts`). */
export type FilterKind = "type" | "name" | "id" | "any" | "tag";

export interface Filter {
  readonly kind: FilterKind;
  /** A glob: `*` matches any text, `?` one character. */
  readonly glob: string;
  /** The tag key, if the kind is `tag`. */
  readonly tag?: string;
  /** As the user typed it. */
  readonly text: string;
}

const filterKinds: readonly FilterKind[] = ["type", "name", "id"];

/** Parses `type=GLOB`, `name=GLOB`, `id=GLOB`, `tag:KEY=GLOB`, `tag:KEY` (any value), or a plain glob. */
export function parseFilter(text: string): Filter {
  const separator = text.indexOf("=");
  if (text.startsWith("tag:")) {
    const [tag, glob] = separator < 0 ? [text.slice(4), "*"] : [text.slice(4, separator), text.slice(separator + 1)];
    return { kind: "tag", tag, glob, text };
  }
  const kind = filterKinds.find((name) => name === text.slice(0, separator));
  return kind === undefined ? { kind: "any", glob: text, text } : { kind, glob: text.slice(separator + 1), text };
}

/**
 * Returns true if the entry matches. Types match in any case and in short form: `aws:s3:Bucket`, `aws:Bucket`, or `Bucket`. Filters by tag never
 * match.
 */
export function matchesFilter(filter: Filter, entry: FilteredEntry): boolean {
  return (
    filteredTexts(filter.kind, entry).some((text) => globMatches(filter.glob, text)) || matchesType(filter, entry.type)
  );
}

/** Returns the texts of an entry that a filter of this kind is matched against. */
export function filteredTexts(kind: FilterKind, entry: FilteredEntry): readonly string[] {
  const { logicalName, name, type, id } = entry;
  switch (kind) {
    case "type":
      return [type, shortType(type)];
    case "name":
      return [logicalName, name];
    case "id":
      return id === undefined ? [] : [id];
    case "tag":
      return [];
    case "any":
      return [...filteredTexts("name", entry), ...filteredTexts("type", entry), ...filteredTexts("id", entry)];
  }
}

/** Returns true if a `type` or `any` filter matches the type in one of its forms. */
export function matchesType({ kind, glob }: Filter, type: string): boolean {
  if (kind !== "type" && kind !== "any") return false;
  const globs = [glob, shortType(glob)].map((text) => text.toLowerCase());
  return formsOf(type).some((text) => globs.some((typeGlob) => globMatches(typeGlob, text.toLowerCase())));
}

/** Returns the forms of a type that `imp import` accepts. Also returns its last part, such as `Bucket`. */
function formsOf(type: string): readonly string[] {
  const [owner = "", ...rest] = type.split(":");
  const member = rest.at(-1) ?? owner;
  return [type, shortType(type), `${owner}:${member}`, member];
}

/** Shortens a type as Pulumi displays it: `aws:s3/bucket:Bucket` -> `aws:s3:Bucket`. Provider types are unchanged. */
export function shortType(type: string): string {
  return type.startsWith("pulumi:") || !type.includes(":") ? type : displayToken(foreignToken(type.replace("::", ":")));
}
