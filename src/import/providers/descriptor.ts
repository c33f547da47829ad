import type { PackageReference } from "../../domain/graph.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { PluginDescriptor } from "../../plugin/host.ts";

/**
 * Describes the plugin to launch for a package. For a parameterized package, this is its base plugin, and for an extension, the plugin that it
 * extends. Omit `config` if only the schema is needed.
 */
export function pluginDescriptor(reference: PackageReference, config: StackConfig = new Map()): PluginDescriptor {
  const { parameterization, extends: provider } = reference;
  const name = parameterization?.pluginName ?? provider?.name ?? reference.name;
  const version = parameterization?.pluginVersion ?? (provider === undefined ? reference.version : provider.version);
  const parameter = parameterization?.value ?? provider?.value;
  const pluginConfig: Record<string, string> = Object.create(null);
  for (const [key, { text, secret, source }] of config) {
    // Values from the command line are not passed, because imp does not know which are secrets before it loads the schema.
    if (secret || source === "flag" || !key.startsWith(`${name}:`)) continue;
    pluginConfig[key.slice(name.length + 1)] = text;
  }
  return {
    name,
    config: pluginConfig,
    version,
    downloadUrl: reference.pluginDownloadUrl,
    parameterization:
      parameter === undefined
        ? undefined
        : { name: reference.name, version: reference.version ?? "", value: Buffer.from(parameter, "base64") },
  };
}
