/** Opens the packages of import specs, each with a plugin process and a schema, in the versions that the program's SDKs request. */

import type { PackageReference, SdkPackage } from "../../domain/graph.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { ImportSpecs } from "../../import-file/import-specs.ts";
import { optionalPackages, packagesOf, withSdkParameters } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import { withoutSdk } from "../../schema/sent-as-set.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type OpenPackage, type OverSchemas, openPackages } from "./packages.ts";

/** Finds the SDKs that the program will load, by package. */
export type FindSdks = (
  packages: readonly Pick<PackageSchema, "name" | "language" | "version">[],
) => Promise<ReadonlyMap<string, SdkPackage>>;

export interface PackageOptions {
  readonly host: Host;
  readonly config: StackConfig;
  readonly sdks: FindSdks;
  readonly io: { readonly events: { readonly phase: (text: string, total: number) => void } };
  readonly overlay?: OverSchemas;
}

/** Opens the packages. If a package fails, it has an `error`. In the returned specs, packages have the parameters that their SDKs record. */
export async function openSpecPackages(
  original: ImportSpecs,
  { host, config, sdks, io, overlay }: PackageOptions,
): Promise<{ readonly specs: ImportSpecs; readonly packages: ReadonlyMap<string, OpenPackage> }> {
  // The schema is not loaded yet, so the SDK is looked up by its default npm name.
  const expected = await sdks(packagesOf(original).map(({ name }) => ({ name, language: {} })));
  const specs = withSdkParameters(original, expected);
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

/** If the language has no SDKs, returns the package with the inputs that its runtime sends. */
function asSent(open: OpenPackage, sdks: ReadonlyMap<string, SdkPackage>): OpenPackage {
  const { schema, reference } = open;
  const sends = sdks.get(reference.name)?.sends;
  return schema === undefined || sends === undefined ? open : { ...open, schema: withoutSdk(schema, sends) };
}

/** Sets the plugin version that the program's SDK requests, unless the import spec has a version. */
function withSdkVersions(
  references: readonly PackageReference[],
  sdks: ReadonlyMap<string, SdkPackage>,
): readonly PackageReference[] {
  return references.map((reference) => {
    const version = reference.version ?? sdks.get(reference.name)?.version;
    return version === undefined || reference.parameterization !== undefined ? reference : { ...reference, version };
  });
}
