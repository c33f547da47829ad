/**
 * Declares the storage of a self-managed backend: a directory, or a bucket of an object store.
 */

/** A file that was read. */
export interface Stored {
  readonly bytes: Uint8Array;
  /** Equal for equal content: a hash, or the version of the object store (ETag, generation). */
  readonly version: string;
}

export interface Listed {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** The condition of a write. */
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
   * Writes everything or nothing.
   *
   * @returns the new version; absent: the condition did not hold, perhaps because a first try succeeded and its answer was lost.
   * @throws STORE_REFUSED; after that it may have been written or not.
   */
  write(key: string, bytes: Uint8Array, condition: Condition): Promise<string | undefined>;
  /** Copies the content of a key inside the store. Throws STORE_REFUSED. */
  copy(from: string, to: string): Promise<void>;
  /** Removes a key, if it exists. Throws STORE_REFUSED. */
  remove(key: string): Promise<void>;
  /** Returns the location of a key for people. */
  shown(key: string): string;
}
