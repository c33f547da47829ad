/** The folder of a program. Callers of a language implement this interface. */

/** Reads a folder. Paths are relative to it, use `/`, and can contain `..`. */
export interface ProgramFolder {
  /** The absolute path of the folder. */
  readonly path: string;
  /** Returns true if the path is an existing file or folder. Follows links. */
  has(path: string): Promise<boolean>;
  /** Reads a text file. Returns undefined if it does not exist. Throws FILE_UNREADABLE. */
  text(path: string): Promise<string | undefined>;
  /** Lists the names in a folder, sorted. Returns an empty list if the folder does not exist. */
  names(path: string): Promise<readonly string[]>;
}
