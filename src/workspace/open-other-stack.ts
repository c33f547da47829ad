/** Opens the state of another stack for reading, without a lock. */
import { isAbsolute, relative, resolve } from "node:path";
import { ImpError } from "../domain/errors.ts";
import { parseUrn } from "../domain/urn.ts";
import { type Deployment, readDeployment } from "../state/deployment.ts";
import type { Crypter } from "../state/secrets/secrets-manager.ts";
import { chooseBackend, findCheckpoint, openBackend } from "./backend/backend.ts";
import { stacksOf } from "./backend/backend-layout.ts";
import { refuseIfLocked } from "./backend/lock.ts";
import { readState, readStateFile } from "./backend/read-state.ts";
import { findProject } from "./project/project-file.ts";
import { openCrypters } from "./project/stack-crypter.ts";
import { checkOrganization, checkProjectName, parseStackReference } from "./settings/names.ts";
import type { Backend, Environment, Workspace, WorkspaceIo } from "./workspace.ts";

export type OtherStackFlag = "--from-stack" | "--stack-reference";

export interface OtherStack {
  /** The name for Pulumi's `--stack` flag. For a state file, the stack name without an organization, which the file does not contain. */
  readonly name: string;
  readonly project: string;
  readonly stack: string;
  readonly file: string;
  readonly state: Deployment;
  /** Returns the crypter for the secrets. Throws the errors of `Workspace.crypter`, and OTHER_PASSPHRASE_WRONG. */
  readonly crypter: () => Promise<Crypter>;
}

interface OtherState {
  readonly path: string;
  readonly json: Uint8Array;
  readonly name?: string;
}

/**
 * Opens a stack in the backend of the workspace, or a file in the format of `pulumi stack export`.
 *
 * @param flag the flag that names the stack, for messages
 * @throws OTHER_STACK_NOT_FOUND, OTHER_STACK_SAME, OTHER_STACK_EMPTY, OTHER_STACK_UNSETTLED, STACK_LOCKED, FILE_UNREADABLE, NAME_INVALID, and
 * the errors of the backend and of `readDeployment`
 */
export async function openOtherStack(
  text: string,
  cwd: string,
  workspace: Workspace,
  environment: Environment,
  io: WorkspaceIo,
  flag: OtherStackFlag = "--from-stack",
): Promise<OtherStack> {
  const { path, json, name } =
    isPath(text) && flag === "--from-stack"
      ? await findFile(text, cwd)
      : await findStack(text, cwd, workspace, environment, flag);
  const file = (isAbsolute(path) && relative(cwd, path)) || path;
  const state = readDeployment(json, file);
  const { project, stack } = projectAndStack(state, text, file, flag);
  if (project === workspace.project.name && stack === workspace.stack)
    throw ImpError.of("OTHER_STACK_SAME", { project, stack, file, flag });
  if (state.pendingOperations.length > 0)
    throw ImpError.of("OTHER_STACK_UNSETTLED", { stack: text, file, operations: state.pendingOperations.length });
  const sources = { stackFile: file, secrets: {}, statePath: file, state: () => state, cwd };
  const { stateCrypter } = openCrypters(sources, withOwnPassphrase(environment), io);
  return { name: name ?? stack, project, stack, file, state, crypter: () => ofOtherStack(stateCrypter, file) };
}

function projectAndStack(
  state: Deployment,
  text: string,
  file: string,
  flag: OtherStackFlag,
): { readonly project: string; readonly stack: string } {
  const names = state.resources[0] === undefined ? undefined : parseUrn(state.resources[0].urn);
  if (names === undefined) throw ImpError.of("OTHER_STACK_EMPTY", { stack: text, file, flag });
  return names;
}

function isPath(text: string): boolean {
  // Stack names contain neither backslashes nor colons.
  return /^(?:\.{0,2}|[A-Za-z]:)[/\\]/.test(text) || text.endsWith(".json");
}

async function findFile(text: string, cwd: string): Promise<OtherState> {
  const path = resolve(cwd, text);
  const stored = await readStateFile(path);
  if (stored === undefined) throw ImpError.of("FILE_UNREADABLE", { path: text, reason: "ENOENT" });
  return { path, json: stored.json };
}

async function findStack(
  text: string,
  cwd: string,
  workspace: Workspace,
  environment: Environment,
  flag: OtherStackFlag,
): Promise<OtherState> {
  const { project, stack } = stackReference(text, workspace.project.name, flag);
  // A new stack without resources would otherwise be reported as empty.
  if (project === workspace.project.name && stack === workspace.stack)
    throw ImpError.of("OTHER_STACK_SAME", { project, stack, file: `${project}/${stack}`, flag });
  const { location } = workspace;
  const backend = location.kind === "diy" ? location.backend : await openChosen(cwd, environment);
  const { store, layout } = backend;
  const checkpoint = await findCheckpoint(backend, project, stack);
  if (checkpoint === undefined) {
    const stacks = await stacksOf(store, layout);
    throw ImpError.of("OTHER_STACK_NOT_FOUND", {
      stack: `${project}/${stack}`,
      directory: store.shown(""),
      stacks,
      flag,
    });
  }
  await refuseIfLocked(checkpoint);
  const stored = await readState(checkpoint);
  const path = store.shown(checkpoint.checkpoint);
  if (stored === undefined) throw ImpError.of("FILE_UNREADABLE", { path, reason: "ENOENT" });
  return { path, json: stored.json, name: checkpoint.keys.qualified };
}

async function openChosen(cwd: string, environment: Environment): Promise<Backend> {
  return await openBackend(await chooseBackend((await findProject(cwd)) ?? {}, cwd, environment), cwd, environment);
}

/** Parses a stack reference. Also accepts `project/stack`, because self-managed backends have only the organization `organization`. */
function stackReference(
  text: string,
  project: string,
  flag: OtherStackFlag,
): { readonly project: string; readonly stack: string } {
  const [first = "", second = "", ...rest] = text.split("/");
  if (rest.length === 0 && text.includes("/") && first !== "organization") {
    return {
      project: checkProjectName("project", first, flag),
      stack: checkProjectName("stack", second, flag),
    };
  }
  return { project, ...checkOrganization(parseStackReference(text, flag)) };
}

/** Replaces Pulumi's passphrase variables with IMP_FROM_PASSPHRASE or IMP_FROM_PASSPHRASE_FILE, because the stacks can have different passphrases. */
function withOwnPassphrase(environment: Environment): Environment {
  const { IMP_FROM_PASSPHRASE: word, IMP_FROM_PASSPHRASE_FILE: file, ...env } = environment.env;
  if (word !== undefined) return { ...environment, env: { ...env, PULUMI_CONFIG_PASSPHRASE: word } };
  if (file === undefined || file === "") return environment;
  return { ...environment, env: { PULUMI_CONFIG_PASSPHRASE_FILE: file } };
}

/** Opens the crypter. Replaces PASSPHRASE_WRONG with OTHER_PASSPHRASE_WRONG, whose hint is about the other stack. */
async function ofOtherStack(open: () => Promise<Crypter>, file: string): Promise<Crypter> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ImpError && error.code === "PASSPHRASE_WRONG")
      throw ImpError.of("OTHER_PASSPHRASE_WRONG", { where: file });
    throw error;
  }
}
