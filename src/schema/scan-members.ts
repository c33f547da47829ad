import { ImpError } from "../domain/errors.ts";
import {
  findSyntaxError,
  openBrace,
  type Member as ScannedMember,
  scanMembers,
  skipSpace,
} from "../value/json/scan.ts";

export interface Member extends ScannedMember {
  /** The members of the value, if it is an object and its key is in `open`. */
  readonly members?: readonly ScannedMember[];
}

/** Nesting is not limited here, because each resource and type is checked when it is read. */
const deepestMember = Number.POSITIVE_INFINITY;

/**
 * Returns the members of the JSON object in the bytes, in order. A 60 MB schema is read in slices and never parsed as a whole.
 *
 * @param open keys whose members are scanned in the same pass
 * @throws ImpError SCHEMA_BROKEN with the position of the syntax error
 */
export function scanObject(bytes: Uint8Array, open: ReadonlySet<string>): readonly Member[] {
  const inner = new Map<string, readonly ScannedMember[]>();
  const descend = (key: string, start: number): number | undefined => {
    const scanned = open.has(key) ? scanMembers(bytes, start, { maxDepth: deepestMember }) : undefined;
    if (scanned !== undefined) inner.set(key, scanned.items);
    return scanned?.range.end;
  };
  const scanned = scanMembers(bytes, skipSpace(bytes, 0), { descend, maxDepth: deepestMember });
  if (scanned === undefined || skipSpace(bytes, scanned.range.end) < bytes.length) throw brokenSchema(bytes);
  return scanned.items.map((member) => {
    const members = inner.get(member.key);
    return { ...member, members };
  });
}

/** Returns the bytes without a byte order mark. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function brokenSchema(bytes: Uint8Array): ImpError {
  const { line, column, isEnd } = findSyntaxError(bytes);
  const isOther = isEnd && bytes.length > 0 && bytes[skipSpace(bytes, 0)] !== openBrace;
  const place = isOther ? "line 1, column 1" : isEnd ? "its end" : `line ${line}, column ${column}`;
  return ImpError.of("SCHEMA_BROKEN", { place, message: "the text is not a JSON object" });
}
