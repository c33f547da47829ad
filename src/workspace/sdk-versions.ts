/**
 * Versions of the provider SDKs that a Node.js program will load: the lock file's word, by package name.
 */
import { join } from "node:path";
import type { PackageSchema } from "../schema/types.ts";
import { readOptional } from "./settings.ts";

/**
 * Reads `package-lock.json` (`node_modules/<npm name>` entries), else the installed packages themselves.
 *
 * @param packages the npm name is the schema's own word, or `@pulumi/<name>`.
 * @returns package name -> version; packages that are neither locked nor installed are missing.
 */
export async function sdkVersions(
  programDir: string,
  packages: readonly Pick<PackageSchema, "name" | "language">[],
): Promise<ReadonlyMap<string, string>> {
  const locked = lockedVersions(await readJson(join(programDir, "package-lock.json")));
  const found = await Promise.all(
    packages.map(async ({ name, language }) => {
      const npmName = npmNameOf(name, language.nodejs);
      const version =
        locked.get(npmName) ?? versionOf(await readJson(join(programDir, "node_modules", npmName, "package.json")));
      return [name, version] as const;
    }),
  );
  return new Map(found.flatMap(([name, version]) => (version === undefined ? [] : [[name, version] as const])));
}

function npmNameOf(name: string, nodejs: unknown): string {
  const given = field(nodejs, "packageName");
  return typeof given === "string" && given !== "" ? given : `@pulumi/${name}`;
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

/** `pulumi.version` before `version`: the plugin version that generated SDKs ask for. A leading `v` is dropped. */
function versionOf(json: unknown): string | undefined {
  const version = field(field(json, "pulumi"), "version") ?? field(json, "version");
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
