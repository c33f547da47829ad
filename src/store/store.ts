/**
 * The seam to where a self-managed backend keeps its files: a directory, or a bucket of an object store. Types only.
 */

/** A file as it was read. */
export interface Stored {
  readonly bytes: Uint8Array;
  /** Equal for equal content: a hash, or what the object store tells (ETag, generation). */
  readonly version: string;
}

export interface Listed {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** What must hold for a write to be done. */
export type Condition = "always" | "absent" | { readonly version: string };

/** Keys are relative, with `/` between their parts: `.pulumi/stacks/orchard/dev.json`. */
export interface Store {
  readonly kind: "directory" | "s3" | "gs" | "azblob";
  /** The URL that it was opened by; it holds no secret. */
  readonly url: string;
  /** Absent: there is no such key. Throws FILE_UNREADABLE, STORE_REFUSED. */
  read(key: string): Promise<Stored | undefined>;
  /** The keys that begin with `prefix` and have no `/` after it, or anything after it with `deep`; in their order. Throws as `read`. */
  list(prefix: string, deep?: "deep"): Promise<readonly Listed[]>;
  /**
   * Whole or not at all.
   *
   * @returns the new version; absent: the condition did not hold, perhaps because a first try whose answer was lost was done.
   * @throws STORE_REFUSED; after that it may have been written or not.
   */
  write(key: string, bytes: Uint8Array, condition: Condition): Promise<string | undefined>;
  /** Copies what a key has now, without bringing it here. Throws STORE_REFUSED. */
  copy(from: string, to: string): Promise<void>;
  /** That there is no such key is fine. Throws STORE_REFUSED. */
  remove(key: string): Promise<void>;
  /** Where a key is, for people. */
  shown(key: string): string;
}
