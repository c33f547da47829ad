/** Decides whether an SDK sends the inputs of a component: the program's core SDK for a local one, the plugin's SDK for a remote one. */
import type { ResourceSchema } from "./types.ts";

/** The core SDK as a package, because its version is looked up together with the others. */
export const coreSdk = { name: "pulumi", language: {} } as const;

/** The first version of the Node.js SDK that sends component inputs. Other languages always send them, or use another function. */
const [firstMajor, firstMinor] = [3, 202];

/** Returns true if the core SDK sends component inputs. Without a version, the SDK is not installed yet, so the newest one will be. */
export function sendsComponentInputs(version: string | undefined): boolean {
  const [major = firstMajor, minor = firstMinor] = version?.split(".").map(Number) ?? [];
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

export interface RecordedComponent {
  readonly inputs: { readonly size: number; has(name: string): boolean };
  /** Names of the inputs with dependencies. */
  readonly depending: readonly string[];
}

/** Returns true if the state may lack inputs of a remote component. Plugin SDKs before September 2025 recorded no inputs. */
export function lacksInputs({ inputs, depending }: RecordedComponent, schema: ResourceSchema): boolean {
  if (schema.inputs.size === 0) return false;
  return inputs.size === 0 || depending.some((name) => schema.inputs.has(name) && !inputs.has(name));
}
