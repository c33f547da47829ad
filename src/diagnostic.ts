/**
 * Diagnostic: one thing worth telling about one resource; it does not sink the batch.
 */

export interface Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** A URN, or the spec entry's `type name` before it has one; absent: the whole run. */
  readonly resource?: string;
  /** A property path as text. */
  readonly path?: string;
  readonly message: string;
}
