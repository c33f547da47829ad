/** The reason why a value is treated as a secret although no schema marks it. */
export type SecretClue =
  /** The name of the value, or a name inside its text. */
  | { readonly by: "name"; readonly of: string }
  /** The form of the text, for messages, for example "a private key". */
  | { readonly by: "form"; readonly of: string }
  /** The value is a copy of another secret of the resource. */
  | { readonly by: "copy" };
