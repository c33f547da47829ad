/** Finds duplicate keys in JSON text. JSON.parse keeps one member per key, so a text has no duplicates if it has as many keys as parsed members. */

import { type JsonNode, parseTree } from "../../value/json/tree.ts";
import type { Path } from "../../value/path.ts";

export interface RepeatedKey {
  readonly path: Path;
  /** Offset in bytes. */
  readonly offset: number;
}

/** Returns the duplicate keys in the text of `value`. */
export function repeatedKeys(bytes: Uint8Array, value: unknown): readonly RepeatedKey[] {
  if (colonsIn(bytes) === countMembers(value)) return [];
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const repeated: RepeatedKey[] = [];
  const visit = (node: JsonNode, path: Path): void => {
    if (node.kind === "list") for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    if (node.kind !== "map") return;
    for (const { key, offset } of node.repeated) {
      repeated.push({ path: [...path, key], offset: Buffer.byteLength(text.slice(0, offset)) });
    }
    for (const entry of node.entries.values()) visit(entry.value, [...path, entry.key]);
  };
  visit(parseTree(text, { depth: 10_000, values: 100_000_000 }), []);
  return repeated;
}

/** Counts the colons outside of strings, which is the number of keys. */
function colonsIn(bytes: Uint8Array): number {
  let count = 0;
  const { length } = bytes;
  for (let position = 0; position < length; position += 1) {
    const byte = bytes[position];
    if (byte === 0x3a) count += 1;
    if (byte !== 0x22) continue;
    const near = position + 32;
    for (position += 1; position < near && bytes[position] !== 0x22; position += 1)
      if (bytes[position] === 0x5c) position += 1;
    if (position >= near) position = endOfText(bytes, position);
  }
  return count;
}

/** Returns the offset of the quote that ends a string, at `from` or later, or the length of the bytes if there is none. */
function endOfText(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(0x22, from); end >= 0; end = bytes.indexOf(0x22, end + 1)) {
    let first = end;
    while (first > from && bytes[first - 1] === 0x5c) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return bytes.length;
}

function countMembers(root: unknown): number {
  let count = 0;
  const pending: unknown[] = [root];
  for (let value = pending.pop(); pending.length > 0 || value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === "object" && item !== null) pending.push(item);
      continue;
    }
    for (const key in value) {
      count += 1;
      const item = (value as Record<string, unknown>)[key];
      if (typeof item === "object" && item !== null) pending.push(item);
    }
  }
  return count;
}
