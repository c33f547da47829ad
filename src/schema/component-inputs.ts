/**
 * Decides whether an SDK sends the inputs of a component, which the engine keeps and compares: the core SDK of a program those of a local
 * component, and the SDK of a plugin those of a remote one.
 */
import type { ResourceSchema } from "./types.ts";

/** The core SDK as a package: its version is looked up together with those of the others. */
export const coreSdk = { name: "pulumi", language: {} } as const;

/** The first version of the Node.js SDK that sends them. Other languages have always sent them, or have another function for it. */
const [firstMajor, firstMinor] = [3, 202];

/** @param version of the core SDK; absent: it is not installed, so that the newest will be */
export function sendsComponentInputs(version: string | undefined): boolean {
  const [major = firstMajor, minor = firstMinor] = version?.split(".").map(Number) ?? [];
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** The entry of a remote component in a state. */
export interface RecordedComponent {
  readonly inputs: { readonly size: number; has(name: string): boolean };
  /** Names of inputs that the entry has dependencies for. */
  readonly depending: readonly string[];
}

/**
 * Returns true if the state may lack inputs that a remote component was given. SDKs of plugins before September 2025 recorded none, so
 * that an entry without inputs says nothing about them.
 */
export function lacksInputs({ inputs, depending }: RecordedComponent, schema: ResourceSchema): boolean {
  if (schema.inputs.size === 0) return false;
  return inputs.size === 0 || depending.some((name) => schema.inputs.has(name) && !inputs.has(name));
}
