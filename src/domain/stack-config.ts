import type { SecretClue } from "../value/secret-clue.ts";
import type { ImpError } from "./errors.ts";

/** The decrypted configuration of a stack, by `namespace:name`. */
export type StackConfig = ReadonlyMap<string, ConfigEntry>;

export interface ConfigEntry {
  /** The raw string, or the compact JSON text of an object, list, number, or boolean. */
  readonly text: string;
  readonly secret: boolean;
  /** Whether the value is a map or a list. `text` is its JSON. */
  readonly object: boolean;
  readonly source: "stack" | "environment" | "project" | "flag";
  /** Why imp treats the value of a flag as a secret although the project does not declare it as one. */
  readonly likely?: SecretClue;
  /** The ciphertext of this text in the stack file. Reuse it as long as the text does not change. */
  readonly ciphertext?: string;
  /** Why the secret cannot be decrypted. `text` is then empty and meaningless. */
  readonly locked?: ImpError;
}
