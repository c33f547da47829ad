/**
 * Filters of `--only` and `--exclude`: text -> filter, and whether an import spec matches one.
 */
import type { ImportSpec } from "../import-file/import-specs.ts";
import { displayToken, foreignToken } from "../schema/tokens.ts";
import { globMatches } from "./glob.ts";

/** `any`: one of type, name and id. `tag`: only Read shows it (`tags.ts`). */
export type FilterKind = "type" | "name" | "id" | "any" | "tag";

export interface Filter {
  readonly kind: FilterKind;
  /** A glob: `*` stands for any text, `?` for one character. */
  readonly glob: string;
  /** The key, of kind `tag`. */
  readonly tag?: string;
  /** As it was typed. */
  readonly text: string;
}

const filterKinds: readonly FilterKind[] = ["type", "name", "id"];

/** `type=GLOB`, `name=GLOB`, `id=GLOB`, `tag:KEY=GLOB`, `tag:KEY` for a tag of any value, or a glob alone. */
export function parseFilter(text: string): Filter {
  const at = text.indexOf("=");
  if (text.startsWith("tag:")) {
    const [tag, glob] = at < 0 ? [text.slice(4), "*"] : [text.slice(4, at), text.slice(at + 1)];
    return { kind: "tag", tag, glob, text };
  }
  const kind = filterKinds.find((one) => one === text.slice(0, at));
  return kind === undefined ? { kind: "any", glob: text, text } : { kind, glob: text.slice(at + 1), text };
}

/** Names and ids as they are written; types in any case, whole or in short (`aws:s3:Bucket`, `aws:Bucket`, `Bucket`). No spec has tags. */
export function matchesFilter(filter: Filter, entry: ImportSpec): boolean {
  return (
    filteredTexts(filter.kind, entry).some((text) => globMatches(filter.glob, text)) || matchesType(filter, entry.type)
  );
}

/** The texts of an entry that a filter of a kind is held against. */
export function filteredTexts(kind: FilterKind, entry: ImportSpec): readonly string[] {
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

/** Whether a filter that may be about types matches one, in any of its forms. */
export function matchesType({ kind, glob }: Filter, type: string): boolean {
  if (kind !== "type" && kind !== "any") return false;
  const globs = [glob, shortType(glob)].map((one) => one.toLowerCase());
  return formsOf(type).some((text) => globs.some((one) => globMatches(one, text.toLowerCase())));
}

/** Those that TYPE of `imp import` may have, and the member alone, which one file has seldom of two packages. */
function formsOf(type: string): readonly string[] {
  const [owner = "", ...rest] = type.split(":");
  const member = rest.at(-1) ?? owner;
  return [type, shortType(type), `${owner}:${member}`, member];
}

/** A type without what its package repeats: `aws:s3/bucket:Bucket` -> `aws:s3:Bucket`. Types of providers stay. */
export function shortType(type: string): string {
  return type.startsWith("pulumi:") || !type.includes(":") ? type : displayToken(foreignToken(type.replace("::", ":")));
}
