/**
 * Decides which secrets manager a stack uses and opens it when it is first needed (docs/state.md#secrets-managers).
 */
import { resolve } from "node:path";
import type { PassphraseQuestion } from "../../domain/questions.ts";
import { ImpError } from "../../errors.ts";
import { closedCrypter } from "../../secrets/closed-crypter.ts";
import { type Crypter, deriveCrypter, newSalt } from "../../secrets/crypter.ts";
import { passphraseFrom } from "../../secrets/passphrase.ts";
import type { Deployment } from "../../state/deployment.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Environment, StackCrypter, WorkspaceIo } from "../workspace.ts";
import type { StackSettings } from "./stack-settings.ts";

export interface CrypterSources {
  readonly stackFile: string;
  readonly stack: Pick<StackSettings, "salt" | "secretsProvider">;
  readonly statePath: string;
  /** Called only when a crypter is: a state may be large. */
  readonly state: () => Deployment | undefined;
  /** The directory that a relative path in the environment is relative to. */
  readonly cwd: string;
}

/** Why nothing can be encrypted for the state or the stack file; absent: it can, given the passphrase. */
export interface ClosedManagers {
  readonly state?: ImpError;
  readonly stackFile?: ImpError;
}

export interface StackCrypters {
  /** Needs no passphrase. */
  readonly closed: () => ClosedManagers;
  readonly crypter: () => Promise<StackCrypter>;
  readonly stateCrypter: () => Promise<Crypter>;
  /** Opens both where the stack file has a salt; otherwise does nothing. */
  readonly unlock: () => Promise<void>;
}

/**
 * The crypter of the stack file uses its own salt, else that of the state, else a new one; the state's uses the state's,
 * else the stack file's. Each salt is derived once. Errors: see `Workspace.crypter`.
 */
export function openCrypters(sources: CrypterSources, environment: Environment, io: WorkspaceIo): StackCrypters {
  const passphrase = passphraseOf(environment, sources.cwd, io);
  const derived = new Map<string, Promise<Crypter>>();
  const open = (salt: string, where: string): Promise<Crypter> => {
    const known = derived.get(salt);
    if (known !== undefined) return known;
    const opening = unlocked(passphrase, (word) => deriveCrypter(word, salt, io.random, where), where);
    derived.set(salt, opening);
    return opening;
  };
  const crypter = once(async (): Promise<StackCrypter> => {
    const { stackFile } = closedManagers(sources);
    if (stackFile !== undefined) return { ...closedCrypter(stackFile), saltIsNew: false };
    if (sources.stack.salt !== undefined)
      return { ...(await open(sources.stack.salt, sources.stackFile)), saltIsNew: false };
    const inState = saltOf(sources.state(), sources.statePath);
    if (inState !== undefined) return { ...(await open(inState, sources.statePath)), saltIsNew: true };
    const made = await newSalt((await passphrase(toProtect(sources.stackFile))).word, io.random);
    return { ...made.crypter, saltIsNew: true };
  });
  const stateCrypter = once(async (): Promise<Crypter> => {
    const { state } = closedManagers(sources);
    if (state !== undefined) return closedCrypter(state);
    const inState = saltOf(sources.state(), sources.statePath);
    return inState === undefined ? crypter(undefined) : open(inState, sources.statePath);
  });
  return {
    crypter: () => crypter(undefined),
    stateCrypter: () => stateCrypter(undefined),
    unlock: async () => {
      if (sources.stack.salt !== undefined) await Promise.all([crypter(undefined), stateCrypter(undefined)]);
    },
    closed: () => closedManagers(sources),
  };
}

/** Asks for a new passphrase; any text is valid. */
function toProtect(where: string): PassphraseQuestion {
  return { where, use: "protect", fits: async () => true };
}

/** Each manager that is none of passphrases: the stack file's, else the state's, and the other way round. */
function closedManagers({ stack, stackFile, state, statePath }: CrypterSources): ClosedManagers {
  const url = stack.secretsProvider;
  const type = state()?.secretsProvider?.type;
  const inStackFile = url === undefined ? undefined : unsupported(schemeOf(url), stackFile);
  const inState = type === undefined || type === "passphrase" ? undefined : unsupported(type, statePath);
  const own = inStackFile ?? (stack.salt === undefined ? inState : undefined);
  const states = inState ?? (type === undefined ? inStackFile : undefined);
  return { ...(own !== undefined && { stackFile: own }), ...(states !== undefined && { state: states }) };
}

function unsupported(provider: string, where: string): ImpError {
  return ImpError.of("SECRETS_PROVIDER_UNSUPPORTED", { provider, where });
}

interface Passphrase {
  readonly word: string;
  /** A person typed it, and may type another. */
  readonly isTyped: boolean;
}

type FindPassphrase = (question: PassphraseQuestion) => Promise<Passphrase>;

/** Looked for once; asked for once, and again for secrets that the answer does not open. */
function passphraseOf({ env }: Environment, cwd: string, { askPassphrase }: WorkspaceIo): FindPassphrase {
  let known: Promise<Passphrase> | undefined;
  const find: FindPassphrase = async (question) => {
    const found = await passphraseFrom(env, async (path) => {
      const bytes = await readOptional(resolve(cwd, path));
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

/** Absent: the state names no secrets provider. */
function saltOf(state: Deployment | undefined, where: string): string | undefined {
  const provider = state?.secretsProvider;
  if (provider !== undefined && provider.salt === undefined) throw ImpError.of("SALT_MALFORMED", { where });
  return provider?.salt;
}

/** `awskms` of `awskms://…`: the rest may be private. */
function schemeOf(url: string): string {
  return url.split(":")[0] ?? url;
}

function once<A, T>(compute: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
  let result: Promise<T> | undefined;
  return (argument) => {
    result ??= compute(argument);
    return result;
  };
}
