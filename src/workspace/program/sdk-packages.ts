/**
 * The provider SDKs that a Node.js program will load, and which plugin each of them asks for.
 */
import { join } from "node:path";
import type { PluginParameter, SdkPackage } from "../../graph.ts";
import type { Program } from "../../ir/program.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { readOptional } from "../settings/read-file.ts";

/**
 * Reads `package-lock.json` (`node_modules/<npm name>` entries), else the installed packages themselves. Only an installed SDK tells
 * the parameter of its package (`pulumi.parameterization` of its package.json, as `pulumi package add` generates it).
 *
 * @param packages the npm name is the schema's own word, or `@pulumi/<name>`.
 * @returns by package name; packages that are neither locked nor installed are missing.
 */
export async function sdkPackages(
  programDir: string,
  packages: readonly Pick<PackageSchema, "name" | "language">[],
): Promise<ReadonlyMap<string, SdkPackage>> {
  const locked = lockedVersions(await readJson(join(programDir, "package-lock.json")));
  const found = await Promise.all(
    packages.map(async ({ name, language }) => {
      const npmName = npmNameOf(name, language.nodejs);
      const installed = await readJson(join(programDir, "node_modules", npmName, "package.json"));
      const parameterized = parameterizedBy(installed, name);
      if (parameterized !== undefined) return [name, parameterized] as const;
      const version = locked.get(npmName) ?? versionOf(installed);
      return [name, version === undefined ? undefined : { version }] as const;
    }),
  );
  return new Map(found.flatMap(([name, sdk]) => (sdk === undefined ? [] : [[name, sdk] as const])));
}

/** The SDKs, Pulumi's own included, that a program needs and its directory does not have. */
export async function missingSdks(programDir: string, { packages }: Pick<Program, "packages">) {
  const own = { name: "pulumi", language: {} };
  const found = await sdkPackages(programDir, [own, ...packages.values()]);
  const missing = [...packages.values()].filter(({ name }) => !found.has(name));
  return [
    ...(found.has(own.name) ? [] : [{ npmName: npmNameOf(own.name, {}) }]),
    ...missing.map(({ name, version, language, parameterization }) => ({
      package: name,
      npmName: npmNameOf(name, language.nodejs),
      ...(version !== undefined && { version }),
      ...(parameterization !== undefined && {
        plugin: { ...parameterization.baseProvider, parameter: parameterization.parameter },
      }),
    })),
  ];
}

function npmNameOf(name: string, nodejs: unknown): string {
  const given = field(nodejs, "packageName");
  return typeof given === "string" && given !== "" ? given : `@pulumi/${name}`;
}

/** The SDK of a parameterized package: `pulumi.name` and `pulumi.version` are then the base plugin's. */
function parameterizedBy(json: unknown, name: string): SdkPackage | undefined {
  const plugin = field(json, "pulumi");
  const given = field(plugin, "parameterization");
  const version = semanticVersion(field(given, "version"));
  const pluginVersion = semanticVersion(field(plugin, "version"));
  const [pluginName, value] = [field(plugin, "name"), field(given, "value")];
  if (field(given, "name") !== name || version === undefined || pluginVersion === undefined) return undefined;
  if (typeof pluginName !== "string" || typeof value !== "string") return undefined;
  const parameterization: PluginParameter = { pluginName, pluginVersion, value };
  return { version, parameterization };
}

function lockedVersions(json: unknown): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const packages = field(json, "packages");
  if (typeof packages !== "object" || packages === null) return versions;
  for (const [path, entry] of Object.entries(packages)) {
    const version = versionOf(entry);
    if (path.startsWith("node_modules/") && version !== undefined)
      versions.set(path.slice("node_modules/".length), version);
  }
  return versions;
}

/** `pulumi.version` before `version`: the plugin version that generated SDKs ask for. */
function versionOf(json: unknown): string | undefined {
  return semanticVersion(field(field(json, "pulumi"), "version") ?? field(json, "version"));
}

/** A leading `v` is dropped. */
function semanticVersion(version: unknown): string | undefined {
  return typeof version === "string" && /^v?\d+\.\d+\.\d+/.test(version) ? version.replace(/^v/, "") : undefined;
}

function field(json: unknown, key: string): unknown {
  return typeof json === "object" && json !== null ? (json as { readonly [key: string]: unknown })[key] : undefined;
}

async function readJson(path: string): Promise<unknown> {
  const bytes = await readOptional(path);
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
