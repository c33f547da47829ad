/** Bytes that are read in parts, from memory or a file. */

export interface ByteSource {
  readonly length: number;
  /** Returns the bytes [start, end), which must not be changed. */
  slice(start: number, end: number): Uint8Array;
}

/** Bytes, and the stored index of their content. The index is omitted if none is stored. */
export interface IndexedBytes {
  readonly bytes: ByteSource;
  readonly index?: Uint8Array;
}

export function inMemory(bytes: Uint8Array): ByteSource {
  return { length: bytes.length, slice: (start, end) => bytes.subarray(start, end) };
}

export function allBytes(source: ByteSource): Uint8Array {
  return source.slice(0, source.length);
}
