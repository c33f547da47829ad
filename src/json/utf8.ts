/**
 * Bytes of a document -> text, and the place where they stop being UTF-8.
 */
import { isUtf8 } from "node:buffer";

export interface DecodedText {
  /** A byte order mark stays; bytes that are no UTF-8 are U+FFFD. */
  readonly text: string;
  /** The offset in the text of the first bytes that are no UTF-8. Absent: all are. */
  readonly badOffset?: number;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = decoder.decode(bytes);
  return isUtf8(bytes) ? { text } : { text, badOffset: badOffset(bytes) };
}

/** Goes line by line: no character of several bytes has a line feed. */
function badOffset(bytes: Uint8Array): number {
  let offset = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end + 1);
    const shown = decoder.decode(line);
    if (!isUtf8(line)) return offset + firstReplaced(line, shown);
    offset += shown.length;
    start += line.length;
  }
  return 0;
}

/** The line may also have U+FFFD itself. */
function firstReplaced(line: Uint8Array, shown: string): number {
  const own = Buffer.from("\ufffd");
  let at = shown.indexOf("\ufffd");
  for (let byte = 0, from = 0; at >= 0; at = shown.indexOf("\ufffd", from)) {
    byte += Buffer.byteLength(shown.slice(from, at));
    if (!own.equals(line.subarray(byte, byte + own.length))) return at;
    byte += own.length;
    from = at + 1;
  }
  return 0;
}
