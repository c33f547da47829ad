/**
 * Finds out whether an SDK sends the inputs of components. This depends on the program's core SDK for local components, and on the plugin's SDK for
 * remote components.
 */
import type { ResourceSchema } from "./types.ts";

/** The core SDK in the form of a package, so that its version is looked up in the same way as the versions of packages. */
export const coreSdk = { name: "pulumi", language: {} } as const;

/** The first version of the Node.js SDK that sends the inputs of components. */
const [firstMajor, firstMinor] = [3, 202];

/** Returns true if the core SDK sends component inputs. An undefined version means that the newest SDK will be installed. */
export function sendsComponentInputs(version: string | undefined): boolean {
  const [major = firstMajor, minor = firstMinor] = version?.split(".").map(Number) ?? [];
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

export interface RecordedComponent {
  readonly inputs: { readonly size: number; has(name: string): boolean };
  /** The names of the inputs for which the state records dependencies. */
  readonly depending: readonly string[];
}

/** Returns true if the state may lack inputs of a remote component, because the SDKs of plugins did not record inputs before September 2025. */
export function lacksInputs({ inputs, depending }: RecordedComponent, schema: ResourceSchema): boolean {
  if (schema.inputs.size === 0) return false;
  return inputs.size === 0 || depending.some((name) => schema.inputs.has(name) && !inputs.has(name));
}
