/**
 * Declares the workspace of a run: project, stack, configuration, secrets and state. Types only.
 */
import type { PassphraseQuestion } from "../domain/questions.ts";
import type { StackConfig } from "../domain/stack-config.ts";
import type { ImpError } from "../errors.ts";
import type { Crypter, Random, SecretsBlock, SecretsManager, SecretsSettings } from "../secrets/secrets-manager.ts";
import type { Deployment } from "../state/deployment.ts";
import type { CliStack } from "../store/pulumi-cli.ts";
import type { Store } from "../store/store.ts";

export interface WorkspaceFlags {
  /** An absolute path. */
  readonly cwd: string;
  /** `<stack>`, `organization/<stack>` or `organization/<project>/<stack>`. */
  readonly stack?: string;
  /** A file in the form of `pulumi stack export`, relative to `cwd`; it need not exist. */
  readonly state?: string;
  /** Only with `state`; where it differs from the project file here, that file is not used. */
  readonly project?: string;
  /** Only with `state`. */
  readonly stackName?: string;
  /** A stack that is not there is made, when the rest is written. */
  readonly createStack?: boolean;
  /** Where there is no project in `cwd` or above. */
  readonly newProject?: NewProjectFlags;
  /** `--config KEY=VALUE`; a key without a namespace is the project's. */
  readonly config: ReadonlyMap<string, string>;
  /** Keys of `config` whose values are not secrets, although they look like secrets. Defaults to none. */
  readonly notSecret?: ReadonlySet<string>;
}

export interface Environment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** An absolute path. */
  readonly homeDir: string;
}

export interface WorkspaceIo {
  readonly random: Random;
  /** The managers that may keep the secrets of a stack. The first that names a key in a file opens it. */
  readonly secretsManagers: readonly SecretsManager[];
  /** Asks a person for the passphrase that the environment does not name; absent: nobody is there. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
}

interface NewProjectFlags {
  /** The directory that becomes the project; absolute. */
  readonly path: string;
  /** Its stack is made with it, where the backend has none of this name. */
  readonly makesStack: boolean;
}

export interface Project {
  readonly name: string;
  /** The directory of the project file, or of that which is to be written; `cwd` where there is none. */
  readonly root: string;
  /** The project file's path; absent: there is none, or it is another project's (`--project`). */
  readonly file?: string;
  readonly runtime?: string;
  /** As the project file has it. */
  readonly main?: string;
  /** Provider plugins that the project names itself; `path` is an absolute directory. */
  readonly plugins: readonly ProjectPlugin[];
  /** As the project file has it. */
  readonly backendUrl?: string;
}

export interface ProjectPlugin {
  readonly name: string;
  readonly path: string;
  readonly version?: string;
}

/** The state location. */
export type StateLocation = DiyLocation | CliLocation | FileLocation;

/** A stack of a backend that people keep themselves: a directory or a bucket (docs/state.md#backends). */
export interface DiyLocation {
  readonly kind: "diy";
  readonly backend: Backend;
  readonly keys: StackKeys;
  /** The key of the checkpoint that is there. */
  readonly checkpoint: string;
  /** The checkpoint is compressed, and stays so. */
  readonly gzip: boolean;
  /** The bare stack name, for `pulumi cancel`. */
  readonly stack: string;
  /** It is not there yet: a commit makes it first, with the state that the workspace has. */
  readonly isNew?: true;
}

export interface Backend {
  /** As the user typed it. */
  readonly url: string;
  readonly store: Store;
  readonly layout: BackendLayout;
  /** The copies next to checkpoints, by the environment. */
  readonly keeps: { readonly backups: boolean; readonly checkpoints: boolean };
}

/** 1: stacks in a folder of their project. 0: all stacks together, as old stores have them. */
export type BackendLayout = 0 | 1;

/** The locations of a stack's files in its backend. */
export interface StackKeys {
  /** The checkpoint's key without `.json` and what compression adds. */
  readonly base: string;
  /** Folders, with `/` at their end. */
  readonly locks: string;
  readonly history: string;
  readonly backups: string;
  /** The stack's full name: `organization/PROJECT/STACK`, the bare name in an old store. */
  readonly qualified: string;
}

/** A stack of a backend that only the `pulumi` command reaches. */
export interface CliLocation {
  readonly kind: "cli";
  /** Without secrets. */
  readonly url: string;
  /** As the command takes it. */
  readonly reference: string;
  readonly stack: string;
  readonly cli: CliStack;
}

/** A file in the form of `pulumi stack export`. */
export interface FileLocation {
  readonly kind: "file";
  readonly path: string;
}

export interface StackFile {
  readonly path: string;
  /** Absent: there is no such file yet. */
  readonly bytes: Uint8Array | undefined;
  readonly format: StackFileFormat;
  /** `bytes` are another file's: there is none at `path` yet. */
  readonly isCopy?: boolean;
}

export type StackFileFormat = "yaml" | "json";

/** A crypter, and the block of a state whose secrets it encrypts: `undefined` if it is closed. */
export interface StateCrypter extends Crypter {
  readonly block: SecretsBlock | undefined;
}

/** The crypter of the stack file. */
export interface StackCrypter extends StateCrypter {
  /** Fields that the stack file does not have yet: they must be written there in the same commit. */
  readonly missing: SecretsSettings;
}

export interface Workspace {
  readonly project: Project;
  readonly stack: string;
  /** The program location: `main` when it is a directory, its directory when it is a file, else the project's root. */
  readonly programDir: string;
  readonly location: StateLocation;
  /** The state as JSON, decompressed; absent: no such file yet (only with `--state`). */
  readonly stateBytes: Uint8Array | undefined;
  /** `stateBytes` read and verified, once and when first asked for. Throws the STATE_ codes of `src/state`. */
  readonly state: () => Deployment | undefined;
  readonly stackFile: StackFile;
  /** Every value by `namespace:name`; flags before the stack file before the project file. */
  readonly config: StackConfig;
  /**
   * The crypter for the stack file, made once. Throws PASSPHRASE_MISSING, PASSPHRASE_WRONG, PASSPHRASE_FILE_UNREADABLE,
   * SALT_MALFORMED. Of a manager that cannot be used here it is closed, and throws SECRETS_PROVIDER_UNSUPPORTED when it is used.
   */
  readonly crypter: () => Promise<StackCrypter>;
  /**
   * The crypter for the state: that of its `secrets_providers`, the stack file's when it has none. Secrets that are
   * added to a state must use this one, for the others there stay as they are. Throws as `crypter`.
   */
  readonly stateCrypter: () => Promise<StateCrypter>;
  /**
   * Opens both crypters if the stack file names a key, as every command of Pulumi needs the passphrase of such a stack; otherwise does nothing.
   * Throws as `crypter`.
   */
  readonly unlock: () => Promise<void>;
  /** Which of the two are closed, and why. Needs no passphrase. */
  readonly closed: () => { readonly state?: ImpError; readonly stackFile?: ImpError };
}
