/**
 * Turns the flags and the environment of a run into a workspace: project, stack, state, configuration and secrets.
 */
import { stat } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, resolve } from "node:path";
import { parseUrn } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { type Deployment, parseDeployment, sound } from "../state/deployment.ts";
import { checkProject, placeInBackend } from "./backend/place-in-backend.ts";
import { readStateFile, statePlace } from "./backend/read-state.ts";
import { selectedStack, stackNamed } from "./backend/selected-stack.ts";
import { newProjectAt } from "./project/new-project.ts";
import { findProject, type ProjectFile, stackFileFormat } from "./project/project-file.ts";
import { missingKeys, readStackConfig } from "./project/stack-config.ts";
import { openCrypters } from "./project/stack-crypter.ts";
import { readStackSettings } from "./project/stack-settings.ts";
import { checkProjectName } from "./settings/names.ts";
import { readOptional } from "./settings/read-file.ts";
import type {
  Environment,
  Project,
  StackFile,
  StateLocation,
  Workspace,
  WorkspaceFlags,
  WorkspaceIo,
} from "./workspace.ts";

/** The flags that select a stack. */
type StackChoice = Omit<WorkspaceFlags, "config">;

/** A stack and its state, without configuration and secrets: no passphrase is asked for. */
export interface OpenStack extends LazyState, Pick<Workspace, "project" | "stack" | "location" | "stateBytes"> {
  /** The project file, where it is the project's. */
  readonly file: ProjectFile | undefined;
}

/** Finds the stack and reads the bytes of its state. Nothing is written and no lock is taken. Throws as `openWorkspace`. */
export async function openStack(flags: StackChoice, environment: Environment): Promise<OpenStack> {
  checkFlags(flags);
  const found = await findProject(flags.cwd);
  return flags.state === undefined
    ? await openInBackend(flags, environment, found)
    : await placeInFile(flags, environment, found, resolve(flags.cwd, flags.state));
}

/**
 * Opens the workspace of a stack. Nothing is written and no lock is taken. A passphrase is needed only when the configuration has
 * secrets, or when a crypter is asked for.
 *
 * @throws USAGE for flags that exclude each other; else the codes of the section "workspace, secrets" of the catalogue.
 */
export async function openWorkspace(
  place: OpenStack,
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo,
): Promise<Workspace> {
  const { location, stateBytes } = place;
  const statePath = statePlace(location);
  const { settings, sources, ...workspace } = await openSettings({ ...place, statePath }, flags, environment, io);
  if (location.kind !== "file" && settings.environment) {
    const opens = location.kind === "diy" ? "nobody" : "service";
    throw ImpError.of("ENVIRONMENT_UNSUPPORTED", { path: workspace.stackFile.path, opens });
  }
  // A new stack has a key for its secrets from the start, so a missing passphrase is reported at once.
  if (location.kind === "diy" && location.isNew) await workspace.crypter();
  const missing = missingKeys(sources, workspace.config);
  if (location.kind !== "file" && missing.length > 0)
    throw ImpError.of("CONFIG_MISSING", { path: workspace.stackFile.path, keys: missing });
  if (location.kind !== "file") checkOwner(place, statePath);
  return { ...workspace, location, stateBytes };
}

/** A copied checkpoint has the names of its origin: additions would belong to no resource in it. */
function checkOwner({ parsed, project, stack }: OpenStack, where: string): void {
  const first = parsed()?.resources[0];
  const own = first === undefined ? undefined : parseUrn(first.urn);
  if (own === undefined) return;
  checkProject(parsed(), project, where);
  if (own.stack !== stack)
    throw ImpError.of("STACK_MISMATCH", { expected: stack, found: own.stack, where, kept: "backend" });
}

/** The names of all that is configured, by `namespace:name`, without the values. Throws SETTINGS_INVALID, FILE_UNREADABLE. */
export async function configKeysOf({ file, stack, project }: OpenStack, cwd: string): Promise<ReadonlySet<string>> {
  const settings = readStackSettings(await findStackFile(file, cwd, stack), project.name);
  return new Set([...(file?.config.keys() ?? []), ...settings.config.keys()]);
}

/** A workspace in which nothing can be written: of the stack it has the resources that are asked for, and no others. */
export type ThrowawayWorkspace = Omit<Workspace, "location" | "stateBytes">;

/**
 * Opens project and configuration as `openWorkspace` does, for a state that is thrown away: neither a backend nor a stack nor a project
 * need be there, unless resources of the stack are asked for.
 *
 * @param urns those resources
 */
export async function openThrowaway(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo,
  urns: ReadonlySet<Urn>,
): Promise<ThrowawayWorkspace> {
  if (urns.size > 0) {
    const stack = await openStack(flags, environment);
    const there = stack.state();
    const kept = there && { ...there, resources: there.resources.filter(({ urn }) => urns.has(urn)) };
    const place = { ...stack, state: () => kept, statePath: statePlace(stack.location) };
    const { settings: _, sources: __, ...workspace } = await openSettings(place, flags, environment, io);
    return workspace;
  }
  const file = await findProject(flags.cwd);
  const project = file ?? { name: "snippet", root: flags.cwd, plugins: [] };
  const reference = await selectedStack(flags, environment, project, undefined);
  const stack = reference?.stack ?? "dev";
  const place = { project, file, stack, state: () => undefined, statePath: flags.cwd };
  const { settings: _, sources: __, ...workspace } = await openSettings(place, flags, environment, io);
  return workspace;
}

/** Everything that does not depend on where the state is. */
async function openSettings(
  {
    project,
    file,
    stack,
    state,
    statePath,
  }: Omit<OpenStack, "location" | "stateBytes" | "parsed"> & { readonly statePath: string },
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
  const sources = {
    project: project.name,
    flags: flags.config,
    notSecret: flags.notSecret ?? new Set<string>(),
    stack: settings.config,
    declarations,
  };
  const config = await readStackConfig(sources, crypters.crypter);
  const programDir = await programDirOf(project);
  return { project, stack, programDir, state, stackFile, config, ...crypters, settings, sources };
}

function checkFlags(flags: StackChoice): void {
  const { state, stack, project, stackName } = flags;
  if (state !== undefined && stack !== undefined)
    throw ImpError.of("USAGE", {
      message: "--stack names a stack of a backend, --state a file; only one of them can be given.",
      hint: "With --state, name the stack with --stack-name.",
    });
  if (state === undefined && (project ?? stackName) !== undefined)
    throw ImpError.of("USAGE", {
      message: "--project and --stack-name belong to --state FILE.",
      hint: "Use --stack NAME for a stack of a backend.",
    });
}

/** A stack of the backend that the environment, the project or the login names. */
async function openInBackend(
  flags: StackChoice,
  environment: Environment,
  found: ProjectFile | undefined,
): Promise<OpenStack> {
  const made = found === undefined ? flags.newProject : undefined;
  const project = found ?? (made && newProjectAt(made.path, stackNamed(flags, environment)));
  if (!project) throw ImpError.of("PROJECT_NOT_FOUND", { directory: flags.cwd });
  const createStack = flags.createStack === true || made?.makesStack === true;
  const { location, stack, json, file } = await placeInBackend({ ...flags, createStack }, environment, project);
  const lazy = lazyState(file, json);
  if (location.kind === "diy" && location.backend.layout === 0) checkProject(lazy.parsed(), project, file);
  return { project, file: found, stack, location, stateBytes: json, ...lazy };
}

/** A state file: names from the flags, else from its resources, else from the project here and the selected stack. */
async function placeInFile(
  flags: StackChoice,
  environment: Environment,
  found: ProjectFile | undefined,
  path: string,
): Promise<OpenStack> {
  const stored = await readStateFile(path);
  const lazy = lazyState(path, stored?.json);
  const first = lazy.state()?.resources[0];
  const own = first === undefined ? undefined : parseUrn(first.urn);
  const names = { stack: own?.stack, project: own?.project };
  const project = flags.project ?? names.project ?? found?.name;
  const file = found?.name === project ? found : undefined;
  const stack = flags.stackName ?? names.stack ?? (await stackOfProject(flags, environment, found));
  if (project === undefined || stack === undefined) {
    const missing = project !== undefined ? "stack" : stack !== undefined ? "project" : "project and stack";
    throw ImpError.of("STATE_NAMES_MISSING", { path, missing });
  }
  checkProjectName("project", project, flags.project === undefined ? path : "--project");
  checkProjectName("stack", stack, flags.stackName === undefined ? path : "--stack-name");
  checkNamesInState(flags, found, names, path);
  const location: StateLocation = { kind: "file", path };
  const here: Project = file ?? { name: project, root: flags.cwd, plugins: [] };
  return { project: here, file, stack, location, stateBytes: stored?.json, ...lazy };
}

/** The names on the command line and of the project here against those in the state. */
function checkNamesInState(
  flags: StackChoice,
  found: ProjectFile | undefined,
  names: { readonly project: string | undefined; readonly stack: string | undefined },
  path: string,
): void {
  const expected = flags.project ?? found?.name;
  if (names.project !== undefined && expected !== undefined && names.project !== expected)
    throw ImpError.of("PROJECT_MISMATCH", {
      expected,
      found: names.project,
      where: path,
      hint:
        flags.project === undefined
          ? `Give --project ${names.project}, then ${found?.file} is left aside; or use --cwd DIR.`
          : `Leave --project out, or give --project ${names.project}.`,
    });
  if (names.stack !== undefined && flags.stackName !== undefined && names.stack !== flags.stackName)
    throw ImpError.of("STACK_MISMATCH", { expected: flags.stackName, found: names.stack, where: path, kept: "file" });
}

async function stackOfProject(
  flags: StackChoice,
  environment: Environment,
  found: ProjectFile | undefined,
): Promise<string | undefined> {
  if (found === undefined) return undefined;
  return (await selectedStack(flags, environment, found, undefined))?.stack;
}

/** A state that is parsed and verified once and when first asked for. */
export interface LazyState {
  /** Throws the STATE_ codes of `parseDeployment`. */
  readonly parsed: () => Deployment | undefined;
  /** `parsed`, where it keeps the integrity rules. Throws STATE_INTEGRITY. */
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

/** Returns the location of the program. `main` may name a directory or a file, and may not exist yet. */
export async function programDirOf({ root, main }: Project): Promise<string> {
  if (main === undefined) return root;
  const path = isAbsolute(main) ? main : join(root, main);
  try {
    return (await stat(path)).isDirectory() ? path : dirname(path);
  } catch {
    return extname(path) === "" ? path : dirname(path);
  }
}
