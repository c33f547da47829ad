/**
 * The settings of a provider that decide whether it has access to its service, for an error to name.
 */
import type { AccessFailureKind } from "../../plugin/access-failure.ts";
import type { PackageSchema, PropertySchema } from "../../schema/types.ts";

export interface AccessSetting {
  /** Without the package. */
  readonly name: string;
  /** Variables of the environment that it is read from. */
  readonly environment: readonly string[];
}

const settingWords: Readonly<Record<"login" | "connection", RegExp>> = {
  login: /user|login|pass|token|secret|key|credential|profile|auth|cert|account|tenant|client|role|context|kubeconfig/i,
  connection:
    /endpoint|host|url|uri|addr|server|port|region|zone|proxy|insecure|ssl|tls|cacert|certfile|cacertificate|socket|site|domain|cluster|context|kubeconfig/i,
};

/** Required settings come first, then those that the schema marks as secret or reads from the environment. */
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
