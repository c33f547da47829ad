/**
 * Bytes of which only parts are read: in memory, or in a file.
 */

export interface ByteSource {
  readonly length: number;
  /** The bytes [start, end), which nobody changes. */
  slice(start: number, end: number): Uint8Array;
}

/** Bytes, and what was written down about these very bytes when they were last read. */
export interface IndexedBytes {
  readonly bytes: ByteSource;
  readonly index?: Uint8Array;
}

export function inMemory(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, slice: (start, end) => bytes.subarray(start, end) };
}

/** All of the bytes. */
export function wholeOf(source: ByteSource): Uint8Array {
  return source.slice(0, source.length);
}
