/**
 * Finds the SDKs of Node.js next to a program, and the plugin version that each asks for. Languages without an SDK lookup of their own use
 * this one too: a program in several languages often stands next to one package.json.
 */

import type { PluginParameter, SdkPackage } from "../../src/graph.ts";
import type { PackageNode, Program } from "../../src/ir/program.ts";
import { memberAt, textAt } from "../../src/json/object.ts";
import { parsedJson } from "../../src/json/parse.ts";
import type { MissingSdk, SdkPlace } from "../generator.ts";
import type { AskedPackage } from "../language.ts";
import type { ProgramFolder } from "../program-folder.ts";
import { generatedSdk, isGeneratedSdk } from "./generated-sdks.ts";

/**
 * Reads `package-lock.json` (`node_modules/<npm name>` entries), else the installed packages themselves. Only an installed SDK has the
 * parameter of its package (`pulumi.parameterization` of its package.json, as `pulumi package add` generates it).
 *
 * @returns by package name; packages that are neither locked nor installed are missing.
 */
export async function nodeSdks(
  packages: readonly AskedPackage[],
  folder: ProgramFolder,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const locked = lockedVersions(parsedJson((await folder.text("package-lock.json")) ?? ""));
  const found = await Promise.all(
    packages.map(async (node) => {
      const name = npmName(node);
      const installed = parsedJson((await folder.text(`node_modules/${name}/package.json`)) ?? "");
      const parameterized = parameterizedBy(installed, node.name);
      if (parameterized !== undefined) return [node.name, parameterized] as const;
      const version = locked.get(name) ?? versionOf(installed);
      return [node.name, version === undefined ? undefined : { version }] as const;
    }),
  );
  return new Map(found.flatMap(([name, sdk]) => (sdk === undefined ? [] : [[name, sdk] as const])));
}

/** The name that the package's SDK has in npm. */
export function npmName({ name, namespace, language }: AskedPackage): string {
  return textAt(language, "nodejs", "packageName") ?? `@${namespace ?? "pulumi"}/${name}`;
}

/** The packages that a program needs, Pulumi's own first, and whose SDKs are not there. */
export async function missingNodeSdks({ packages }: Program, folder: ProgramFolder): Promise<readonly PackageNode[]> {
  const needed: readonly PackageNode[] = [{ name: "pulumi", language: {} }, ...packages.values()];
  const found = await nodeSdks(needed, folder);
  return needed.filter(({ name }) => !found.has(name));
}

/** The SDKs among them that no registry has. */
export async function missingGeneratedSdks(
  program: Program,
  { folder, unpublished }: SdkPlace,
): Promise<readonly MissingSdk[]> {
  const missing = await missingNodeSdks(program, folder);
  return missing.filter((node) => isGeneratedSdk(node, unpublished)).map(generatedSdk);
}

/** The SDK of a parameterized package: `pulumi.name` and `pulumi.version` are then the base plugin's. */
function parameterizedBy(json: unknown, name: string): SdkPackage | undefined {
  const plugin = memberAt(json, "pulumi");
  const given = memberAt(plugin, "parameterization");
  const version = semanticVersion(memberAt(given, "version"));
  const pluginVersion = semanticVersion(memberAt(plugin, "version"));
  const [pluginName, value] = [memberAt(plugin, "name"), memberAt(given, "value")];
  if (memberAt(given, "name") !== name || version === undefined || pluginVersion === undefined) return undefined;
  if (typeof pluginName !== "string" || typeof value !== "string") return undefined;
  const parameterization: PluginParameter = { pluginName, pluginVersion, value };
  return { version, parameterization };
}

function lockedVersions(json: unknown): ReadonlyMap<string, string> {
  const versions = new Map<string, string>();
  const packages = memberAt(json, "packages");
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
  return semanticVersion(memberAt(json, "pulumi", "version") ?? memberAt(json, "version"));
}

/** A leading `v` is dropped. */
function semanticVersion(version: unknown): string | undefined {
  return typeof version === "string" && /^v?\d+\.\d+\.\d+/.test(version) ? version.replace(/^v/, "") : undefined;
}
