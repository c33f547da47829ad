/** Chooses the secrets manager of a stack, and opens it at its first use (docs/state.md#secrets-managers). */
import { resolve } from "node:path";
import { ImpError, invariant } from "../../domain/errors.ts";
import type { Deployment } from "../../state/deployment.ts";
import type {
  Crypter,
  SecretsIo,
  SecretsKey,
  SecretsManager,
  SecretsSettings,
  StartedManager,
} from "../../state/secrets/secrets-manager.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Environment, StackCrypter, StateCrypter, WorkspaceIo } from "../workspace.ts";

export interface CrypterSources {
  readonly stackFile: string;
  readonly secrets: SecretsSettings;
  readonly statePath: string;
  /** Called only when a crypter is opened, because a state may be large. */
  readonly state: () => Deployment | undefined;
  /** The directory for relative paths in environment variables. */
  readonly cwd: string;
}

/** Why secrets of the state or the stack file cannot be encrypted here. Omitted if they can be encrypted with a passphrase. */
interface ClosedManagers {
  readonly state?: ImpError;
  readonly stackFile?: ImpError;
}

export interface StackCrypters {
  /** Returns the errors of secrets managers that cannot be used here. Needs no passphrase. */
  readonly closed: () => ClosedManagers;
  readonly crypter: () => Promise<StackCrypter>;
  readonly stateCrypter: () => Promise<StateCrypter>;
  /** Opens both crypters if the stack file has a key that can be used here. */
  readonly unlock: () => Promise<void>;
}

/** Opens crypters on demand. The stack file uses its own key, the state's key, or a new key. The state uses its own key or the stack file's key. */
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
    const keyInState = inState();
    if (keyInState !== undefined)
      return { ...(await openCrypter(keyInState, statePath)), missing: keyInState.key.settings };
    const made = await newKey(managers, stackFile);
    return { ...made.crypter, block: made.key.block, missing: made.key.settings };
  });
  const stateCrypter = onceAsync(async (): Promise<StateCrypter> => {
    const error = closed().state;
    if (error !== undefined) return { ...closedCrypter(error), block: undefined };
    const keyInState = inState();
    return keyInState === undefined ? await crypter() : await openCrypter(keyInState, statePath);
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

/** Returns the errors of the managers that cannot be used here. If only one of stack file and state has a manager, both use it. */
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
  const stackFileError = ofStackFile ?? (inStackFile === undefined ? ofState : undefined);
  const stateError = ofState ?? (type === undefined ? ofStackFile : undefined);
  return { stackFile: stackFileError, state: stateError };
}

function unsupported(provider: string, where: string): ImpError {
  return ImpError.of("SECRETS_PROVIDER_UNSUPPORTED", { provider, where });
}

/** Returns the scheme: `awskms` of `awskms://…`. The rest may be confidential. */
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

/** Returns the crypter of a secrets provider that only Pulumi can use. It throws `error` on every call. */
function closedCrypter(error: ImpError): Crypter {
  const refuse = (): never => {
    throw error;
  };
  return { closed: error, encrypt: refuse, decrypt: refuse };
}
