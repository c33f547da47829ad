/**
 * Diagnostic: one thing to report, of a generator, a plugin, or a verdict; the run goes on. All of a run are one list.
 */

export interface Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** The plugin that logged it; absent: no plugin did. */
  readonly plugin?: string;
  /** A URN, or the import spec's `type name` before it has one; absent: the whole run, or the plugin's `resources`. */
  readonly resource?: string;
  /** A property path as text. */
  readonly path?: string;
  /** Where a person wrote it: `file:line:column`, or a flag; absent: nowhere. */
  readonly where?: string;
  readonly message: string;
  /** The part of this resource that the message is about, shown next to its name: resources with one message are one block. */
  readonly details?: string;
  /** The program file that it is about, relative to the program's folder; absent: no single file. */
  readonly file?: string;
  /** Of a plugin's message: the URNs of the resources that it is about; empty: about none. */
  readonly resources?: readonly string[];
}
