/**
 * The journal of a commit: which files it replaces, by path and hash; never their content.
 */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { ImpError } from "../errors.ts";

/** One file of a commit. */
export interface JournalChange {
  /** Absolute. */
  readonly path: string;
  /** The file beside it that will take its place, or an empty one that stands for a deletion. */
  readonly temporary: string;
  /** Hash of the content that was there; absent: no file. */
  readonly before?: string;
  /** Hash of the content to be; absent: no file. */
  readonly after?: string;
}

/** The file of a commit that is elsewhere. */
export interface JournalRemote {
  /** Where, as `RemoteAddress` says it. */
  readonly store: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

export interface Journal {
  readonly changes: readonly JournalChange[];
  readonly remote?: JournalRemote;
  /** Directories that the commit makes, outermost first. */
  readonly directories: readonly string[];
}

/** Lower-case hex SHA-256 of a file's content; `undefined` for no file. A content never changes, so that each is hashed once. */
export function hashOf(content: Uint8Array | undefined): string | undefined {
  if (content === undefined) return undefined;
  const known = hashes.get(content);
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(content).digest("hex");
  hashes.set(content, hash);
  return hash;
}

const hashes = new WeakMap<Uint8Array, string>();

/** The file beside `path` that a commit writes first. The name depends on path and content alone. */
export function temporaryOf(path: string, after: Uint8Array | undefined): string {
  return temporaryBeside(path, hashOf(after));
}

/** Where the target's name is so long that with more around it no file system would take it, its hash stands for it. */
function temporaryBeside(path: string, after: string | undefined): string {
  const target = basename(path);
  const name = Buffer.byteLength(target) <= longestTarget ? target : hashOf(Buffer.from(target))?.slice(0, 24);
  return join(dirname(path), `.${name}.${after?.slice(0, 12) ?? "delete"}.imp-tmp`);
}

/** In bytes: file systems take 255. */
const longestTarget = 200;

export function printJournal(journal: Journal): Uint8Array {
  return Buffer.from(`${JSON.stringify({ version: 1, ...journal }, undefined, 2)}\n`, "utf8");
}

/**
 * Reads a journal. A temporary file lies beside its target and bears the name that `temporaryOf` gives, so that a journal that somebody
 * else planted cannot have files from elsewhere moved.
 *
 * @throws COMMIT_JOURNAL when it is none of ours.
 */
export function readJournal(bytes: Uint8Array, path: string): Journal {
  const json = parse(Buffer.from(bytes).toString("utf8"));
  if (!isJournal(json)) throw ImpError.of("COMMIT_JOURNAL", { path });
  const { changes, directories, remote } = json;
  return { changes, directories, ...(remote !== undefined && { remote }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJournal(json: unknown): json is Journal & { readonly version: 1 } {
  if (typeof json !== "object" || json === null) return false;
  const { version, changes, directories, remote } = json as Partial<Journal> & { readonly version?: unknown };
  if (remote !== undefined && !isRemote(remote)) return false;
  if (version !== 1 || !Array.isArray(changes) || !Array.isArray(directories)) return false;
  return changes.every(isChange) && directories.every((directory) => typeof directory === "string");
}

function isChange(json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  const { path, temporary, before, after } = json as Partial<JournalChange>;
  if (typeof path !== "string" || typeof temporary !== "string" || !isHash(before) || !isHash(after)) return false;
  return temporary === temporaryBeside(path, after);
}

function isRemote(json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  const { store, key, before, after } = json as Partial<JournalRemote>;
  if (typeof store !== "string" || typeof key !== "string") return false;
  return before !== undefined && after !== undefined && isHash(before) && isHash(after);
}

function isHash(json: unknown): boolean {
  return json === undefined || (typeof json === "string" && /^[0-9a-f]{64}$/.test(json));
}
