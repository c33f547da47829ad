/**
 * Finds the pieces that make one content out of another, so that large contents with small differences need little space.
 */

/** A piece of the other content, bytes `[start, end)`, or bytes of its own. */
export type Piece = { readonly start: number; readonly end: number } | { readonly bytes: Uint8Array };

/** The number of equal bytes that counts as the same position. */
const anchorLength = 256;

/** The maximum of bytes searched for anchors, in multiples of the content's size; the rest is kept whole. */
const searchFactor = 16;

/** The pieces that make `to` out of `from`. Linear in both; for contents that have little in common it is `to` itself. */
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
  for (let place = { from: head, to: head }; place.to < toEnd; ) {
    const anchor = findAnchor(search, place);
    if (anchor === undefined) {
      pieces.push({ bytes: to.subarray(place.to, toEnd) });
      break;
    }
    const length = commonLength(from, anchor.from, fromEnd, to, anchor.to, toEnd);
    pieces.push({ bytes: to.subarray(place.to, anchor.to) }, { start: anchor.from, end: anchor.from + length });
    place = { from: anchor.from + length, to: anchor.to + length };
  }
  pieces.push({ start: fromEnd, end: from.length });
  return pieces.filter((piece) => ("bytes" in piece ? piece.bytes.length > 0 : piece.end > piece.start));
}

/** The content that the pieces make out of `from`. */
export function applyDelta(from: Uint8Array, pieces: readonly Piece[]): Uint8Array {
  return Buffer.concat(pieces.map((piece) => ("bytes" in piece ? piece.bytes : from.subarray(piece.start, piece.end))));
}

interface Search {
  readonly from: Buffer;
  readonly to: Uint8Array;
  readonly toEnd: number;
  left: number;
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Returns the next positions where both are alike again: near the difference first, then farther away. */
function findAnchor(search: Search, place: Place): Place | undefined {
  const { from, to, toEnd } = search;
  for (let skip = 0; place.to + skip + anchorLength <= toEnd && search.left > 0; skip = skip * 2 + 64) {
    const start = place.to + skip;
    const at = from.indexOf(to.subarray(start, start + anchorLength), place.from);
    search.left -= (at < 0 ? from.length : at) - place.from;
    if (at < 0) continue;
    const back = commonBefore(from, at, place.from, to, start, place.to);
    return { from: at - back, to: start - back };
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

/** Returns how far two contents are equal from two positions on: in large steps by the system, the last one byte by byte. */
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
