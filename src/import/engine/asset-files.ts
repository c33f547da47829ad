/**
 * The files that assets and archives of a program name, as far as their hashes need them.
 */

/** Files by their path as the program writes it: relative to the program. */
export interface AssetFiles {
  /** `undefined`: there is no such file. */
  readonly bytes: (path: string) => Promise<Uint8Array | undefined>;
  /**
   * The files below a directory by their path in it, in the order and with the omissions of the engine's packer (`.pulumi`, links to
   * directories); `undefined`: there is no such directory.
   */
  readonly below: (path: string) => Promise<readonly string[] | undefined>;
}

/** An asset whose hash cannot be known here; the message has the reason. */
export class UnknownHash extends Error {}

/** True when the engine takes the file for an archive, by its name. */
export function isArchiveFile(path: string): boolean {
  return /\.(tar|tgz|tar\.gz|zip|jar)$/.test(path);
}
