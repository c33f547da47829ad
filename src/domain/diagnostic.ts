/** A message of a generator, a plugin, or a verdict that does not stop the run. */
export interface Diagnostic {
  readonly severity: "error" | "warning" | "note";
  /** The plugin that logged the message. */
  readonly plugin?: string;
  /** A URN, or `type name` of an import spec without a URN. Omitted if the message is about the whole run, or if `resources` lists the resources. */
  readonly resource?: string;
  /** A property path as text. */
  readonly path?: string;
  /** The location of the user's text that the message is about: `file:line:column`, or a flag. */
  readonly where?: string;
  readonly message: string;
  /** Text to show next to the resource's name. Not part of `message`, because resources with equal messages are reported together. */
  readonly details?: string;
  /** A program file, relative to the program's directory. */
  readonly file?: string;
  /** The URNs of the resources that a plugin's message is about. */
  readonly resources?: readonly string[];
}
