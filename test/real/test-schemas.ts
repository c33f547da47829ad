/** Published schemas whose SDKs the tests generate, and the parts that official generators omit. */
import { type PublishedSchema, readSchema, schemaNames } from "../support/published-schemas.ts";

/** Returns every schema except AWS, whose SDKs take minutes to compile. */
export function testSchemas(): readonly PublishedSchema[] {
  const packages = schemaNames("packages").filter((name) => name !== "aws");
  return [
    ...schemaNames("features").map((name) => ({ name, bytes: readSchema("features", name) })),
    ...packages.map((name) => ({ name, bytes: readSchema("packages", name) })),
  ];
}

/** Returns classes that no generator creates. */
export function overlays(schema: Buffer): ReadonlySet<string> {
  const { resources = {} } = JSON.parse(schema.toString("utf8")) as {
    resources?: Record<string, { isOverlay?: true }>;
  };
  return new Set(Object.keys(resources).filter((token) => resources[token]?.isOverlay === true));
}

/** Returns why an SDK generator failed, in one line. */
export function whyNoSdk(error: unknown): string {
  const lines = String(error).split("\n");
  return lines.find((line) => /panic|gensdk:|gendotnet:/.test(line)) ?? lines[0] ?? "";
}
