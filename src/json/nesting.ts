/**
 * Limits how deep JSON may be nested: values are walked level by level, and no provider nests them nearly as deep.
 */
export const deepestJson = 500;

/** Returns true for JSON text that is nested deeper. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > deepestJson) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const openingBytes = new Set([0x5b, 0x7b]);
const closingBytes = new Set([0x5d, 0x7d]);

/** Returns true for the bytes of a JSON text that is nested deeper; a tenth of what JSON.parse takes. */
export function bytesNestTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (openingBytes.has(byte)) {
      depth += 1;
      if (depth > deepestJson) return true;
    } else if (closingBytes.has(byte)) depth -= 1;
  }
  return false;
}
