/**
 * Decides which secrets manager a stack uses and opens it when it is first needed (docs/state.md#secrets-managers).
 */
import { resolve } from "node:path";
import { ImpError, invariant } from "../../errors.ts";
import { closedCrypter } from "../../secrets/closed-crypter.ts";
import type {
  SecretsIo,
  SecretsKey,
  SecretsManager,
  SecretsSettings,
  StartedManager,
} from "../../secrets/secrets-manager.ts";
import type { Deployment } from "../../state/deployment.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Environment, StackCrypter, StateCrypter, WorkspaceIo } from "../workspace.ts";

export interface CrypterSources {
  readonly stackFile: string;
  /** The fields of the stack file that name a secrets manager and its key. */
  readonly secrets: SecretsSettings;
  readonly statePath: string;
  /** Called only when a crypter is: a state may be large. */
  readonly state: () => Deployment | undefined;
  /** The directory that a relative path in the environment is relative to. */
  readonly cwd: string;
}

/** Why nothing can be encrypted for the state or the stack file. Omitted if it can be, given the passphrase. */
interface ClosedManagers {
  readonly state?: ImpError;
  readonly stackFile?: ImpError;
}

export interface StackCrypters {
  /** Needs no passphrase. */
  readonly closed: () => ClosedManagers;
  readonly crypter: () => Promise<StackCrypter>;
  readonly stateCrypter: () => Promise<StateCrypter>;
  /** Opens both if the stack file names a key that can be opened here; otherwise does nothing. */
  readonly unlock: () => Promise<void>;
}

/**
 * The crypter of the stack file uses the key that the file names, else the state's, else a new one; the state's uses the state's key,
 * else the stack file's. Errors: see `Workspace.crypter`.
 */
export function openCrypters(sources: CrypterSources, environment: Environment, io: WorkspaceIo): StackCrypters {
  const { stackFile, secrets, statePath } = sources;
  const managers = startManagers(io.secretsManagers, secretsIo(sources, environment, io));
  const inStackFile = firstKey(managers, ({ keyInStackFile }) => keyInStackFile(secrets));
  const inState = (): FoundKey | undefined => {
    const block = sources.state()?.secretsProvider;
    return block && firstKey(managers, ({ keyInState }) => keyInState(block));
  };
  const closed = (): ClosedManagers => closedManagers(sources, inStackFile, inState());
  const crypter = onceAsync(async (): Promise<StackCrypter> => {
    const error = closed().stackFile;
    if (error !== undefined) return { ...closedCrypter(error), block: undefined, missing: {} };
    if (inStackFile !== undefined) return { ...(await openCrypter(inStackFile, stackFile)), missing: {} };
    const found = inState();
    if (found !== undefined) return { ...(await openCrypter(found, statePath)), missing: found.key.settings };
    const made = await newKey(managers, stackFile);
    return { ...made.crypter, block: made.key.block, missing: made.key.settings };
  });
  const stateCrypter = onceAsync(async (): Promise<StateCrypter> => {
    const error = closed().state;
    if (error !== undefined) return { ...closedCrypter(error), block: undefined };
    const found = inState();
    return found === undefined ? await crypter() : await openCrypter(found, statePath);
  });
  return {
    crypter,
    stateCrypter,
    unlock: async () => {
      if (inStackFile !== undefined) await Promise.all([crypter(), stateCrypter()]);
    },
    closed,
  };
}

interface Manager {
  readonly manager: SecretsManager;
  readonly started: StartedManager;
}

/** A key that a file names, and the manager that opens it. */
interface FoundKey {
  readonly key: SecretsKey;
  readonly started: StartedManager;
}

function startManagers(managers: readonly SecretsManager[], io: SecretsIo): readonly Manager[] {
  return managers.map((manager) => ({ manager, started: manager.start(io) }));
}

function secretsIo({ cwd }: CrypterSources, { env }: Environment, { random, askPassphrase }: WorkspaceIo): SecretsIo {
  const readFile = (path: string): Promise<Uint8Array | undefined> => readOptional(resolve(cwd, path));
  return { env, random, readFile, askPassphrase };
}

function firstKey(
  managers: readonly Manager[],
  keyIn: (manager: SecretsManager) => SecretsKey | undefined,
): FoundKey | undefined {
  for (const { manager, started } of managers) {
    const key = keyIn(manager);
    if (key !== undefined) return { key, started };
  }
  return undefined;
}

async function openCrypter({ key, started }: FoundKey, where: string): Promise<StateCrypter> {
  return { ...(await started.open(key, where)), block: key.block };
}

async function newKey(managers: readonly Manager[], where: string): ReturnType<NonNullable<StartedManager["create"]>> {
  const made = await managers.find(({ started }) => started.create !== undefined)?.started.create?.(where);
  invariant(made !== undefined, "one of the secrets managers makes keys");
  return made;
}

/** The error of each manager that cannot be used here: the stack file's, else the state's, and the other way round. */
function closedManagers(
  { stackFile, secrets, state, statePath }: CrypterSources,
  inStackFile: FoundKey | undefined,
  inState: FoundKey | undefined,
): ClosedManagers {
  const url = secrets.secretsprovider;
  const type = state()?.secretsProvider?.type;
  const ofStackFile =
    url === undefined || inStackFile !== undefined ? undefined : unsupported(schemeOf(url), stackFile);
  const ofState = type === undefined || inState !== undefined ? undefined : unsupported(type, statePath);
  const own = ofStackFile ?? (inStackFile === undefined ? ofState : undefined);
  const states = ofState ?? (type === undefined ? ofStackFile : undefined);
  return { stackFile: own, state: states };
}

function unsupported(provider: string, where: string): ImpError {
  return ImpError.of("SECRETS_PROVIDER_UNSUPPORTED", { provider, where });
}

/** `awskms` of `awskms://…`: the rest may be private. */
function schemeOf(url: string): string {
  return url.split(":")[0] ?? url;
}

function onceAsync<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= compute();
    return result;
  };
}
