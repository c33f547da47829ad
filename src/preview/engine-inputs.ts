/** Settings that the engine stores in the inputs of a provider. */

import type { PackageRequest } from "../domain/registration.ts";
import { type PropertyMap, stringValue, type Value } from "../value/value.ts";

export interface EngineSettings {
  readonly version: string;
  readonly pluginDownloadUrl: string;
  /** The name of the plugin. Stored only for a parameterized package. */
  readonly name: string;
  readonly parameterization: PackageRequest["parameterization"];
}

/** Returns the inputs of a provider with the settings that the engine adds (pulumi `providers.SetProviderVersion` and others). */
export function withEngineInputs(inputs: PropertyMap, settings: EngineSettings): PropertyMap {
  const internal = new Map<string, Value>();
  const { version, pluginDownloadUrl, name, parameterization } = settings;
  if (pluginDownloadUrl !== "") internal.set("pluginDownloadURL", stringValue(pluginDownloadUrl));
  const result = new Map(inputs);
  if (version !== "") result.set("version", stringValue(version));
  if (parameterization !== undefined) {
    internal.set("name", stringValue(name));
    internal.set("version", stringValue(version));
    internal.set("parameterization", stringValue(Buffer.from(parameterization.value).toString("base64")));
    result.set("version", stringValue(parameterization.version));
  }
  if (version !== "" || internal.size > 0) result.set("__internal", { kind: "map", entries: internal });
  return result;
}
