/** Finds the Node.js SDKs next to a program. All languages except YAML and HCL read their plugin versions from these SDKs. */

import type { SdkPackage } from "../../src/domain/graph.ts";
import type { PackageNode, Program } from "../../src/ir/program.ts";
import { memberAt, parsedJson, textAt } from "../../src/value/json/object.ts";
import type { MissingSdk, SdkSearch } from "../generator.ts";
import type { SdkPackageQuery } from "../language.ts";
import type { ProgramFolder } from "../program-folder.ts";
import { generatedSdk, isGeneratedSdk } from "./generated-sdks.ts";

/**
 * Reads versions from `package-lock.json`, or from the installed packages. Only an installed SDK contains the parameter of its package
 * (`pulumi.parameterization` in package.json, written by `pulumi package add`).
 *
 * @returns SDKs by package name; packages that are neither locked nor installed are omitted
 */
export async function nodeSdks(
  packages: readonly SdkPackageQuery[],
  folder: ProgramFolder,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const locked = lockedVersions(parsedJson((await folder.text("package-lock.json")) ?? ""));
  const entries = await Promise.all(
    packages.map(async (node) => {
      const name = npmName(node);
      const installed = parsedJson((await folder.text(`node_modules/${name}/package.json`)) ?? "");
      const parameterized = parameterizedBy(installed, node.name);
      if (parameterized !== undefined) return [node.name, parameterized] as const;
      const version = locked.get(name) ?? versionOf(installed);
      return [node.name, version === undefined ? undefined : { version }] as const;
    }),
  );
  return new Map(entries.flatMap(([name, sdk]) => (sdk === undefined ? [] : [[name, sdk] as const])));
}

/** Returns the npm name of the package's SDK. */
export function npmName({ name, namespace, language }: SdkPackageQuery): string {
  return textAt(language, "nodejs", "packageName") ?? `@${namespace ?? "pulumi"}/${name}`;
}

/** Returns the packages whose SDKs are not installed, including `@pulumi/pulumi`, which comes first. */
export async function missingNodeSdks({ packages }: Program, folder: ProgramFolder): Promise<readonly PackageNode[]> {
  const needed: readonly PackageNode[] = [{ name: "pulumi", language: {} }, ...packages.values()];
  const installed = await nodeSdks(needed, folder);
  return needed.filter(({ name }) => !installed.has(name));
}

/** Returns the missing SDKs that no registry publishes. */
export async function missingGeneratedSdks(
  program: Program,
  { folder, unpublished }: SdkSearch,
): Promise<readonly MissingSdk[]> {
  const missing = await missingNodeSdks(program, folder);
  return missing.filter((node) => isGeneratedSdk(node, unpublished)).map(generatedSdk);
}

/** Reads the SDK of a parameterized package or an extension. Its `pulumi.name` and `pulumi.version` name the base plugin. */
function parameterizedBy(json: unknown, name: string): SdkPackage | undefined {
  const plugin = memberAt(json, "pulumi");
  const extension = memberAt(plugin, "extensionParameterization");
  const added = extension ?? memberAt(plugin, "parameterization");
  const version = semanticVersion(memberAt(added, "version"));
  const pluginVersion = semanticVersion(memberAt(plugin, "version"));
  const [pluginName, value] = [memberAt(plugin, "name"), memberAt(added, "value")];
  if (memberAt(added, "name") !== name || version === undefined || pluginVersion === undefined) return undefined;
  if (typeof pluginName !== "string" || typeof value !== "string") return undefined;
  return extension === undefined
    ? { version, parameterization: { pluginName, pluginVersion, value } }
    : { version, extends: { name: pluginName, version: pluginVersion, value } };
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

/** Returns `pulumi.version` (the plugin version that generated SDKs ask for), or `version`. */
function versionOf(json: unknown): string | undefined {
  return semanticVersion(memberAt(json, "pulumi", "version") ?? memberAt(json, "version"));
}

/** Returns the version without a leading `v`. */
function semanticVersion(version: unknown): string | undefined {
  return typeof version === "string" && /^v?\d+\.\d+\.\d+/.test(version) ? version.replace(/^v/, "") : undefined;
}
