/**
 * Decides whether a program's core SDK sends the inputs of a local component, which the engine keeps and compares.
 */

/** The core SDK as a package: its version is looked up together with those of the others. */
export const coreSdk = { name: "pulumi", language: {} } as const;

/** The first version of the Node.js SDK that sends them. Other languages have always sent them, or have another function for it. */
const [firstMajor, firstMinor] = [3, 202];

/** @param version of the core SDK; absent: it is not installed, so that the newest will be */
export function sendsComponentInputs(version: string | undefined): boolean {
  const [major = firstMajor, minor = firstMinor] = version?.split(".").map(Number) ?? [];
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}
