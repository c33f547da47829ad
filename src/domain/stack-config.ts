/**
 * The configuration of a stack, decrypted. Types only.
 */
import type { ImpError } from "../errors.ts";
import type { SecretClue } from "../value/secret-clue.ts";

/** Every value by `namespace:name`. */
export type StackConfig = ReadonlyMap<string, ConfigEntry>;

export interface ConfigEntry {
  /** The raw string, or the compact JSON text of an object, list, number or boolean. */
  readonly text: string;
  readonly secret: boolean;
  /** The value is a map or a list; `text` is its JSON. */
  readonly object: boolean;
  readonly source: "stack" | "project" | "flag";
  /** Why the value of a flag is taken for a secret, though the project declares no secret. Omitted if it is not. */
  readonly likely?: SecretClue;
  /** The ciphertext that the stack file has for exactly this text; reuse it while the text is the same. */
  readonly ciphertext?: string;
  /** Why a secret cannot be decrypted here; `text` is then empty and has no meaning. */
  readonly locked?: ImpError;
}
