/**
 * Keys that stand twice in an object of a JSON text. A text without any is passed by counting: JSON.parse keeps one member for each.
 */
import type { Path } from "../../ir/path.ts";
import { type JsonNode, parseTree } from "../../json/tree.ts";

export interface RepeatedKey {
  readonly path: Path;
  /** In bytes. */
  readonly offset: number;
}

/** @param value the parsed text */
export function repeatedKeys(bytes: Uint8Array, value: unknown): readonly RepeatedKey[] {
  if (colonsIn(bytes) === countMembers(value)) return [];
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const found: RepeatedKey[] = [];
  const visit = (node: JsonNode, path: Path): void => {
    if (node.kind === "list") for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
    if (node.kind !== "map") return;
    for (const { key, offset } of node.repeated) {
      found.push({ path: [...path, key], offset: Buffer.byteLength(text.slice(0, offset)) });
    }
    for (const entry of node.entries.values()) visit(entry.value, [...path, entry.key]);
  };
  visit(parseTree(text, { depth: 10_000, values: 100_000_000 }), []);
  return found;
}

/** Outside of texts a colon stands behind each key, and nowhere else. */
function colonsIn(bytes: Uint8Array): number {
  let count = 0;
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x3a) count += 1;
    if (byte !== 0x22) continue;
    const near = at + 32;
    for (at += 1; at < near && bytes[at] !== 0x22; at += 1) if (bytes[at] === 0x5c) at += 1;
    if (at >= near) at = endOfText(bytes, at);
  }
  return count;
}

/** The quote at `from` or behind it that ends a text; the length of the bytes where none does. */
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
