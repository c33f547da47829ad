import { ImpError } from "../domain/errors.ts";
import {
  findSyntaxError,
  openBrace,
  type Member as ScannedMember,
  scanMembers,
  skipSpace,
} from "../value/json/scan.ts";

export interface Member extends ScannedMember {
  /** The members of the value. Omitted if the value is not an object, or if its key is not in `open`. */
  readonly members?: readonly ScannedMember[];
}

/** The scan does not limit nesting, because reading a resource or type does. */
const deepestMember = Number.POSITIVE_INFINITY;

/**
 * Returns the members of a JSON object, in order, without parsing their values, because a schema can have 60 MB.
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
