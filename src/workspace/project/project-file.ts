/** Finds the project file in a directory or above, and reads the fields that a run needs (docs/state.md#project-files). */
import { stat } from "node:fs/promises";
import { dirname, extname, isAbsolute, join, resolve as resolvePath } from "node:path";
import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import type { Plain } from "../../value/plain.ts";
import { type ConfigData, readConfigData } from "../settings/config-data.ts";
import { checkProjectName, normaliseConfigKey } from "../settings/names.ts";
import { readOptional } from "../settings/read-file.ts";
import {
  nodeOffset,
  pairKey,
  parseSettings,
  type Settings,
  settingNode,
  settingsProblem,
  stringChild,
} from "../settings/settings.ts";
import type { Project, ProjectPlugin, StackFileFormat } from "../workspace.ts";

export interface ProjectFile extends Project {
  readonly file: string;
  /** The absolute folder of the stack files. */
  readonly stackConfigDir: string;
  /** `.yaml`, `.yml`, or `.json`. Stack files have the same extension. */
  readonly extension: string;
  /** The `config` block by `namespace:name`. */
  readonly config: ReadonlyMap<string, ConfigDeclaration>;
}

export interface ConfigDeclaration {
  readonly fallback?: ConfigData;
  readonly secret: boolean;
}

/** Reads the project file. Returns undefined if there is none. Throws SETTINGS_INVALID, NAME_INVALID, FILE_UNREADABLE. */
export async function findProject(directory: string): Promise<ProjectFile | undefined> {
  for (let here = directory; ; here = dirname(here)) {
    for (const name of ["Pulumi.json", "Pulumi.yaml", "Pulumi.yml"]) {
      const path = join(here, name);
      if (!(await isRegularFile(path))) continue;
      const bytes = await readOptional(path);
      if (bytes !== undefined) return readProjectFile(path, bytes);
    }
    if (dirname(here) === here) return undefined;
  }
}

export function stackFileFormat(path: string): StackFileFormat {
  return extname(path) === ".json" ? "json" : "yaml";
}

function readProjectFile(path: string, bytes: Uint8Array): ProjectFile {
  const settings = parseSettings(path, bytes);
  const { root } = settings;
  const name = stringChild(settings, root, "name");
  if (name === undefined || name === "")
    throw settingsProblem(settings, nodeOffset(root), "The project has no name.", "Add a line `name: NAME`.");
  checkProjectName("project", name, path);
  const directory = dirname(path);
  const runtime = readRuntime(settings, settingNode(settings, root, "runtime"));
  const main = stringChild(settings, root, "main");
  const backend = mapChild(settings, root, "backend");
  const backendUrl = stringChild(settings, backend, "url");
  return {
    name,
    root: directory,
    file: path,
    runtime,
    runtimeOptions: readRuntimeOptions(settings),
    main: main === undefined || main === "" ? undefined : main,
    plugins: readPlugins(settings, directory),
    stackConfigDir: join(directory, readStackConfigDir(settings)),
    extension: extname(path),
    backendUrl: backendUrl === undefined || backendUrl === "" ? undefined : backendUrl,
    config: readDeclarations(settings, name),
  };
}

async function isRegularFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    // Skip directories without search permission, as Pulumi does.
    return false;
  }
}

function mapChild(settings: Settings, map: YAMLMap | undefined, key: string): YAMLMap | undefined {
  const node = settingNode(settings, map, key);
  if (node === undefined || isMap(node)) return node;
  throw settingsProblem(settings, nodeOffset(node), `${JSON.stringify(key)} must be a map.`);
}

/** Reads the runtime: a string, or a map with `name` and `options`. */
function readRuntime(settings: Settings, node: Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (isMap(node)) return stringChild(settings, node, "name");
  if (isScalar(node) && typeof node.value === "string") return node.value;
  throw settingsProblem(settings, nodeOffset(node), '"runtime" must be a string or a map with a name.');
}

function readRuntimeOptions(settings: Settings): Readonly<Record<string, Plain>> | undefined {
  const runtime = settingNode(settings, settings.root, "runtime");
  return isMap(runtime) ? (mapChild(settings, runtime, "options")?.toJSON() as Record<string, Plain>) : undefined;
}

function readPlugins(settings: Settings, directory: string): readonly ProjectPlugin[] {
  const node = settingNode(settings, mapChild(settings, settings.root, "plugins"), "providers");
  if (node === undefined) return [];
  if (!isSeq(node)) throw settingsProblem(settings, nodeOffset(node), '"providers" must be a list.');
  return node.items.map((item) => {
    if (!isMap(item))
      throw settingsProblem(settings, nodeOffset(item), "Each plugin must be a map with `name` and `path`.");
    const name = stringChild(settings, item, "name");
    const path = stringChild(settings, item, "path");
    const version = stringChild(settings, item, "version");
    if (name === undefined || path === undefined)
      throw settingsProblem(settings, nodeOffset(item), "Each plugin must have a `name` and a `path`.");
    return { name, path: resolvePath(directory, path), version };
  });
}

/** Reads `stackConfigDir`, or its old form, a string in `config`. Relative to the project file. */
function readStackConfigDir(settings: Settings): string {
  const config = settingNode(settings, settings.root, "config");
  const directory = stringChild(settings, settings.root, "stackConfigDir");
  if (!isScalar(config)) return checkRelative(settings, directory ?? "");
  if (directory !== undefined)
    throw settingsProblem(
      settings,
      nodeOffset(config),
      'Only one of "stackConfigDir" and a string in "config" can be set.',
    );
  return checkRelative(settings, stringChild(settings, settings.root, "config") ?? "");
}

function checkRelative(settings: Settings, directory: string): string {
  if (!isAbsolute(directory)) return directory;
  const offset = nodeOffset(
    settingNode(settings, settings.root, "stackConfigDir") ?? settingNode(settings, settings.root, "config"),
  );
  throw settingsProblem(settings, offset, "The folder of the stack files must be relative to the project file.");
}

function readDeclarations(settings: Settings, project: string): ReadonlyMap<string, ConfigDeclaration> {
  const node = settingNode(settings, settings.root, "config");
  const declarations = new Map<string, ConfigDeclaration>();
  if (!isMap(node)) return declarations;
  for (const pair of node.items) {
    const key = normaliseConfigKey(pairKey(pair), project);
    if (key === undefined)
      throw settingsProblem(
        settings,
        nodeOffset(pair.key),
        "A configuration key must have the form NAME or NAMESPACE:NAME.",
      );
    declarations.set(key, readDeclaration(settings, pair.value));
  }
  return declarations;
}

/** Reads a declaration. A scalar or list is the value itself, and a map is the full form. */
function readDeclaration(settings: Settings, value: unknown): ConfigDeclaration {
  if (!isMap(value))
    return { fallback: readConfigData(settings, value, stackFileFormat(settings.path)), secret: false };
  const secret = settingNode(settings, value, "secret");
  const fallback = settingNode(settings, value, "default") ?? settingNode(settings, value, "value");
  return {
    secret: isScalar(secret) && secret.value === true,
    fallback: fallback && readConfigData(settings, fallback, stackFileFormat(settings.path)),
  };
}
