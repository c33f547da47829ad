/**
 * The secrets manager of a passphrase: `encryptionsalt` of a stack file, type `passphrase` of a state (docs/state.md#encryption-with-a-passphrase).
 */
import type { PassphraseQuestion } from "../domain/questions.ts";
import { ImpError } from "../errors.ts";
import { deriveCrypter, newSalt } from "./crypter.ts";
import { passphraseFrom } from "./passphrase.ts";
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
    /^v1:[A-Za-z0-9+/]*={0,2}:/.test(state.salt ?? "") ? undefined : "the salt of its secrets is missing or damaged",
  start: startPassphrase,
};

function passphraseKey(salt: string): SecretsKey {
  return { settings: { encryptionsalt: salt }, block: { type: managerType, state: { salt } } };
}

/** Each salt is derived once, and the passphrase is looked for once. */
function startPassphrase(io: SecretsIo): StartedManager {
  const passphrase = passphraseOf(io);
  const derived = new Map<string, Promise<Crypter>>();
  return {
    open: async ({ settings: { encryptionsalt: salt } }, where) => {
      if (salt === undefined) throw ImpError.of("SALT_MALFORMED", { where });
      const known = derived.get(salt);
      if (known !== undefined) return await known;
      const opening = unlocked(passphrase, (word) => deriveCrypter(word, salt, io.random, where), where);
      derived.set(salt, opening);
      return await opening;
    },
    create: async (where) => {
      const { word } = await passphrase(toProtect(where));
      const { salt, crypter } = await newSalt(word, io.random);
      return { key: passphraseKey(salt), crypter };
    },
  };
}

/** Asks for a new passphrase; any text is valid. */
function toProtect(where: string): PassphraseQuestion {
  return { where, use: "protect", fits: async () => true };
}

interface Passphrase {
  readonly word: string;
  /** The user typed it, and may type another. */
  readonly isTyped: boolean;
}

type FindPassphrase = (question: PassphraseQuestion) => Promise<Passphrase>;

/** Looked for once; asked for once, and again for secrets that the answer does not open. */
function passphraseOf({ env, readFile, askPassphrase }: SecretsIo): FindPassphrase {
  let known: Promise<Passphrase> | undefined;
  const find: FindPassphrase = async (question) => {
    const found = await passphraseFrom(env, async (path) => {
      const bytes = await readFile(path);
      if (bytes === undefined) throw ImpError.of("PASSPHRASE_FILE_UNREADABLE", { path });
      return bytes;
    });
    if (found !== undefined) return { word: found, isTyped: false };
    if (askPassphrase === undefined) throw ImpError.of("PASSPHRASE_MISSING", { where: question.where });
    return { word: await askPassphrase(question), isTyped: true };
  };
  return async (question) => {
    const before = known;
    known ??= find(question);
    const found = await known;
    if (before === undefined || !found.isTyped || (await question.fits(found.word))) return found;
    known = find(question);
    return await known;
  };
}

/** Asks until the answer fits, as Pulumi does; a passphrase of the environment is taken as it is. */
async function unlocked(
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
      // Another failure is not the word's: it is thrown below.
      return !(error instanceof ImpError) || error.code !== "PASSPHRASE_WRONG";
    }
  };
  const { word } = await passphrase({ where, use: "unlock", fits });
  return opened ?? (await derive(word));
}
