import type { PackageReference } from "../../domain/graph.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { PluginDescriptor } from "../../plugin/host.ts";

/** Returns the plugin of a package, which for a parameterized package is the base plugin. Omit `config` to load only the schema. */
export function pluginDescriptor(reference: PackageReference, config: StackConfig = new Map()): PluginDescriptor {
  const { parameterization } = reference;
  const name = parameterization?.pluginName ?? reference.name;
  const version = parameterization?.pluginVersion ?? reference.version;
  const pluginConfig: Record<string, string> = Object.create(null);
  for (const [key, { text, secret, source }] of config) {
    // Without the schema it is not known whether a value of the command line is secret.
    if (secret || source === "flag" || !key.startsWith(`${name}:`)) continue;
    pluginConfig[key.slice(name.length + 1)] = text;
  }
  return {
    name,
    config: pluginConfig,
    version,
    downloadUrl: reference.pluginDownloadUrl,
    parameterization: parameterization && {
      name: reference.name,
      version: reference.version ?? "",
      value: Buffer.from(parameterization.value, "base64"),
    },
  };
}
