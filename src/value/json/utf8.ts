/** Decodes UTF-8, and finds the first invalid bytes. */
import { isUtf8 } from "node:buffer";

export interface DecodedText {
  /** The text. Keeps a byte order mark, and replaces invalid bytes with U+FFFD. */
  readonly text: string;
  /** The offset in `text` of the first invalid bytes. Omitted if all bytes are valid. */
  readonly badOffset?: number;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const text = decoder.decode(bytes);
  return isUtf8(bytes) ? { text } : { text, badOffset: badOffset(bytes) };
}

/** Returns the offset of the first invalid bytes. Can check line by line, because multibyte characters contain no line feeds. */
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

/** Returns the offset of the first bytes that were replaced with U+FFFD. The line can also contain valid U+FFFD characters. */
function firstReplaced(line: Uint8Array, shown: string): number {
  const replacement = Buffer.from("\ufffd");
  let position = shown.indexOf("\ufffd");
  for (let byte = 0, from = 0; position >= 0; position = shown.indexOf("\ufffd", from)) {
    byte += Buffer.byteLength(shown.slice(from, position));
    if (!replacement.equals(line.subarray(byte, byte + replacement.length))) return position;
    byte += replacement.length;
    from = position + 1;
  }
  return 0;
}
