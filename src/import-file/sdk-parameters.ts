import type { SdkPackage } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";

/**
 * Adds the parameters and versions of the program's SDKs to entries of parameterized packages, as a program with these SDKs would send
 * them. Does not change packages that have a parameterization in any entry, or entries with another version.
 */
export function withSdkParameters(spec: ImportSpecs, sdks: ReadonlyMap<string, SdkPackage>): ImportSpecs {
  const parameterized = new Set(
    spec.resources
      .filter(({ parameterization }) => parameterization !== undefined)
      .map(({ type }) => packageOfType(type)),
  );
  const complete = (entry: ImportSpec): ImportSpec => {
    const name = packageOfType(entry.type);
    const sdk =
      parameterized.has(name) || entry.component || entry.extension !== undefined ? undefined : sdks.get(name);
    if (sdk?.parameterization === undefined || (entry.version ?? sdk.version) !== sdk.version) return entry;
    const { version, parameterization } = sdk;
    return { ...entry, version: version ?? entry.version, parameterization };
  };
  return { ...spec, resources: spec.resources.map(complete) };
}
