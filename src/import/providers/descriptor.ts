/**
 * A package as the host launches its plugin.
 */
import type { StackConfig } from "../../domain/stack-config.ts";
import type { PackageReference } from "../../graph.ts";
import type { PluginDescriptor } from "../../plugin/host.ts";

/**
 * Of a parameterized package the plugin is another one, which is given the parameter.
 *
 * @param config absent: the plugin is asked for its schema, which needs no settings.
 */
export function descriptorOf(reference: PackageReference, config: StackConfig = new Map()): PluginDescriptor {
  const { parameterization } = reference;
  const name = parameterization?.pluginName ?? reference.name;
  const version = parameterization?.pluginVersion ?? reference.version;
  const own: Record<string, string> = Object.create(null);
  for (const [key, { text, secret, source }] of config) {
    // Whether a value of the command line is secret is known only when the schema is.
    if (secret || source === "flag" || !key.startsWith(`${name}:`)) continue;
    own[key.slice(name.length + 1)] = text;
  }
  return {
    name,
    config: own,
    version,
    downloadUrl: reference.pluginDownloadUrl,
    parameterization: parameterization && {
      name: reference.name,
      version: reference.version ?? "",
      value: Buffer.from(parameterization.value, "base64"),
    },
  };
}
