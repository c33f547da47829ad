/** Chooses the backend and finds the checkpoint of a stack (docs/state.md#choosing-a-backend). */
import { join, resolve } from "node:path";
import { ImpError } from "../../domain/errors.ts";
import { directoryStore } from "../../store/directory-store.ts";
import { openStore } from "../../store/open-store.ts";
import type { Listed, Store } from "../../store/store.ts";
import { directoryOfUrl, objectScheme } from "../../store/store-url.ts";
import { isDirectory, readOptional } from "../settings/read-file.ts";
import { parseSettings, stringChild } from "../settings/settings.ts";
import type { Backend, DiyLocation, Environment } from "../workspace.ts";
import { keepsOf, readLayout, stackKeys } from "./backend-layout.ts";

/** Returns `PULUMI_HOME`, or `~/.pulumi`. */
export function pulumiHome({ env, homeDir }: Environment): string {
  return env.PULUMI_HOME === undefined || env.PULUMI_HOME === "" ? join(homeDir, ".pulumi") : env.PULUMI_HOME;
}

export interface ChosenBackend {
  readonly url: string;
  readonly where: string;
}

/**
 * Returns the backend from `PULUMI_BACKEND_URL`, `backend.url` of the project, or `pulumi login`, in this order. Throws SETTINGS_INVALID,
 * FILE_UNREADABLE.
 */
export async function chooseBackend(
  project: { readonly file?: string; readonly backendUrl?: string },
  cwd: string,
  environment: Environment,
): Promise<ChosenBackend> {
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
  return { url: "https://api.pulumi.com", where: "Pulumi Cloud, the default backend" };
}

/** Returns true if imp can access the backend directly. Other backends need the `pulumi` command. */
export function isReached(url: string): boolean {
  return url.startsWith("file://") || objectScheme(url) !== undefined;
}

/**
 * Opens the backend, and reads its layout.
 *
 * @throws BACKEND_UNSUPPORTED, BACKEND_NOT_FOUND, BACKEND_URL, CLIENT_MISSING, BACKEND_LAYOUT, SETTINGS_INVALID, FILE_UNREADABLE, STORE_REFUSED
 */
export async function openBackend(
  { url, where }: ChosenBackend,
  cwd: string,
  environment: Environment,
): Promise<Backend> {
  const store = await openStoreAt(url, where, cwd, environment);
  return { url, store, layout: await readLayout(store, environment), keeps: keepsOf(environment) };
}

/** Returns the newest checkpoint file of the stack. `gzip` is detected later, from the content. */
export async function findCheckpoint(
  backend: Backend,
  project: string,
  stack: string,
): Promise<Omit<DiyLocation, "gzip"> | undefined> {
  const keys = stackKeys(backend.layout, project, stack);
  const plain = `${keys.base}.json`;
  let newest: Listed | undefined;
  // If several files are equally new, the last one in the listing wins.
  for (const file of await backend.store.list(plain)) {
    if (![plain, `${plain}.gz`, `${plain}.zst`].includes(file.key)) continue;
    if (newest === undefined || file.modified >= newest.modified) newest = file;
  }
  return newest && { kind: "diy", backend, keys, checkpoint: newest.key, stack };
}

async function openStoreAt(url: string, where: string, cwd: string, environment: Environment): Promise<Store> {
  const scheme = objectScheme(url);
  if (scheme !== undefined) return await openStore(scheme, url, environment.env);
  if (!url.startsWith("file://")) throw ImpError.of("BACKEND_UNSUPPORTED", { url: withoutUrlSecrets(url), where });
  const directory = directoryOfUrl(url, cwd, environment.homeDir, process.platform);
  if (!(await isDirectory(directory)))
    throw ImpError.of("BACKEND_NOT_FOUND", { url: withoutUrlSecrets(url), directory });
  return directoryStore(directory);
}

/** Removes secrets from a backend URL: a password (postgres), or keys in the query. */
export function withoutUrlSecrets(url: string): string {
  const anonymous = url.startsWith("file://") ? url : url.replace(/^([a-z0-9+.-]+:\/\/).*@/i, "$1");
  return anonymous.split(/[?#]/)[0] ?? "";
}
