/**
 * SecretsManager: how a stack's secrets are encrypted. A manager is a module of this folder and a line in `index.ts`
 * (docs/state.md#secrets-managers).
 */
import type { PassphraseQuestion } from "../domain/questions.ts";
import type { ImpError } from "../errors.ts";

/** Encrypts and decrypts text under one key; the key never leaves it. */
export interface Crypter {
  /** Why the crypter cannot be used; then both methods throw it. Omitted if it can. */
  readonly closed?: ImpError;
  /** Ciphertext as the stack file and the state have it. Two calls with one text need not return the same. */
  encrypt(text: string): string;
  /**
   * The plaintext. `where` names the secret in an error (a config key, a URN), never its content.
   * Throws SECRET_UNREADABLE.
   */
  decrypt(cipher: string, where?: string): string;
}

/** Random bytes, as many as asked for. */
export type Random = (bytes: number) => Uint8Array;

/** The fields of a stack file that name a secrets manager and its key. */
export const secretsFields = ["secretsprovider", "encryptionsalt", "encryptedkey"] as const;

/** Fields of a stack file with their texts. A field that is missing or empty is omitted; so is a `secretsprovider` that names the default. */
export type SecretsSettings = Readonly<Partial<Record<(typeof secretsFields)[number], string>>>;

/** `secrets_providers` of a state. */
export interface SecretsBlock {
  readonly type: string;
  /** The members of `state` that are texts, in the order of the file. */
  readonly state: Readonly<Record<string, string>>;
}

/** A key as files name it: what it takes to find the key, never the key itself. */
export interface SecretsKey {
  /** How a stack file names it. */
  readonly settings: SecretsSettings;
  /** How a state names it. */
  readonly block: SecretsBlock;
}

/** What a manager may use to open keys. */
export interface SecretsIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly random: Random;
  /** The bytes of a file that the environment names; undefined if it is missing. Throws FILE_UNREADABLE. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>;
  /** Asks the user for the passphrase that the environment does not name. Omitted if nobody can be asked. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
}

export interface SecretsManager {
  /** Returns the key that a stack file names, or undefined if the file does not name one of this manager. */
  keyInStackFile(settings: SecretsSettings): SecretsKey | undefined;
  /** Returns the key that a state names, or undefined if another manager keeps it. A key that is damaged is returned too: `open` throws. */
  keyInState(block: SecretsBlock): SecretsKey | undefined;
  /** Returns why the manager cannot use its block of a state, in words that follow "because"; undefined if nothing is wrong with it. */
  faultOf(block: SecretsBlock): string | undefined;
  /** Starts the manager for one workspace, so that it can remember what it asked. Asks nothing yet. */
  start(io: SecretsIo): StartedManager;
}

export interface StartedManager {
  /** Opens a key. `where` is the file that names it, for errors and questions. Throws ImpError. */
  open(key: SecretsKey, where: string): Promise<Crypter>;
  /** Makes a key for a stack that has none. Omitted if this manager does not make keys. Throws ImpError. */
  create?(where: string): Promise<{ readonly key: SecretsKey; readonly crypter: Crypter }>;
}

/** True if both blocks name the same key, or neither names one. */
export function isSameBlock(a: SecretsBlock | undefined, b: SecretsBlock | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  const names = Object.keys({ ...a.state, ...b.state });
  return a.type === b.type && names.every((name) => a.state[name] === b.state[name]);
}
