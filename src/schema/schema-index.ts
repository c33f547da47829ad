/** The index of a package schema contains the byte ranges of its parts. With it, a resource of a 60 MB schema can be read without the rest. */
import { upperFirst } from "../ir/upper-first.ts";
import type { ByteSource } from "../value/json/byte-source.ts";
import type { Range } from "../value/json/scan.ts";
import { type Member, scanObject } from "./scan-members.ts";

/** The parts whose members are indexed separately. */
export const indexedParts = ["resources", "functions", "types"] as const;

export type IndexedPart = (typeof indexedParts)[number];

export interface SchemaIndex {
  readonly root: Section;
  /** Contains only parts that the schema has and that are objects. */
  readonly parts: ReadonlyMap<IndexedPart, Section>;
}

/** The keys of a part, with the byte ranges of their values. For a duplicate key, the last value counts. */
export interface Section {
  /** Returns the keys in schema order. */
  keys(): readonly string[];
  has(key: string): boolean;
  range(key: string): Range | undefined;
  /** Returns the tokens with this member name. The name must begin with an uppercase letter, while the tokens can begin with either case. */
  called(member: string): readonly string[];
}

export const emptySection: Section = { keys: () => [], has: () => false, range: () => undefined, called: () => [] };

export interface ScannedIndex extends SchemaIndex {
  readonly members: ReadonlyMap<IndexedPart | "root", ReadonlyMap<string, Member>>;
}

/** Indexes a schema in one pass. Throws SCHEMA_BROKEN with the position of the syntax error. */
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

/** Groups tokens by member name. To save memory, stores a list only if several tokens have the same name, because a schema can have 60,000 tokens. */
function byMember(keys: Iterable<string>): ReadonlyMap<string, string | readonly string[]> {
  const index = new Map<string, string | readonly string[]>();
  for (const key of keys) {
    const name = capitalMember(key);
    const existing = index.get(name);
    index.set(name, existing === undefined ? key : [existing, key].flat());
  }
  return index;
}

/** Returns the member name of a token, with an uppercase first letter. */
export function capitalMember(token: string): string {
  return upperFirst(token.slice(token.lastIndexOf(":") + 1));
}

/** Parses the key in a range of JSON text. */
export function keyIn(bytes: ByteSource, { start, end }: Range): string {
  return JSON.parse(new TextDecoder().decode(bytes.slice(start, end))) as string;
}
