/** Files that assets and archives refer to, by their path relative to the program. */
export interface AssetFiles {
  /** Returns the content, or undefined if the file doesn't exist. */
  readonly bytes: (path: string) => Promise<Uint8Array | undefined>;
  /** Returns the files under a directory that the engine would pack, as relative paths in the engine's order. Undefined if there is no directory. */
  readonly below: (path: string) => Promise<readonly string[] | undefined>;
}

/** Thrown if an asset's hash cannot be computed. The message has the reason. */
export class UnknownHash extends Error {}

/** Returns whether the engine treats a file with this name as an archive. */
export function isArchiveFile(path: string): boolean {
  return /\.(tar|tgz|tar\.gz|zip|jar)$/.test(path);
}
