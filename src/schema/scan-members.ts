/**
 * Finds the byte ranges of the members of a JSON object, so that a 60 MB schema is read by slices and never built as a whole tree.
 */
import { ImpError } from "../errors.ts";
import { findSyntaxError, openBrace, type Member as ScannedMember, scanMembers, skipSpace } from "../json/scan.ts";

/** A member of a JSON object. */
export interface Member extends ScannedMember {
  /** The members of the value, where it is an object and was to be opened. */
  readonly members?: readonly ScannedMember[];
}

/** A value may be nested as it likes: each resource and type is checked when it is read. */
const deepestMember = Number.POSITIVE_INFINITY;

/**
 * The members of the object in the bytes (blanks before it are skipped), in their order.
 *
 * @param open keys of members whose own members are wanted too, found in the same pass.
 * @throws ImpError SCHEMA_BROKEN, with the place where the bytes stop being an object.
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

/** The bytes without a byte order mark. */
export function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function brokenSchema(bytes: Uint8Array): ImpError {
  const { line, column, isEnd } = findSyntaxError(bytes);
  const isOther = isEnd && bytes.length > 0 && bytes[skipSpace(bytes, 0)] !== openBrace;
  const place = isOther ? "line 1, column 1" : isEnd ? "its end" : `line ${line}, column ${column}`;
  return ImpError.of("SCHEMA_BROKEN", { place, message: "the text is not a JSON object" });
}
