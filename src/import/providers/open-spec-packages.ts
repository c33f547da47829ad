/**
 * The packages that specs name, with a process and a schema each: of the versions that the program's SDKs will ask for.
 */

import type { StackConfig } from "../../domain/stack-config.ts";
import type { PackageReference, SdkPackage } from "../../graph.ts";
import type { ImportSpecs } from "../../import-file/import-specs.ts";
import { optionalPackages, packagesOf, withSdkParameters } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import { withoutSdk } from "../../schema/sent-as-set.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type OpenPackage, type OverSchemas, openPackages } from "./packages.ts";

/** The SDKs that the program will load, by package. */
export type FindSdks = (
  packages: readonly Pick<PackageSchema, "name" | "language" | "version">[],
) => Promise<ReadonlyMap<string, SdkPackage>>;

export interface PackageFacts {
  readonly host: Host;
  readonly config: StackConfig;
  readonly sdks: FindSdks;
  readonly io: { readonly events: { readonly phase: (text: string, total: number) => void } };
  readonly overlay?: OverSchemas;
}

/** Never throws for a single package. `specs`: with the parameters that only the SDKs record. */
export async function openSpecPackages(
  given: ImportSpecs,
  { host, config, sdks, io, overlay }: PackageFacts,
): Promise<{ readonly specs: ImportSpecs; readonly packages: ReadonlyMap<string, OpenPackage> }> {
  // The npm name is the usual one, for no schema is there yet.
  const expected = await sdks(packagesOf(given).map(({ name }) => ({ name, language: {} })));
  const specs = withSdkParameters(given, expected);
  const references = withSdkVersions(packagesOf(specs), expected);
  const optional = optionalPackages(specs);
  const needed = references.filter(({ name }) => !optional.has(name));
  if (needed.length > 0) io.events.phase(`Starting plugins: ${needed.map(({ name }) => name).join(", ")}`, 0);
  const opened = await openPackages(references, host, config, overlay);
  const packages = [...opened].filter(([, open]) => !(optional.has(open.reference.name) && isNotInstalled(open)));
  return { specs, packages: new Map(packages.map(([name, open]) => [name, asSent(open, expected)])) };
}

function isNotInstalled({ error }: OpenPackage): boolean {
  return error?.code === "PLUGIN_NOT_FOUND";
}

/** A language without SDKs sends what the program sets. */
function asSent(open: OpenPackage, sdks: ReadonlyMap<string, SdkPackage>): OpenPackage {
  const { schema, reference } = open;
  return schema === undefined || sdks.get(reference.name)?.none !== true
    ? open
    : { ...open, schema: withoutSdk(schema) };
}

/** The plugin that proves is the one that the program's SDK will ask for. */
function withSdkVersions(
  references: readonly PackageReference[],
  sdks: ReadonlyMap<string, SdkPackage>,
): readonly PackageReference[] {
  return references.map((reference) => {
    const version = reference.version ?? sdks.get(reference.name)?.version;
    return version === undefined || reference.parameterization !== undefined ? reference : { ...reference, version };
  });
}
