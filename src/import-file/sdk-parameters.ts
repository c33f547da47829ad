/**
 * Takes parameters of packages from the program's SDKs, for import files that leave them out.
 */
import type { SdkPackage } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";

/**
 * Entries of a package whose SDK was made with a parameter get that parameter and the package's version, as a program with the SDK
 * would send them. A package that any entry parameterizes itself, and entries of another version, are left as they are.
 */
export function withSdkParameters(spec: ImportSpecs, sdks: ReadonlyMap<string, SdkPackage>): ImportSpecs {
  const stated = new Set(
    spec.resources
      .filter(({ parameterization }) => parameterization !== undefined)
      .map(({ type }) => packageOfType(type)),
  );
  const complete = (entry: ImportSpec): ImportSpec => {
    const name = packageOfType(entry.type);
    const sdk = stated.has(name) || entry.component || entry.extension !== undefined ? undefined : sdks.get(name);
    if (sdk?.parameterization === undefined || (entry.version ?? sdk.version) !== sdk.version) return entry;
    const { version, parameterization } = sdk;
    return { ...entry, version: version ?? entry.version, parameterization };
  };
  return { ...spec, resources: spec.resources.map(complete) };
}
