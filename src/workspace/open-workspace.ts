/** Opens a workspace from flags and environment: project, stack, state, configuration, and secrets. */
import { stat } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { parseUrn } from "../domain/urn.ts";
import { type Deployment, parseDeployment, sound } from "../state/deployment.ts";
import { chooseBackend, isReached } from "./backend/backend.ts";
import { checkProject, cliLocation, placeInBackend } from "./backend/place-in-backend.ts";
import { readStateFile, statePlace } from "./backend/read-state.ts";
import { selectedStack, stackNamed } from "./backend/selected-stack.ts";
import { newProjectAt, workingDirectoryOf } from "./project/new-project.ts";
import { type OpenEnvironment, openEnvironment } from "./project/open-environment.ts";
import { findProject, type ProjectFile, stackFileFormat } from "./project/project-file.ts";
import { missingKeys, readStackConfig } from "./project/stack-config.ts";
import { openCrypters } from "./project/stack-crypter.ts";
import { readStackSettings, type StackSettings } from "./project/stack-settings.ts";
import { checkProjectName, type StackReference } from "./settings/names.ts";
import { readOptional } from "./settings/read-file.ts";
import type {
  Environment,
  EnvironmentVariable,
  Project,
  StackFile,
  StateLocation,
  Workspace,
  WorkspaceFlags,
  WorkspaceIo,
} from "./workspace.ts";

type StackChoice = Omit<WorkspaceFlags, "config">;

/** A stack and its state, without configuration and secrets, so no passphrase is needed. */
export interface OpenStack extends LazyState, Pick<Workspace, "project" | "stack" | "location" | "stateBytes"> {
  /** The project file. Undefined if it is missing or belongs to another project. */
  readonly file: ProjectFile | undefined;
}

/** Finds the stack and reads its state. Does not write or lock. Throws the errors of `openWorkspace`. */
export async function openStack(flags: StackChoice, environment: Environment): Promise<OpenStack> {
  checkFlags(flags);
  const projectFile = await findProject(flags.cwd);
  return flags.state === undefined
    ? await openInBackend(flags, environment, projectFile)
    : await placeInFile(flags, environment, projectFile, resolve(flags.cwd, flags.state));
}

/**
 * Opens the configuration and the secrets. Does not write or lock. Needs a passphrase only if the configuration has secrets or a crypter is used.
 *
 * @throws USAGE for conflicting flags, and the errors in the section "workspace, secrets" of the error catalog
 */
export async function openWorkspace(
  openedStack: OpenStack,
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo,
): Promise<Workspace> {
  const { location, stateBytes } = openedStack;
  const statePath = statePlace(location);
  const { sources, ...workspace } = await openSettings({ ...openedStack, statePath }, flags, environment, io);
  // Create the secrets key of a new stack now, to report a missing passphrase early.
  if (location.kind === "diy" && location.isNew) await workspace.crypter();
  const missing = missingKeys(sources, workspace.config);
  if (location.kind !== "file" && missing.length > 0)
    throw ImpError.of("CONFIG_MISSING", { path: workspace.stackFile.path, keys: missing });
  if (location.kind !== "file") checkOwner(openedStack, statePath);
  return { ...workspace, location, stateBytes };
}

/** Throws if the URNs in the state belong to another stack, as in a copied checkpoint. */
function checkOwner({ parsed, project, stack }: OpenStack, where: string): void {
  const first = parsed()?.resources[0];
  const names = first === undefined ? undefined : parseUrn(first.urn);
  if (names === undefined) return;
  checkProject(parsed(), project, where);
  if (names.stack !== stack)
    throw ImpError.of("STACK_MISMATCH", { expected: stack, found: names.stack, where, kept: "backend" });
}

/** Returns the names of all configuration values as `namespace:name`. Throws SETTINGS_INVALID, FILE_UNREADABLE. */
export async function configKeysOf({ file, stack, project }: OpenStack, cwd: string): Promise<ReadonlySet<string>> {
  const settings = readStackSettings(await findStackFile(file, cwd, stack), project.name);
  return new Set([...(file?.config.keys() ?? []), ...settings.config.keys()]);
}

/** A read-only workspace whose state has only the requested resources. */
export type ThrowawayWorkspace = Omit<Workspace, "location" | "stateBytes">;

/**
 * Opens project and configuration for a state that is discarded after the run. `urns` are the requested resources of the state. If there are none, no
 * stack is needed.
 */
export async function openThrowaway(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo,
  urns: ReadonlySet<Urn>,
): Promise<ThrowawayWorkspace> {
  if (urns.size > 0) {
    const stack = await openStack(flags, environment);
    const deployment = stack.state();
    const kept = deployment && { ...deployment, resources: deployment.resources.filter(({ urn }) => urns.has(urn)) };
    const sources = { ...stack, state: () => kept, statePath: statePlace(stack.location) };
    const { sources: _, ...workspace } = await openSettings(sources, flags, environment, io);
    return workspace;
  }
  const file = await findProject(flags.cwd);
  const project = file ?? { name: "snippet", root: flags.cwd, plugins: [] };
  const reference = await selectedStack(flags, environment, project, undefined);
  const stack = reference?.stack ?? "dev";
  const location = reference && (await locationOfCli(reference, project, flags.cwd, environment));
  const opened = { project, file, stack, location, state: () => undefined, statePath: flags.cwd };
  const { sources: _, ...workspace } = await openSettings(opened, flags, environment, io);
  return workspace;
}

/** Returns the location if only the `pulumi` command can access the stack's backend. */
async function locationOfCli(
  reference: StackReference,
  project: Project,
  cwd: string,
  environment: Environment,
): Promise<StateLocation | undefined> {
  const chosen = await chooseBackend(project, cwd, environment);
  if (isReached(chosen.url)) return undefined;
  return cliLocation(chosen, reference, environment, workingDirectoryOf(project, cwd));
}

interface OpenSettings extends Pick<OpenStack, "project" | "file" | "stack" | "state"> {
  readonly statePath: string;
  /** Omitted if the stack may not exist. */
  readonly location?: StateLocation;
}

/** Opens configuration and secrets. */
async function openSettings(
  { project, file, stack, state, statePath, location }: OpenSettings,
  flags: Pick<WorkspaceFlags, "cwd" | "config" | "notSecret">,
  environment: Environment,
  io: WorkspaceIo,
) {
  const stackFile = await findStackFile(file, flags.cwd, stack);
  const settings = readStackSettings(stackFile, project.name);
  const crypters = openCrypters(
    { stackFile: stackFile.path, secrets: settings.secrets, statePath, state, cwd: flags.cwd },
    environment,
    io,
  );
  const declarations = file?.config ?? new Map();
  const opened = await openEnvironmentOf(settings, { project, location, path: stackFile.path }, environment);
  const sources = {
    project: project.name,
    flags: flags.config,
    notSecret: flags.notSecret ?? new Set<string>(),
    stack: settings.config,
    declarations,
    resolved: opened?.config,
  };
  const config = await readStackConfig(sources, crypters.crypter);
  const programDir = await programDirOf(project);
  const variables = {
    environmentVariables: opened?.variables ?? new Map<string, EnvironmentVariable>(),
    inheritedVariables: opened?.inherited ?? [],
  };
  return { project, stack, programDir, state, stackFile, config, ...variables, ...crypters, sources };
}

/** Opens the environments of the stack. Without a backend, as with `--state`, their values stay unknown. */
async function openEnvironmentOf(
  { environment: definition }: StackSettings,
  { project, location, path }: Pick<OpenSettings, "project" | "location"> & { readonly path: string },
  { env }: Environment,
): Promise<OpenEnvironment | undefined> {
  if (definition === undefined || location === undefined) return undefined;
  switch (location.kind) {
    case "file":
      return undefined;
    case "diy":
      throw ImpError.of("ENVIRONMENT_UNSUPPORTED", { path, reason: "backend" });
    case "cli": {
      const { cli, organization } = location;
      return await openEnvironment({ definition, project: project.name, path, organization, cli, env });
    }
  }
}

function checkFlags(flags: StackChoice): void {
  const { state, stack, project, stackName } = flags;
  if (state !== undefined && stack !== undefined)
    throw ImpError.of("USAGE", {
      message: "--stack and --state cannot be combined.",
      hint: "With --state, pass the name of the stack with --stack-name.",
    });
  if (state === undefined && (project ?? stackName) !== undefined)
    throw ImpError.of("USAGE", {
      message: "--project and --stack-name require --state FILE.",
      hint: "Use --stack NAME for a stack of a backend.",
    });
}

async function openInBackend(
  flags: StackChoice,
  environment: Environment,
  projectFile: ProjectFile | undefined,
): Promise<OpenStack> {
  const made = projectFile === undefined ? flags.newProject : undefined;
  const project = projectFile ?? (made && newProjectAt(made.path, stackNamed(flags, environment)));
  if (!project) throw ImpError.of("PROJECT_NOT_FOUND", { directory: flags.cwd });
  const createStack = flags.createStack === true || made?.makesStack === true;
  const { location, stack, json, file } = await placeInBackend({ ...flags, createStack }, environment, project);
  const lazy = lazyState(file, json);
  if (location.kind === "diy" && location.backend.layout === 0) checkProject(lazy.parsed(), project, file);
  return { project, file: projectFile, stack, location, stateBytes: json, ...lazy };
}

/** Opens a state file. Project and stack come from the flags, the resources, or the project file and the selected stack, in this order. */
async function placeInFile(
  flags: StackChoice,
  environment: Environment,
  projectFile: ProjectFile | undefined,
  path: string,
): Promise<OpenStack> {
  const stored = await readStateFile(path);
  const lazy = lazyState(path, stored?.json);
  const first = lazy.state()?.resources[0];
  const firstNames = first === undefined ? undefined : parseUrn(first.urn);
  const names = { stack: firstNames?.stack, project: firstNames?.project };
  const project = flags.project ?? names.project ?? projectFile?.name;
  const file = projectFile?.name === project ? projectFile : undefined;
  const stack = flags.stackName ?? names.stack ?? (await stackOfProject(flags, environment, projectFile));
  if (project === undefined || stack === undefined) {
    const missing = project !== undefined ? "stack" : stack !== undefined ? "project" : "project and stack";
    throw ImpError.of("STATE_NAMES_MISSING", { path, missing });
  }
  checkProjectName("project", project, flags.project === undefined ? path : "--project");
  checkProjectName("stack", stack, flags.stackName === undefined ? path : "--stack-name");
  checkNamesInState(flags, projectFile, names, path);
  const location: StateLocation = { kind: "file", path };
  const here: Project = file ?? { name: project, root: flags.cwd, plugins: [] };
  return { project: here, file, stack, location, stateBytes: stored?.json, ...lazy };
}

function checkNamesInState(
  flags: StackChoice,
  projectFile: ProjectFile | undefined,
  names: { readonly project: string | undefined; readonly stack: string | undefined },
  path: string,
): void {
  const expected = flags.project ?? projectFile?.name;
  if (names.project !== undefined && expected !== undefined && names.project !== expected)
    throw ImpError.of("PROJECT_MISMATCH", {
      expected,
      found: names.project,
      where: path,
      hint:
        flags.project === undefined
          ? `Pass --project ${names.project} to ignore ${projectFile?.file}, or use --cwd DIR.`
          : `Omit --project, or pass --project ${names.project}.`,
    });
  if (names.stack !== undefined && flags.stackName !== undefined && names.stack !== flags.stackName)
    throw ImpError.of("STACK_MISMATCH", { expected: flags.stackName, found: names.stack, where: path, kept: "file" });
}

async function stackOfProject(
  flags: StackChoice,
  environment: Environment,
  projectFile: ProjectFile | undefined,
): Promise<string | undefined> {
  if (projectFile === undefined) return undefined;
  return (await selectedStack(flags, environment, projectFile, undefined))?.stack;
}

/** A state that is parsed and verified at its first use. */
export interface LazyState {
  /** Returns the parsed state. Throws the STATE_ codes of `parseDeployment`. */
  readonly parsed: () => Deployment | undefined;
  /** Returns the parsed state after checking its integrity. Throws STATE_INTEGRITY. */
  readonly state: () => Deployment | undefined;
}

export function lazyState(path: string, json: Uint8Array | undefined): LazyState {
  let read: Deployment | undefined;
  let verified: Deployment | undefined;
  const parsed = (): Deployment | undefined => {
    if (json !== undefined) read ??= parseDeployment(json, path);
    return read;
  };
  const state = (): Deployment | undefined => {
    const deployment = parsed();
    if (deployment !== undefined) verified ??= sound(deployment, path);
    return verified;
  };
  return { parsed, state };
}

async function findStackFile(file: ProjectFile | undefined, cwd: string, stack: string): Promise<StackFile> {
  const path = join(file?.stackConfigDir ?? cwd, `Pulumi.${stack}${file?.extension ?? ".yaml"}`);
  return { path, bytes: await readOptional(path), format: stackFileFormat(path) };
}

/** Returns the program directory. `main` may be a directory or a file, and may not exist. */
export async function programDirOf({ root, main }: Project): Promise<string> {
  if (main === undefined) return root;
  const path = isAbsolute(main) ? main : join(root, main);
  try {
    return (await stat(path)).isDirectory() ? path : dirname(path);
  } catch {
    return extname(path) === "" ? path : dirname(path);
  }
}
