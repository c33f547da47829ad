/**
 * An index of a package schema that is written down next to it. It has numbers alone, and the keys stay in the schema: a schema of 60 MB may
 * have 20 MB of them. A key is found by its hash, and compared with the schema's own text.
 */
import type { ByteSource } from "../json/byte-source.ts";
import type { Range } from "../json/scan.ts";
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

/** The first number of an index; another one for every other form, and where numbers have their bytes in another order. */
const indexForm = 0x696d_7002;

const writtenSections: readonly (IndexedPart | "root")[] = ["root", ...indexedParts];

/** Numbers of an entry, each in a column: hashes of key and name, where the key and the value begin and end. */
const entryColumns = 6;

/** Besides, a column with the entries in the order of the hashes of keys, and one of those of names. */
const orders = 2;

export function encodeIndex({ members }: ScannedIndex): Uint8Array {
  const all = writtenSections.map((name) => members.get(name));
  const size = all.reduce((sum, part) => sum + 1 + (part?.size ?? 0) * (entryColumns + orders), 1);
  const numbers = new Uint32Array(size);
  numbers[0] = indexForm;
  let at = 1;
  for (const part of all) {
    numbers[at] = part?.size ?? absent;
    at += 1;
    if (part === undefined) continue;
    const end = at + part.size * (entryColumns + orders);
    fillTable(numbers.subarray(at, end), part);
    at = end;
  }
  return new Uint8Array(numbers.buffer);
}

/** Stands for the number of entries of a part that the schema does not have. */
const absent = 0xffff_ffff;

/** Fills the columns in place: as lists of numbers they would take 40 MB for a schema of 60 MB. */
function fillTable(table: Uint32Array, members: ReadonlyMap<string, Member>): void {
  const count = members.size;
  const column = (which: number): Uint32Array => table.subarray(which * count, (which + 1) * count);
  const [keys, names, keyStarts, keyEnds] = [column(0), column(1), column(2), column(3)];
  const [starts, ends, byKey, byName] = [column(4), column(5), column(6), column(7)];
  let place = 0;
  for (const { key, keyStart, keyEnd, value } of members.values()) {
    keys[place] = textHash(key);
    names[place] = textHash(capitalMember(key));
    keyStarts[place] = keyStart;
    keyEnds[place] = keyEnd;
    starts[place] = value.start;
    ends[place] = value.end;
    place += 1;
  }
  fillOrder(byKey, keys);
  fillOrder(byName, names);
}

function fillOrder(order: Uint32Array, hashes: Uint32Array): void {
  for (let place = 0; place < order.length; place += 1) order[place] = place;
  order.sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || a - b);
}

/** @returns `undefined` for bytes that are no index of such a source. */
export function decodeIndex(bytes: Uint8Array, source: ByteSource): SchemaIndex | undefined {
  if (bytes.length % 4 !== 0) return undefined;
  const numbers = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  if (numbers[0] !== indexForm) return undefined;
  const found = new Map<IndexedPart | "root", Section>();
  let at = 1;
  for (const name of writtenSections) {
    const count = numbers[at] ?? 0;
    at += 1;
    if (count === absent) continue;
    const end = at + count * (entryColumns + orders);
    const table = end > numbers.length ? undefined : numbers.subarray(at, end);
    if (table === undefined || !isSound(table, count, source.length)) return undefined;
    found.set(name, writtenSection(table, count, source));
    at = end;
  }
  const root = found.get("root");
  if (root === undefined || at !== numbers.length) return undefined;
  return { root, parts: new Map(indexedParts.flatMap((name) => sectionPair(name, found.get(name)))) };
}

function sectionPair(name: IndexedPart, section: Section | undefined): readonly (readonly [IndexedPart, Section])[] {
  return section === undefined ? [] : [[name, section]];
}

/** All ranges are ranges of the source, and all orders name entries. */
function isSound(table: Uint32Array, count: number, length: number): boolean {
  const column = (which: number, place: number): number => table[which * count + place] ?? 0;
  for (let place = 0; place < count; place += 1) {
    const isRange = column(2, place) < column(3, place) && column(4, place) < column(5, place);
    const isInside = column(3, place) <= length && column(5, place) <= length;
    if (!isRange || !isInside || column(6, place) >= count || column(7, place) >= count) return false;
  }
  return true;
}

function writtenSection(table: Uint32Array, count: number, source: ByteSource): Section {
  const column = (which: number) => table.subarray(which * count, (which + 1) * count);
  const [keys, names, keyStarts, keyEnds] = [column(0), column(1), column(2), column(3)];
  const [starts, ends, byKey, byName] = [column(4), column(5), column(6), column(7)];
  const keyAt = (place: number): string => keyIn(source, { start: keyStarts[place] ?? 0, end: keyEnds[place] ?? 0 });
  const placeOf = (key: string): number | undefined =>
    placesWithHash(textHash(key), keys, byKey).find((place) => keyAt(place) === key);
  let all: readonly string[] | undefined;
  return {
    keys: () => {
      all ??= Array.from({ length: count }, (_, place) => keyAt(place));
      return all;
    },
    has: (key) => placeOf(key) !== undefined,
    range: (key): Range | undefined => {
      const place = placeOf(key);
      return place === undefined ? undefined : { start: starts[place] ?? 0, end: ends[place] ?? 0 };
    },
    called: (member) =>
      placesWithHash(textHash(member), names, byName)
        .sort((a, b) => a - b)
        .map(keyAt)
        .filter((key) => capitalMember(key) === member),
  };
}

/** The entries with a hash, by the order of the hashes. */
function placesWithHash(hash: number, hashes: Uint32Array, order: Uint32Array): number[] {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[order[middle] ?? 0] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  const places: number[] = [];
  for (let at = low; at < order.length; at += 1) {
    const place = order[at] ?? 0;
    if (hashes[place] !== hash) break;
    places.push(place);
  }
  return places;
}

/** FNV-1a over the text's UTF-16 units. */
function textHash(text: string): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  return hash >>> 0;
}
