/** The interface of secrets managers (docs/state.md#secrets-managers). A manager is a module in this directory and a line in `index.ts`. */

import type { ImpError } from "../../domain/errors.ts";
import type { PassphraseQuestion } from "../../domain/questions.ts";

/** Encrypts and decrypts texts with a single key. */
export interface Crypter {
  /** The error that `encrypt` and `decrypt` throw. Omitted if the crypter can be used. */
  readonly closed?: ImpError;
  /** Returns the ciphertext for a stack file or a state. It can differ from call to call. */
  encrypt(text: string): string;
  /** Returns the plaintext. `where` is the config key or URN of the secret, for messages. Throws SECRET_UNREADABLE. */
  decrypt(cipher: string, where?: string): string;
}

/** Returns `bytes` random bytes. */
export type Random = (bytes: number) => Uint8Array;

/** The fields of a stack file that name a secrets manager and its key. */
export const secretsFields = ["secretsprovider", "encryptionsalt", "encryptedkey"] as const;

/** The non-empty secrets fields of a stack file. Omits a `secretsprovider` that names the default manager. */
export type SecretsSettings = Readonly<Partial<Record<(typeof secretsFields)[number], string>>>;

/** `secrets_providers` of a state. */
export interface SecretsBlock {
  readonly type: string;
  /** The string members of `state`, in file order. */
  readonly state: Readonly<Record<string, string>>;
}

/** A reference to a key, without the key itself. */
export interface SecretsKey {
  /** The stack file's fields that refer to the key. */
  readonly settings: SecretsSettings;
  /** The state's `secrets_providers` block, which refers to the key. */
  readonly block: SecretsBlock;
}

/** What a secrets manager needs from the environment. */
export interface SecretsIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: Random;
  /** Returns the content of a file, or undefined if it does not exist. Throws FILE_UNREADABLE. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Asks the user for the passphrase. Omitted outside a terminal. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
}

export interface SecretsManager {
  /** Returns the key of a stack file, or undefined if it belongs to another manager. */
  keyInStackFile(settings: SecretsSettings): SecretsKey | undefined;
  /** Returns the key of a state, or undefined if it belongs to another manager. The key may be invalid, in which case `open` throws. */
  keyInState(block: SecretsBlock): SecretsKey | undefined;
  /** Returns why the manager cannot use a `secrets_providers` block of its type, as words after "because". Returns undefined if it can use it. */
  faultOf(block: SecretsBlock): string | undefined;
  /** Starts the manager for a workspace. Does not ask the user for anything yet. */
  start(io: SecretsIo): StartedManager;
}

export interface StartedManager {
  /** Opens a key. `where` is the file with the key, for errors and questions. Throws ImpError. */
  open(key: SecretsKey, where: string): Promise<Crypter>;
  /** Creates a key for a stack without one. Omitted if this manager cannot create keys. Throws ImpError. */
  create?(where: string): Promise<{ readonly key: SecretsKey; readonly crypter: Crypter }>;
}

/** Returns true if both blocks refer to the same key, or both are undefined. */
export function isSameBlock(a: SecretsBlock | undefined, b: SecretsBlock | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const names = Object.keys({ ...a.state, ...b.state });
  return a.type === b.type && names.every((name) => a.state[name] === b.state[name]);
}
