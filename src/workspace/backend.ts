/**
 * Chooses the backend and finds a stack's checkpoint in a file backend (state-and-secrets.md §4.1-§4.3, §4.8).
 */
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ImpError } from "../errors.ts";
import { errorCode, parseSettings, readOptional, settingsProblem, stringChild } from "./settings.ts";
import type { DiyTarget, Environment } from "./workspace.ts";

export interface Backend {
  /** As the user typed it. */
  readonly url: string;
  /** The directory that holds `.pulumi`, absolute. */
  readonly root: string;
}

/** `PULUMI_HOME`, else `~/.pulumi`. */
export function pulumiHome({ env, homeDir }: Environment): string {
  return env.PULUMI_HOME === undefined || env.PULUMI_HOME === "" ? join(homeDir, ".pulumi") : env.PULUMI_HOME;
}

/**
 * `PULUMI_BACKEND_URL`, else the project's `backend.url`, else where `pulumi login` went. The directory exists and has
 * layout version 1. Throws BACKEND_UNSUPPORTED, BACKEND_NOT_FOUND, BACKEND_LAYOUT, SETTINGS_INVALID, FILE_UNREADABLE.
 */
export async function openBackend(
  project: { readonly file?: string; readonly backendUrl?: string },
  cwd: string,
  environment: Environment,
): Promise<Backend> {
  const { url, where } = await chooseUrl(project, cwd, environment);
  if (!url.startsWith("file://")) throw ImpError.of("BACKEND_UNSUPPORTED", { url: withoutSecrets(url), where });
  const root = fileRoot(url, cwd, environment.homeDir);
  if (!(await isDirectory(root))) throw ImpError.of("BACKEND_NOT_FOUND", { url: withoutSecrets(url), directory: root });
  await checkLayout(root);
  return { url, root };
}

/** The newest of the stack's checkpoint files. Throws STACK_NOT_FOUND. `gzip` is decided later, by the bytes. */
export async function findCheckpoint(
  backend: Backend,
  project: string,
  stack: string,
): Promise<Omit<DiyTarget, "gzip">> {
  const base = join(backend.root, ".pulumi", "stacks", project, `${stack}.json`);
  let newest: { readonly path: string; readonly time: number } | undefined;
  // Later wins a tie, in the order of the backend's listing.
  for (const path of [base, `${base}.gz`, `${base}.zst`]) {
    const time = await modified(path);
    if (time !== undefined && (newest === undefined || time >= newest.time)) newest = { path, time };
  }
  if (newest === undefined)
    throw ImpError.of("STACK_NOT_FOUND", { project, stack, backend: withoutSecrets(backend.url) });
  return {
    kind: "diy",
    checkpointPath: newest.path,
    backendRoot: backend.root,
    backendUrl: backend.url,
    lockDirectory: join(backend.root, ".pulumi", "locks", "organization", project, stack),
    stack,
  };
}

async function chooseUrl(
  project: { readonly file?: string; readonly backendUrl?: string },
  cwd: string,
  environment: Environment,
): Promise<{ url: string; where: string }> {
  const fromEnv = environment.env.PULUMI_BACKEND_URL;
  if (fromEnv !== undefined && fromEnv !== "") return { url: fromEnv, where: "PULUMI_BACKEND_URL" };
  if (project.backendUrl !== undefined) return { url: project.backendUrl, where: `backend.url of ${project.file}` };
  const directory = environment.env.PULUMI_CREDENTIALS_PATH;
  const home = directory === undefined || directory === "" ? pulumiHome(environment) : directory;
  const path = join(resolve(cwd, home), "credentials.json");
  const bytes = await readOptional(path);
  const settings = bytes === undefined ? undefined : parseSettings(path, bytes);
  const current = settings === undefined ? undefined : stringChild(settings, settings.root, "current");
  if (current !== undefined && current !== "") return { url: current, where: path };
  return { url: "https://api.pulumi.com", where: "Pulumi Cloud, the default when no other backend is named" };
}

/** Expands `~`, resolves against the working directory, drops the query. */
function fileRoot(url: string, cwd: string, homeDir: string): string {
  const typed = url.slice("file://".length).split("?")[0] ?? "";
  // Pulumi cuts the two characters `~/`, whatever the second one is.
  const path = typed === "~" ? homeDir : typed.startsWith("~") ? join(homeDir, typed.slice(2)) : typed;
  return resolve(cwd, decodePercent(path));
}

function decodePercent(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Refuses stores of another layout, as `.pulumi/meta.yaml` or loose checkpoints tell. */
async function checkLayout(root: string): Promise<void> {
  const path = join(root, ".pulumi", "meta.yaml");
  const bytes = await readOptional(path);
  if (bytes === undefined) {
    const stacks = join(root, ".pulumi", "stacks");
    if (await hasLooseCheckpoint(stacks)) throw ImpError.of("BACKEND_LAYOUT", { path: stacks, version: 0 });
    return;
  }
  const settings = parseSettings(path, bytes);
  const version = stringChild(settings, settings.root, "version");
  if (version === undefined || !/^\d+$/.test(version))
    throw settingsProblem(settings, 0, "The layout's version is missing.", "Restore the line `version: 1`.");
  if (version !== "1") throw ImpError.of("BACKEND_LAYOUT", { path, version: Number(version) });
}

async function hasLooseCheckpoint(stacks: string): Promise<boolean> {
  try {
    const entries = await readdir(stacks, { withFileTypes: true });
    return entries.some((entry) => entry.isFile() && /\.(json|yaml|yml)(\.gz|\.zst)?$/.test(entry.name));
  } catch {
    return false;
  }
}

async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function modified(path: string): Promise<number | undefined> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.mtimeMs : undefined;
  } catch (error) {
    const reason = errorCode(error);
    if (reason === "ENOENT" || reason === "ENOTDIR") return undefined;
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  }
}

/** A backend URL may hold a password (postgres) or keys (queries). */
function withoutSecrets(url: string): string {
  const anonymous = url.startsWith("file://") ? url : url.replace(/^([a-z0-9+.-]+:\/\/).*@/i, "$1");
  return anonymous.split(/[?#]/)[0] ?? "";
}
