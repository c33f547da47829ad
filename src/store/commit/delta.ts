/** Computes the differences between two contents, so that large files with small changes need little space in records. */

/** A part of the new content: the bytes `[start, end)` of the old content, or new bytes. */
export type Piece = { readonly start: number; readonly end: number } | { readonly bytes: Uint8Array };

/** After a difference, the contents count as equal again if this number of bytes is equal. */
const anchorLength = 256;

/** The maximum number of bytes that are searched, as a multiple of the content's size. */
const searchFactor = 16;

/** Returns the pieces that create `to` from `from`. Takes linear time. If the contents have little in common, returns `to` as a single piece. */
export function deltaOf(from: Uint8Array, to: Uint8Array): readonly Piece[] {
  const head = commonLength(from, 0, from.length, to, 0, to.length);
  const tail = commonTail(from, to, Math.min(from.length, to.length) - head);
  const [fromEnd, toEnd] = [from.length - tail, to.length - tail];
  const pieces: Piece[] = [{ start: 0, end: head }];
  const search = {
    from: Buffer.from(from.buffer, from.byteOffset, fromEnd),
    to,
    toEnd,
    left: searchFactor * from.length,
  };
  for (let position = { from: head, to: head }; position.to < toEnd; ) {
    const anchor = findAnchor(search, position);
    if (anchor === undefined) {
      pieces.push({ bytes: to.subarray(position.to, toEnd) });
      break;
    }
    const length = commonLength(from, anchor.from, fromEnd, to, anchor.to, toEnd);
    pieces.push({ bytes: to.subarray(position.to, anchor.to) }, { start: anchor.from, end: anchor.from + length });
    position = { from: anchor.from + length, to: anchor.to + length };
  }
  pieces.push({ start: fromEnd, end: from.length });
  return pieces.filter((piece) => ("bytes" in piece ? piece.bytes.length > 0 : piece.end > piece.start));
}

/** Returns the content that the pieces create from `from`. */
export function applyDelta(from: Uint8Array, pieces: readonly Piece[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => ("bytes" in piece ? piece.bytes : from.subarray(piece.start, piece.end))));
}

interface Search {
  readonly from: Buffer;
  readonly to: Uint8Array;
  readonly toEnd: number;
  left: number;
}

interface Position {
  readonly from: number;
  readonly to: number;
}

/** Returns the next position at which the contents are equal again. Searches near the difference first, then in growing steps. */
function findAnchor(search: Search, position: Position): Position | undefined {
  const { from, to, toEnd } = search;
  for (let skip = 0; position.to + skip + anchorLength <= toEnd && search.left > 0; skip = skip * 2 + 64) {
    const start = position.to + skip;
    const index = from.indexOf(to.subarray(start, start + anchorLength), position.from);
    search.left -= (index < 0 ? from.length : index) - position.from;
    if (index < 0) continue;
    const back = commonBefore(from, index, position.from, to, start, position.to);
    return { from: index - back, to: start - back };
  }
  return undefined;
}

function commonBefore(
  a: Uint8Array,
  aEnd: number,
  aStart: number,
  b: Uint8Array,
  bEnd: number,
  bStart: number,
): number {
  const most = Math.min(aEnd - aStart, bEnd - bStart);
  let length = 0;
  while (length < most && a[aEnd - length - 1] === b[bEnd - length - 1]) length += 1;
  return length;
}

/** Returns the number of equal bytes that follow two positions. For speed, compares in large steps first. */
function commonLength(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const most = Math.min(aEnd - aStart, bEnd - bStart);
  let length = 0;
  for (let step = 65_536; step >= 64; ) {
    const [x, y] = [aStart + length, bStart + length];
    if (length + step <= most && Buffer.compare(a.subarray(x, x + step), b.subarray(y, y + step)) === 0) length += step;
    else step /= 4;
  }
  while (length < most && a[aStart + length] === b[bStart + length]) length += 1;
  return length;
}

function commonTail(a: Uint8Array, b: Uint8Array, most: number): number {
  let length = 0;
  for (let step = 65_536; step >= 64; ) {
    const [x, y] = [a.length - length, b.length - length];
    if (length + step <= most && Buffer.compare(a.subarray(x - step, x), b.subarray(y - step, y)) === 0) length += step;
    else step /= 4;
  }
  return length + commonBefore(a, a.length - length, a.length - most, b, b.length - length, b.length - most);
}
