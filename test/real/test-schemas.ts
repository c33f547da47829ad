/** Published schemas whose SDKs the tests make, and what an official generator leaves out of them. */
import { type PublishedSchema, readSchema, schemaNames } from "../support/published-schemas.ts";

/** Every schema of a feature or a package, but that of AWS: its SDKs take minutes to compile. */
export function testSchemas(): readonly PublishedSchema[] {
  const packages = schemaNames("packages").filter((name) => name !== "aws");
  return [
    ...schemaNames("features").map((name) => ({ name, bytes: readSchema("features", name) })),
    ...packages.map((name) => ({ name, bytes: readSchema("packages", name) })),
  ];
}

/** Classes that no generator makes. */
export function overlays(schema: Buffer): ReadonlySet<string> {
  const { resources = {} } = JSON.parse(schema.toString("utf8")) as {
    resources?: Record<string, { isOverlay?: true }>;
  };
  return new Set(Object.keys(resources).filter((token) => resources[token]?.isOverlay === true));
}

/** Why a generator of SDKs failed, in one line. */
export function whyNoSdk(error: unknown): string {
  const lines = String(error).split("\n");
  return lines.find((line) => /panic|gensdk:|gendotnet:/.test(line)) ?? lines[0] ?? "";
}
