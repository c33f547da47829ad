/** The types of a workspace: project, stack, configuration, secrets, and state. */

import type { ImpError } from "../domain/errors.ts";
import type { PassphraseQuestion } from "../domain/questions.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { Deployment } from "../state/deployment.ts";
import type {
  Crypter,
  Random,
  SecretsBlock,
  SecretsManager,
  SecretsSettings,
} from "../state/secrets/secrets-manager.ts";
import type { CliStack } from "../store/pulumi-cli.ts";
import type { Store } from "../store/store.ts";
import type { Plain } from "../value/plain.ts";

export interface WorkspaceFlags {
  /** An absolute path. */
  readonly cwd: string;
  /** `<stack>`, `organization/<stack>`, or `organization/<project>/<stack>`. */
  readonly stack?: string;
  /** A file in the format of `pulumi stack export`, relative to `cwd`. It may not exist. */
  readonly state?: string;
  /** Requires `state`. The project file is ignored if it has another name. */
  readonly project?: string;
  /** Requires `state`. */
  readonly stackName?: string;
  /** Creates a missing stack with the first commit. */
  readonly createStack?: boolean;
  /** Set to create a project. Requires that neither `cwd` nor a directory above it has one. */
  readonly newProject?: NewProjectFlags;
  /** `--config KEY=VALUE`. Keys without a namespace belong to the project. */
  readonly config: ReadonlyMap<string, string>;
  /** The keys of `config` whose values look like secrets but are not. Defaults to none. */
  readonly notSecret?: ReadonlySet<string>;
}

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An absolute path. */
  readonly homeDir: string;
}

export interface WorkspaceIo {
  readonly random: Random;
  /** The available secrets managers. The first manager that recognizes a file's key is used. */
  readonly secretsManagers: readonly SecretsManager[];
  /** Asks the user for a passphrase that the environment does not provide. Omitted if the run is not interactive. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
}

interface NewProjectFlags {
  /** The absolute path of the new project directory. */
  readonly path: string;
  /** True to create the stack if the backend does not have it. */
  readonly makesStack: boolean;
}

export interface Project {
  readonly name: string;
  /** The directory of the project file, existing or new. Defaults to `cwd`. */
  readonly root: string;
  /** The path of the project file. Omitted if there is none, or if it belongs to another project (`--project`). */
  readonly file?: string;
  readonly runtime?: string;
  /** `runtime.options` of the project file. */
  readonly runtimeOptions?: Readonly<Record<string, Plain>>;
  /** The value in the project file. */
  readonly main?: string;
  /** The provider plugins of the project. `path` is an absolute directory. */
  readonly plugins: readonly ProjectPlugin[];
  /** The value in the project file. */
  readonly backendUrl?: string;
}

export interface ProjectPlugin {
  readonly name: string;
  readonly path: string;
  readonly version?: string;
}

export type StateLocation = DiyLocation | CliLocation | FileLocation;

/** A stack in a self-managed backend: a directory or a bucket (docs/state.md#backends). */
export interface DiyLocation {
  readonly kind: "diy";
  readonly backend: Backend;
  readonly keys: StackKeys;
  /** The key of the existing checkpoint. */
  readonly checkpoint: string;
  /** True if the checkpoint is compressed. It stays compressed. */
  readonly gzip: boolean;
  /** The stack name without project, for `pulumi cancel`. */
  readonly stack: string;
  /** True if the stack does not exist yet. A commit creates it first, with the state of the workspace. */
  readonly isNew?: true;
}

export interface Backend {
  readonly url: string;
  readonly store: Store;
  readonly layout: BackendLayout;
  /** The copies that Pulumi keeps, from the environment. */
  readonly keeps: { readonly backups: boolean; readonly checkpoints: boolean };
}

/** 1: stacks are in the folder of their project. 0: all stacks are in one folder (the old layout). */
export type BackendLayout = 0 | 1;

/** The keys of a stack's files in its backend. */
export interface StackKeys {
  /** The key of the checkpoint without `.json` and the compression suffix. */
  readonly base: string;
  /** Folders, with a trailing `/`. */
  readonly locks: string;
  readonly history: string;
  readonly backups: string;
  /** The full name of the stack: `organization/PROJECT/STACK`, or the stack name in the old layout. */
  readonly qualified: string;
}

/** A stack in a backend that only the `pulumi` command can access. */
export interface CliLocation {
  readonly kind: "cli";
  /** The URL without secrets. */
  readonly url: string;
  /** The stack name for the command. */
  readonly reference: string;
  /** Omitted if the reference has no organization. */
  readonly organization?: string;
  readonly stack: string;
  readonly cli: CliStack;
}

export interface EnvironmentVariable {
  readonly text: string;
  readonly secret: boolean;
}

/** A file in the format of `pulumi stack export`. */
export interface FileLocation {
  readonly kind: "file";
  readonly path: string;
}

export interface StackFile {
  readonly path: string;
  /** Undefined if the file does not exist yet. */
  readonly bytes: Uint8Array | undefined;
  readonly format: StackFileFormat;
  /** True if `bytes` come from another file, and `path` does not exist yet. */
  readonly isCopy?: boolean;
}

export type StackFileFormat = "yaml" | "json";

/** A crypter, and the `secrets_providers` block of the state for its key. The block is undefined if the crypter is closed. */
export interface StateCrypter extends Crypter {
  readonly block: SecretsBlock | undefined;
}

/** The crypter of the stack file. */
export interface StackCrypter extends StateCrypter {
  /** The secrets fields that the stack file lacks. The commit that uses the crypter must write them. */
  readonly missing: SecretsSettings;
}

export interface Workspace {
  readonly project: Project;
  readonly stack: string;
  /** The program directory: `main`, the directory of `main` if it is a file, or the project root. */
  readonly programDir: string;
  readonly location: StateLocation;
  /** The decompressed state. Undefined if the file does not exist yet (only with `--state`). */
  readonly stateBytes: Uint8Array | undefined;
  /** Parses and verifies `stateBytes` at its first call. Throws the STATE_ codes of `src/state`. */
  readonly state: () => Deployment | undefined;
  readonly stackFile: StackFile;
  /** All values by `namespace:name`. Flags override the stack file, which overrides the project file. */
  readonly config: StackConfig;
  /** The variables that the stack's ESC environments set for providers and programs. Empty without environments. */
  readonly environmentVariables: ReadonlyMap<string, EnvironmentVariable>;
  /** The variables that the environments also set, but for which imp uses its own variables. Empty without environments. */
  readonly inheritedVariables: readonly string[];
  /**
   * Returns the crypter for the stack file. If its secrets manager cannot be used here, the crypter is closed: it throws
   * SECRETS_PROVIDER_UNSUPPORTED when it is used.
   *
   * @throws PASSPHRASE_MISSING, PASSPHRASE_WRONG, PASSPHRASE_FILE_UNREADABLE, SALT_MALFORMED
   */
  readonly crypter: () => Promise<StackCrypter>;
  /**
   * Returns the crypter for the `secrets_providers` of the state, or the stack file's crypter if the state has none. New secrets must use it, because
   * existing secrets are not re-encrypted. Throws the same errors as `crypter`.
   */
  readonly stateCrypter: () => Promise<StateCrypter>;
  /**
   * Opens both crypters if the stack file has a key, because Pulumi's commands also need the passphrase of such a stack. Throws the same errors as
   * `crypter`.
   */
  readonly unlock: () => Promise<void>;
  /** Returns the errors of closed crypters. Needs no passphrase. */
  readonly closed: () => { readonly state?: ImpError; readonly stackFile?: ImpError };
}
