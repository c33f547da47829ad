/**
 * The index of a package schema: the byte ranges of its parts, so that a resource of a schema of 60 MB is read alone.
 */
import { upperFirst } from "../ir/upper-first.ts";
import type { ByteSource } from "../json/byte-source.ts";
import type { Range } from "../json/scan.ts";
import { type Member, scanObject } from "./scan-members.ts";

/** The parts whose members have ranges of their own. */
export const indexedParts = ["resources", "functions", "types"] as const;

export type IndexedPart = (typeof indexedParts)[number];

export interface SchemaIndex {
  /** The members of the schema itself. */
  readonly root: Section;
  /** Absent: the schema has no such part, or it is no object. */
  readonly parts: ReadonlyMap<IndexedPart, Section>;
}

/** Keys, each with the range of its value. Of a key that stands twice the last value counts. */
export interface Section {
  /** In the order of the schema. */
  keys(): readonly string[];
  has(key: string): boolean;
  range(key: string): Range | undefined;
  /** The keys whose last part, behind the last colon, is this name with a capital letter first. */
  called(member: string): readonly string[];
}

export const emptySection: Section = { keys: () => [], has: () => false, range: () => undefined, called: () => [] };

/** An index that was made in one pass over the bytes. */
export interface ScannedIndex extends SchemaIndex {
  /** All members, for an index that is written down. */
  readonly members: ReadonlyMap<IndexedPart | "root", ReadonlyMap<string, Member>>;
}

/** @throws ImpError SCHEMA_BROKEN, with the place where the bytes stop being an object. */
export function scanIndex(bytes: Uint8Array): ScannedIndex {
  const root = lastOfEach(scanObject(bytes, new Set(indexedParts)));
  const inner = indexedParts.flatMap((name) => {
    const members = root.get(name)?.members;
    return members === undefined ? [] : [[name, lastOfEach(members)] as const];
  });
  return {
    root: indexSection(root),
    parts: new Map(inner.map(([name, members]) => [name, indexSection(members)])),
    members: new Map<IndexedPart | "root", ByKey>([["root", root], ...inner]),
  };
}

type ByKey = ReadonlyMap<string, Member>;

function lastOfEach(members: readonly Member[]): ByKey {
  const last = new Map<string, Member>();
  for (const member of members) last.set(member.key, member);
  return last;
}

function indexSection(members: ByKey): Section {
  let keys: readonly string[] | undefined;
  let byName: ReadonlyMap<string, string | readonly string[]> | undefined;
  return {
    keys: () => {
      keys ??= [...members.keys()];
      return keys;
    },
    has: (key) => members.has(key),
    range: (key) => members.get(key)?.value,
    called: (member) => {
      byName ??= byMember(members.keys());
      return [byName.get(member) ?? []].flat();
    },
  };
}

/** A schema may have 60,000 names, and few twice: no list for each. */
function byMember(keys: Iterable<string>): ReadonlyMap<string, string | readonly string[]> {
  const index = new Map<string, string | readonly string[]>();
  for (const key of keys) {
    const name = capitalMember(key);
    const known = index.get(name);
    index.set(name, known === undefined ? key : [known, key].flat());
  }
  return index;
}

/** The last part of a token, with a capital letter first. */
export function capitalMember(token: string): string {
  return upperFirst(token.slice(token.lastIndexOf(":") + 1));
}

/** A key as JSON text has it. */
export function keyIn(bytes: ByteSource, { start, end }: Range): string {
  return JSON.parse(new TextDecoder().decode(bytes.slice(start, end))) as string;
}
