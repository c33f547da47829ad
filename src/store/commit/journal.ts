/**
 * Reads and prints the journal of a commit, which contains the paths and hashes of the files that the commit replaces. Paths in the project are
 * relative, so that the project can be moved.
 */
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { ImpError } from "../../domain/errors.ts";
import { sha256 } from "../../domain/sha256.ts";

/** A file of a commit. */
export interface JournalChange {
  /** The absolute path. */
  readonly path: string;
  /** Hash of the old content. Omitted for a new file. */
  readonly before?: string;
  /** Hash of the new content. Omitted for a deletion. */
  readonly after?: string;
}

/** The remote file of a commit. */
export interface JournalRemote {
  /** See `RemoteAddress`. */
  readonly store: string;
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

export interface Journal {
  readonly changes: readonly JournalChange[];
  readonly remote?: JournalRemote;
  /** Directories that the commit creates, outermost first. */
  readonly directories: readonly string[];
}

/** Returns the SHA-256 of a file's content, or undefined for a missing file. Caches hashes, because contents never change. */
export function contentHash(content: Uint8Array | undefined): string | undefined {
  if (content === undefined) return undefined;
  const remembered = hashes.get(content);
  if (remembered !== undefined) return remembered;
  const hash = sha256(content);
  hashes.set(content, hash);
  return hash;
}

const hashes = new WeakMap<Uint8Array, string>();

/**
 * Returns the path of the temporary file next to `path`. It has the new content, or is an empty marker for a deletion. Its name depends only on the
 * path and the content, so a forged journal cannot move other files. A long name is replaced with a hash.
 *
 * @param after the hash of the new content
 */
export function temporaryOf(path: string, after: string | undefined): string {
  const file = basename(path);
  const name = Buffer.byteLength(file) <= longestFileName ? file : contentHash(Buffer.from(file))?.slice(0, 24);
  return join(dirname(path), `.${name}.${after?.slice(0, 12) ?? "delete"}.imp-tmp`);
}

/** The maximum length of a temporary name in bytes. File systems support 255. */
const longestFileName = 200;

/** Returns the text of a journal. `home` is the real path of its project. */
export function printJournal({ changes, directories, remote }: Journal, home: string): Uint8Array {
  const stored = (path: string): string => (path.startsWith(home + sep) ? relative(home, path) : path);
  const json = {
    version: 1,
    changes: changes.map((change) => ({ ...change, path: stored(change.path) })),
    directories: directories.map(stored),
    remote,
  };
  return Buffer.from(`${JSON.stringify(json, undefined, 2)}\n`, "utf8");
}

/** Reads a journal. Throws COMMIT_JOURNAL if imp did not write it. */
export function readJournal(bytes: Uint8Array, path: string, home: string): Journal {
  const json = journalJson(Buffer.from(bytes).toString("utf8"));
  if (!isJournal(json)) throw ImpError.of("COMMIT_JOURNAL", { path });
  const changes = json.changes.map((change) => ({ ...change, path: resolve(home, change.path) }));
  const directories = json.directories.map((directory) => resolve(home, directory));
  const isAbove = (directory: string): boolean => changes.some(({ path }) => path.startsWith(directory + sep));
  if (!directories.every(isAbove)) throw ImpError.of("COMMIT_JOURNAL", { path });
  return { changes, directories, remote: json.remote };
}

function journalJson(text: string): unknown {
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
  const { path, before, after } = json as Partial<JournalChange>;
  return typeof path === "string" && isHash(before) && isHash(after);
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
