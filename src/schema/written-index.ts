/**
 * Serializes the index of a package schema. The result contains hashes instead of keys, because the keys of a 60 MB schema can take 20 MB. After a
 * lookup by hash, the key is compared with the text of the schema.
 */
import type { ByteSource } from "../value/json/byte-source.ts";
import type { Range } from "../value/json/scan.ts";
import type { Member } from "./scan-members.ts";
import {
  capitalMember,
  type IndexedPart,
  indexedParts,
  keyIn,
  type ScannedIndex,
  type SchemaIndex,
  type Section,
} from "./schema-index.ts";

/** The first number of an index. If it differs, the index has another format or another byte order. */
const indexForm = 0x696d_7002;

const writtenSections: readonly (IndexedPart | "root")[] = ["root", ...indexedParts];

/**
 * The columns of the table of entries: the hashes of the key and of its member name, the start and end of the key, and the start and end of the
 * value.
 */
const entryColumns = 6;

/** Two more columns list the entries in the order of the hashes: one for the hash of the key, one for the hash of the member name. */
const orders = 2;

export function encodeIndex({ members }: ScannedIndex): Uint8Array {
  const all = writtenSections.map((name) => members.get(name));
  const size = all.reduce((sum, part) => sum + 1 + (part?.size ?? 0) * (entryColumns + orders), 1);
  const numbers = new Uint32Array(size);
  numbers[0] = indexForm;
  let offset = 1;
  for (const part of all) {
    numbers[offset] = part?.size ?? absent;
    offset += 1;
    if (part === undefined) continue;
    const end = offset + part.size * (entryColumns + orders);
    fillTable(numbers.subarray(offset, end), part);
    offset = end;
  }
  return new Uint8Array(numbers.buffer);
}

const absent = 0xffff_ffff;

/** Fills the columns in place, because lists of numbers would take 40 MB for a schema of 60 MB. */
function fillTable(table: Uint32Array, members: ReadonlyMap<string, Member>): void {
  const count = members.size;
  const column = (which: number): Uint32Array => table.subarray(which * count, (which + 1) * count);
  const [keys, names, keyStarts, keyEnds] = [column(0), column(1), column(2), column(3)];
  const [starts, ends, byKey, byName] = [column(4), column(5), column(6), column(7)];
  let entry = 0;
  for (const { key, keyStart, keyEnd, value } of members.values()) {
    keys[entry] = textHash(key);
    names[entry] = textHash(capitalMember(key));
    keyStarts[entry] = keyStart;
    keyEnds[entry] = keyEnd;
    starts[entry] = value.start;
    ends[entry] = value.end;
    entry += 1;
  }
  fillOrder(byKey, keys);
  fillOrder(byName, names);
}

function fillOrder(order: Uint32Array, hashes: Uint32Array): void {
  for (let entry = 0; entry < order.length; entry += 1) order[entry] = entry;
  order.sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b);
}

/** Parses a serialized index. Returns undefined if the bytes are not an index of the source. */
export function decodeIndex(bytes: Uint8Array, source: ByteSource): SchemaIndex | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (numbers[0] !== indexForm) return undefined;
  const sections = new Map<IndexedPart | "root", Section>();
  let offset = 1;
  for (const name of writtenSections) {
    const count = numbers[offset] ?? 0;
    offset += 1;
    if (count === absent) continue;
    const end = offset + count * (entryColumns + orders);
    const table = end > numbers.length ? undefined : numbers.subarray(offset, end);
    if (table === undefined || !isSound(table, count, source.length)) return undefined;
    sections.set(name, writtenSection(table, count, source));
    offset = end;
  }
  const root = sections.get("root");
  if (root === undefined || offset !== numbers.length) return undefined;
  return { root, parts: new Map(indexedParts.flatMap((name) => sectionPair(name, sections.get(name)))) };
}

function sectionPair(name: IndexedPart, section: Section | undefined): readonly (readonly [IndexedPart, Section])[] {
  return section === undefined ? [] : [[name, section]];
}

/** Returns true if all ranges are inside the source, and both order columns refer to existing entries. */
function isSound(table: Uint32Array, count: number, length: number): boolean {
  const column = (which: number, entry: number): number => table[which * count + entry] ?? 0;
  for (let entry = 0; entry < count; entry += 1) {
    const isRange = column(2, entry) < column(3, entry) && column(4, entry) < column(5, entry);
    const isInside = column(3, entry) <= length && column(5, entry) <= length;
    if (!isRange || !isInside || column(6, entry) >= count || column(7, entry) >= count) return false;
  }
  return true;
}

function writtenSection(table: Uint32Array, count: number, source: ByteSource): Section {
  const column = (which: number) => table.subarray(which * count, (which + 1) * count);
  const [keys, names, keyStarts, keyEnds] = [column(0), column(1), column(2), column(3)];
  const [starts, ends, byKey, byName] = [column(4), column(5), column(6), column(7)];
  const keyAt = (entry: number): string => keyIn(source, { start: keyStarts[entry] ?? 0, end: keyEnds[entry] ?? 0 });
  const findEntry = (key: string): number | undefined =>
    entriesWithHash(textHash(key), keys, byKey).find((entry) => keyAt(entry) === key);
  let all: readonly string[] | undefined;
  return {
    keys: () => {
      all ??= Array.from({ length: count }, (_, entry) => keyAt(entry));
      return all;
    },
    has: (key) => findEntry(key) !== undefined,
    range: (key): Range | undefined => {
      const entry = findEntry(key);
      return entry === undefined ? undefined : { start: starts[entry] ?? 0, end: ends[entry] ?? 0 };
    },
    called: (member) =>
      entriesWithHash(textHash(member), names, byName)
        .sort((a, b) => a - b)
        .map(keyAt)
        .filter((key) => capitalMember(key) === member),
  };
}

/** Finds the entries with a hash by binary search. */
function entriesWithHash(hash: number, hashes: Uint32Array, order: Uint32Array): number[] {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[order[middle] ?? 0] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const entries: number[] = [];
  for (let position = low; position < order.length; position += 1) {
    const entry = order[position] ?? 0;
    if (hashes[entry] !== hash) break;
    entries.push(entry);
  }
  return entries;
}

/** Computes FNV-1a over the UTF-16 units of a text. */
function textHash(text: string): number {
  let hash = 0x811c_9dc5;
  for (let position = 0; position < text.length; position += 1)
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x0100_0193);
  return hash >>> 0;
}
