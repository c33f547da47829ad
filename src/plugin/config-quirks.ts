/** Handles CheckConfig and DiffConfig as the engine does (docs/providers.md#checkconfig-and-diffconfig). */
import { equalValues } from "../value/compare.ts";
import type { PropertyMap } from "../value/value.ts";
import { grpcCode } from "./grpc-code.ts";
import { type CheckResult, ProviderError } from "./provider.ts";
import { StatusError } from "./status.ts";

/** Returns the inputs without `__internal`, which plugins must not see. */
export function withoutInternalKey(map: PropertyMap): PropertyMap {
  if (!map.has("__internal")) return map;
  const result = new Map(map);
  result.delete("__internal");
  return result;
}

/** Restores `version` and `__internal`, which plugins may drop. Throws ProviderError "malformed" if the plugin changed the version. */
export function checkedConfig(result: CheckResult, news: PropertyMap): CheckResult {
  if (result.failures.length > 0) return result;
  const inputs = new Map(result.inputs);
  inputs.delete("__internal");
  const version = news.get("version");
  const answered = inputs.get("version");
  if (version !== undefined && answered !== undefined && !equalValues(version, answered)) {
    throw new ProviderError("malformed", "CheckConfig", "the plugin's response to CheckConfig has another version");
  }
  for (const key of ["version", "__internal"]) {
    const value = news.get(key);
    if (value !== undefined) inputs.set(key, value);
  }
  return { ...result, inputs };
}

/**
 * Returns true if the plugin does not implement the method. Like the engine, accepts the status codes that two plugins return instead of
 * UNIMPLEMENTED.
 */
export function unimplementedConfig(error: unknown, packageName: string): boolean {
  if (!(error instanceof ProviderError)) return false;
  if (error.failure === "unimplemented") return true;
  if (!(error instanceof StatusError)) return false;
  if (packageName === "pulumi-nodejs") return error.code === grpcCode.internal;
  if (packageName !== "kubernetes") return false;
  const unmarshal = "cannot unmarshal string into Go value of type struct";
  if (error.method === "DiffConfig" && error.message.includes(unmarshal)) return true;
  return error.code === grpcCode.unknown && error.message.includes("Unimplemented");
}
