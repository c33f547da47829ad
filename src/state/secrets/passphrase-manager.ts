/**
 * The passphrase secrets manager. Its key is `encryptionsalt` in a stack file, and a block of type `passphrase` in a state
 * (docs/state.md#encryption-with-a-passphrase).
 */

import { ImpError } from "../../domain/errors.ts";
import type { PassphraseQuestion } from "../../domain/questions.ts";
import { deriveCrypter, newSalt } from "./crypter.ts";
import type { Crypter, SecretsIo, SecretsKey, SecretsManager, StartedManager } from "./secrets-manager.ts";

const managerType = "passphrase";

export const passphraseManager: SecretsManager = {
  keyInStackFile: ({ secretsprovider, encryptionsalt }) =>
    secretsprovider === undefined && encryptionsalt !== undefined ? passphraseKey(encryptionsalt) : undefined,
  keyInState: (block) => {
    if (block.type !== managerType) return undefined;
    const { salt } = block.state;
    return { settings: salt === undefined ? {} : { encryptionsalt: salt }, block };
  },
  faultOf: ({ state }) =>
    /^v1:[A-Za-z0-9+/]*={0,2}:/.test(state.salt ?? "") ? undefined : "the encryption salt is missing or invalid",
  start: startPassphrase,
};

function passphraseKey(salt: string): SecretsKey {
  return { settings: { encryptionsalt: salt }, block: { type: managerType, state: { salt } } };
}

/** Starts the manager. Derives the key of each salt only once. */
function startPassphrase(io: SecretsIo): StartedManager {
  const passphrase = rememberPassphrase(io);
  const derived = new Map<string, Promise<Crypter>>();
  return {
    open: async ({ settings: { encryptionsalt: salt } }, where) => {
      if (salt === undefined) throw ImpError.of("SALT_MALFORMED", { where });
      const pending = derived.get(salt);
      if (pending !== undefined) return await pending;
      const opening = unlock(passphrase, (word) => deriveCrypter(word, salt, io.random, where), where);
      derived.set(salt, opening);
      return await opening;
    },
    create: async (where) => {
      // Every text is a valid new passphrase.
      const { word } = await passphrase({ where, use: "protect", fits: async () => true });
      const { salt, crypter } = await newSalt(word, io.random);
      return { key: passphraseKey(salt), crypter };
    },
  };
}

interface Passphrase {
  readonly word: string;
  /** True if the user typed the passphrase, so imp can ask for it again. */
  readonly isTyped: boolean;
}

type FindPassphrase = (question: PassphraseQuestion) => Promise<Passphrase>;

/**
 * Returns a function that finds the passphrase. Further calls return the same passphrase. If it does not fit and the user typed it, asks the user
 * again.
 */
function rememberPassphrase({ env, readFile, askPassphrase }: SecretsIo): FindPassphrase {
  let remembered: Promise<Passphrase> | undefined;
  const find: FindPassphrase = async (question) => {
    const word = await passphraseFrom(env, async (path) => {
      const bytes = await readFile(path);
      if (bytes === undefined) throw ImpError.of("PASSPHRASE_FILE_UNREADABLE", { path });
      return bytes;
    });
    if (word !== undefined) return { word, isTyped: false };
    if (askPassphrase === undefined) throw ImpError.of("PASSPHRASE_MISSING", { where: question.where });
    return { word: await askPassphrase(question), isTyped: true };
  };
  return async (question) => {
    const isFirst = remembered === undefined;
    remembered ??= find(question);
    const passphrase = await remembered;
    if (isFirst || !passphrase.isTyped || (await question.fits(passphrase.word))) return passphrase;
    remembered = find(question);
    return await remembered;
  };
}

/** Returns the crypter. Like Pulumi, asks the user until the passphrase is correct. Throws if a passphrase from the environment is wrong. */
async function unlock(
  passphrase: FindPassphrase,
  derive: (word: string) => Promise<Crypter>,
  where: string,
): Promise<Crypter> {
  let opened: Crypter | undefined;
  const fits = async (word: string): Promise<boolean> => {
    try {
      opened = await derive(word);
      return true;
    } catch (error) {
      // All other errors don't depend on the passphrase, so asking again doesn't help. The second `derive` below throws them.
      return !(error instanceof ImpError) || error.code !== "PASSPHRASE_WRONG";
    }
  };
  const { word } = await passphrase({ where, use: "unlock", fits });
  return opened ?? (await derive(word));
}

/**
 * Returns the passphrase from the environment, like the Pulumi CLI (docs/state.md#the-passphrase). This is `PULUMI_CONFIG_PASSPHRASE`, which can be
 * empty, or the trimmed content of the file that `PULUMI_CONFIG_PASSPHRASE_FILE` names. Throws PASSPHRASE_FILE_UNREADABLE.
 */
export async function passphraseFrom(
  env: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => Promise<Uint8Array>,
): Promise<string | undefined> {
  if (env.PULUMI_CONFIG_PASSPHRASE !== undefined) return env.PULUMI_CONFIG_PASSPHRASE;
  const path = env.PULUMI_CONFIG_PASSPHRASE_FILE;
  if (path === undefined || path === "") return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await readFile(path));
    return trim(text);
  } catch {
    throw ImpError.of("PASSPHRASE_FILE_UNREADABLE", { path });
  }
}

/** Trims like Go's TrimSpace. Unlike JavaScript's `trim`, it removes U+0085, but not U+FEFF. */
function trim(text: string): string {
  const space = /\p{White_Space}/u;
  let start = 0;
  let end = text.length;
  while (start < end && space.test(text.charAt(start))) start += 1;
  while (end > start && space.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
