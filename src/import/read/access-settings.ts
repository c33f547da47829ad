/** Finds the provider settings that control access to a service, for error messages. */
import type { AccessFailureKind } from "../../plugin/access-failure.ts";
import type { PackageSchema, PropertySchema } from "../../schema/types.ts";

export interface AccessSetting {
  /** The name without the package. */
  readonly name: string;
  /** Environment variables that the setting is read from. */
  readonly environment: readonly string[];
}

const settingWords: Readonly<Record<"login" | "connection", RegExp>> = {
  login: /user|login|pass|token|secret|key|credential|profile|auth|cert|account|tenant|client|role|context|kubeconfig/i,
  connection:
    /endpoint|host|url|uri|addr|server|port|region|zone|proxy|insecure|ssl|tls|cacert|certfile|cacertificate|socket|site|domain|cluster|context|kubeconfig/i,
};

/** Returns required settings first, then settings that are secret or read from the environment. */
export function accessSettings({ config, provider }: PackageSchema, kind: AccessFailureKind): readonly AccessSetting[] {
  const properties = new Map([...config.variables, ...provider.inputs]);
  const isRequired = (name: string): boolean => config.required.has(name) || provider.requiredInputs.has(name);
  const pattern = settingWords[kind === "connection" ? "connection" : "login"];
  const rank = ({ name, secret, environment }: PropertySchema): number =>
    isRequired(name) ? 0 : secret || environment.length > 0 ? 1 : 2;
  return [...properties.values()]
    .filter(({ name, secret }) => name !== "version" && (pattern.test(name) || (kind !== "connection" && secret)))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name, environment }) => ({ name, environment }));
}
