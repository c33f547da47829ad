/**
 * Diagnostic: one thing to report about one resource; the batch goes on.
 */

export interface Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** A URN, or the import spec's `type name` before it has one; absent: the whole run. */
  readonly resource?: string;
  /** A property path as text. */
  readonly path?: string;
  /** The program file that it is about, relative to the program's folder; absent: no single file. */
  readonly file?: string;
  readonly message: string;
}
