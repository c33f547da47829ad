export interface Stored {
  readonly bytes: Uint8Array;
  /** A hash, or the version of the object store (ETag, generation). */
  readonly version: string;
}

export interface Listed {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export type Condition = "always" | "absent" | { readonly version: string };

/** The storage of a DIY backend: a directory or a bucket. Keys are relative paths with `/`, for example `.pulumi/stacks/orchard/dev.json`. */
export interface Store {
  readonly kind: "directory" | "s3" | "gs" | "azblob";
  /** The URL of the store. It contains no secret. */
  readonly url: string;
  /** Returns the file, or undefined if it does not exist. Throws FILE_UNREADABLE, STORE_REFUSED. */
  read(key: string): Promise<Stored | undefined>;
  /**
   * Lists the files whose keys start with `prefix`, sorted by key. If `deep` is omitted, skips keys with a `/` after the prefix. Throws the same
   * errors as `read`.
   */
  list(prefix: string, deep?: "deep"): Promise<readonly Listed[]>;
  /**
   * Writes the whole file or nothing.
   *
   * @returns the new version, or undefined if the condition is false. Even then, the content may have been written, by an earlier attempt of the
   * client
   * @throws STORE_REFUSED. It is then unknown whether the file was written
   */
  write(key: string, bytes: Uint8Array, condition: Condition): Promise<string | undefined>;
  /** Copies the content of a key inside the store. Throws STORE_REFUSED. */
  copy(from: string, to: string): Promise<void>;
  /** Removes a key, if it exists. Throws STORE_REFUSED. */
  remove(key: string): Promise<void>;
  /** Returns the location of a key for messages. */
  shown(key: string): string;
}
