/**
 * Why a value is taken for a secret though no schema marks it. Types only.
 */
export type SecretClue =
  /** A name next to the value, or in it. */
  | { readonly by: "name"; readonly of: string }
  /** The form of the text, in words. */
  | { readonly by: "form"; readonly of: string }
  /** It repeats another secret of the resource. */
  | { readonly by: "copy" };
