/** Finds the executable of a plugin in the engine's lookup order (docs/providers.md#finding-a-plugin). */
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import path from "node:path";
import semver from "semver";
import { ImpError } from "../domain/errors.ts";
import { parseTolerant } from "./version.ts";

export interface LocateRequest {
  readonly name: string;
  readonly version?: string;
  readonly downloadUrl?: string;
  /** `--provider NAME=EXECUTABLE`, or a directory with the executable. */
  readonly executables: ReadonlyMap<string, string>;
  readonly projectPlugins: readonly { readonly name: string; readonly path: string; readonly version?: string }[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pulumiHome: string;
  readonly platform: NodeJS.Platform;
}

export interface Located {
  readonly executable: string;
  /** The directory of the executable. Handshake sends it as `rootDirectory`. */
  readonly directory: string;
  readonly from: "flag" | "project" | "path" | "cache";
  /** The version in the folder name, for a plugin from Pulumi's plugin cache. */
  readonly version?: string;
}

/**
 * Finds the executable in this order: --provider, project, $PATH (any version, unless PULUMI_IGNORE_AMBIENT_PLUGINS is set), cache.
 *
 * @throws PLUGIN_NOT_FOUND, PLUGIN_NOT_RUNNABLE
 */
export function locate(request: LocateRequest, files: FileView = filesOnDisk): Located {
  const flag = request.executables.get(request.name);
  if (flag !== undefined) return runnable(request, "flag", path.resolve(request.cwd, flag), files);
  const project = fromProject(request);
  if (project !== undefined) {
    if (files.kind(project) === undefined) throw notRunnable(request.name, project, "directory");
    return runnable(request, "project", project, files);
  }
  const ambient = fromPath(request, files);
  if (ambient !== undefined) return { executable: ambient, directory: path.dirname(ambient), from: "path" };
  const cached = cachedVersions(request, files);
  const chosen = chooseCached(request, cached);
  if (chosen !== undefined) {
    return { ...runnable(request, "cache", chosen.directory, files), version: chosen.version.raw };
  }
  throw ImpError.of("PLUGIN_NOT_FOUND", {
    name: request.name,
    version: request.version,
    downloadUrl: request.downloadUrl,
    looked: [
      ...(ignoresPath(request) ? [] : [`$PATH for ${pluginFileName(request.name)}`]),
      path.join(request.pulumiHome, "plugins"),
    ],
    installed: cached.map(({ version }) => version.version).sort(semver.compareBuild),
  });
}

/** @param target a file, or a directory that contains `pulumi-resource-<name>` */
function runnable(request: LocateRequest, from: Located["from"], target: string, files: FileView): Located {
  if (files.kind(target) !== "directory") return started(request.name, from, target, files);
  const names = pluginFileNames(request);
  const inside = names.map((name) => path.join(target, name)).find((file) => files.kind(file) === "file");
  if (inside !== undefined) return started(request.name, from, inside, files);
  const source = files.kind(path.join(target, "PulumiPlugin.yaml")) === "file";
  throw notRunnable(request.name, source ? target : path.join(target, names[0] ?? ""), source ? "source" : "missing");
}

function started(name: string, from: Located["from"], executable: string, files: FileView): Located {
  if (files.kind(executable) === undefined) throw notRunnable(name, executable, "missing");
  if (!files.isExecutable(executable)) throw notRunnable(name, executable, "permission");
  return { executable, directory: path.dirname(executable), from };
}

function notRunnable(name: string, file: string, reason: "missing" | "permission" | "source" | "directory"): ImpError {
  return ImpError.of("PLUGIN_NOT_RUNNABLE", { name, path: file, reason });
}

/** Returns the directory of the plugin's entry in the project. Skips entries with another version, as the engine does. */
function fromProject(request: LocateRequest): string | undefined {
  const entry = request.projectPlugins.find((plugin) => {
    if (plugin.name !== request.name) return false;
    if (plugin.version === undefined || request.version === undefined) return true;
    return sameVersion(plugin.version, request.version);
  });
  return entry && path.resolve(request.cwd, entry.path);
}

function fromPath(request: LocateRequest, files: FileView): string | undefined {
  if (ignoresPath(request)) return undefined;
  for (const directory of searchPath(request.env, request.platform)) {
    for (const name of pluginFileNames(request)) {
      const file = path.resolve(request.cwd, directory, name);
      if (files.kind(file) === "file" && files.isExecutable(file)) return file;
    }
  }
  return undefined;
}

/** Returns the directories of $PATH. On Windows, the name of the variable can have any case in a copy of the environment. */
export function searchPath(env: LocateRequest["env"], platform: NodeJS.Platform): readonly string[] {
  const isWindows = platform === "win32";
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  const directories = (env[name ?? "PATH"] ?? "").split(isWindows ? ";" : ":");
  return directories.filter((directory) => directory !== "");
}

function ignoresPath(request: LocateRequest): boolean {
  return /^(?:1|true)$/i.test(request.env.PULUMI_IGNORE_AMBIENT_PLUGINS ?? "");
}

interface Cached {
  readonly directory: string;
  readonly version: semver.SemVer;
}

function cachedVersions(request: LocateRequest, files: FileView): readonly Cached[] {
  const plugins = path.join(request.pulumiHome, "plugins");
  const entries = files.list(plugins);
  const unfinished = new Set(entries.filter((entry) => entry.endsWith(".partial")));
  return entries.flatMap((entry) => {
    const match = /^(?<kind>[a-z]+)-(?<name>[a-zA-Z0-9-][a-zA-Z0-9-_.]*[a-zA-Z0-9])-v(?<version>.*)$/.exec(entry);
    if (match?.groups?.kind !== "resource" || match.groups.name !== request.name) return [];
    if (/\.tmp\d+$/.test(entry) || unfinished.has(`${entry}.partial`)) return [];
    const version = parseTolerant(match.groups.version ?? "");
    const directory = path.join(plugins, entry);
    return version && files.kind(directory) === "directory" ? [{ directory, version }] : [];
  });
}

/**
 * Chooses the requested version, ignoring build metadata. If no version is requested, chooses the highest stable version, or else the highest
 * prerelease.
 */
function chooseCached(request: LocateRequest, cached: readonly Cached[]): Cached | undefined {
  const requestedVersion = request.version === undefined ? undefined : parseTolerant(request.version);
  if (request.version !== undefined && requestedVersion === undefined) return undefined;
  const atLeast = (request.env.PULUMI_ENABLE_LEGACY_PLUGIN_SEARCH ?? "") !== "";
  const matching = cached.filter(({ version }) => {
    if (requestedVersion === undefined) return true;
    return atLeast ? semver.gte(version, requestedVersion) : semver.eq(version, requestedVersion);
  });
  const stable = matching.filter(({ version }) => version.prerelease.length === 0);
  return (stable.length > 0 ? stable : matching).toSorted((a, b) => semver.compareBuild(b.version, a.version))[0];
}

function sameVersion(a: string, b: string): boolean {
  const [left, right] = [parseTolerant(a), parseTolerant(b)];
  return left !== undefined && right !== undefined && semver.eq(left, right);
}

function pluginFileName(name: string): string {
  return `pulumi-resource-${name}`;
}

function pluginFileNames(request: LocateRequest): readonly string[] {
  const name = pluginFileName(request.name);
  return request.platform === "win32" ? [`${name}.exe`, `${name}.cmd`] : [name];
}

export function knownPlugins(
  request: Pick<LocateRequest, "projectPlugins" | "pulumiHome">,
  files: FileView = filesOnDisk,
): readonly string[] {
  const installed = files.list(path.join(request.pulumiHome, "plugins")).flatMap((entry) => {
    const [, name] = /^resource-(.+?)-v\d[^/]*(?<!\.lock|\.partial)$/.exec(entry) ?? [];
    return name ?? [];
  });
  return [...new Set([...request.projectPlugins.map(({ name }) => name), ...installed])].toSorted();
}

export interface FileView {
  /** Lists the names in a directory. Returns an empty list if the directory cannot be read. */
  list(directory: string): readonly string[];
  /** Returns undefined if the path does not exist or cannot be reached. Follows links. */
  kind(path: string): "file" | "directory" | undefined;
  isExecutable(path: string): boolean;
}

export const filesOnDisk: FileView = {
  list(directory) {
    try {
      return readdirSync(directory);
    } catch {
      return [];
    }
  },
  kind(path) {
    try {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat === undefined) return undefined;
      return stat.isDirectory() ? "directory" : "file";
    } catch {
      return undefined;
    }
  },
  isExecutable(path) {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
};
