/** The maximum nesting of JSON. There is a limit because values are processed recursively. Values of providers nest far less deeply. */
export const maxJsonDepth = 500;

/** Returns true if JSON text exceeds the maximum nesting. */
export function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (mark === "[" || mark === "{") depth += 1;
    else if (mark === "]" || mark === "}") depth -= 1;
    if (depth > maxJsonDepth) return true;
  }
  return false;
}

const [quote, backslash] = [0x22, 0x5c];
const openingBytes = new Set([0x5b, 0x7b]);
const closingBytes = new Set([0x5d, 0x7d]);

/** Returns true if JSON bytes exceed the maximum nesting. Takes a tenth of the time of JSON.parse. */
export function bytesNestTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === quote) {
      for (index += 1; index < bytes.length && bytes[index] !== quote; index += 1)
        if (bytes[index] === backslash) index += 1;
    } else if (openingBytes.has(byte)) {
      depth += 1;
      if (depth > maxJsonDepth) return true;
    } else if (closingBytes.has(byte)) depth -= 1;
  }
  return false;
}
