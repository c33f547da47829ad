/**
 * The folder of a program, as a language looks at it. Whoever calls a language implements it.
 */

/** Paths are relative to the folder, with `/`, and may lead out of it. */
export interface ProgramFolder {
  /** Absolute. */
  readonly path: string;
  /** True where a file or a folder is at the path; links are followed. */
  has(path: string): Promise<boolean>;
  /** The text of a file; `undefined`: there is none. Throws FILE_UNREADABLE. */
  text(path: string): Promise<string | undefined>;
  /** The names in a folder, sorted; empty where there is no folder. */
  names(path: string): Promise<readonly string[]>;
}
