/** Opens a plugin process and a schema for each package of the specs. If a package fails, only its resources fail. */

import { ImpError } from "../../domain/errors.ts";
import type { PackageReference } from "../../domain/graph.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { Host } from "../../plugin/host.ts";
import type { Provider } from "../../plugin/provider.ts";
import { ProviderError } from "../../plugin/provider.ts";
import { schemaOfPlugin } from "../../schema/plugin-schema.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { isHidden } from "../../schema/with-claims.ts";
import { pluginDescriptor } from "./descriptor.ts";
import { optionalResult } from "./optional-result.ts";

export interface OpenPackage {
  readonly reference: PackageReference;
  /** Omitted if the package failed. */
  readonly schema?: PackageSchema;
  readonly error?: ImpError;
  /** Returns a plugin process that is not configured. The first call returns the process that returned the schema. Later calls start new ones. */
  process(): Promise<Provider>;
}

/**
 * Adds data from other sources to a schema. `mappings` returns the Terraform mappings of a bridged provider, to translate names. `isInstalled` is true if the
 * plugin is in Pulumi's plugin cache, where the engine looks for mappings.
 */
export interface OverSchemas {
  over(
    schema: PackageSchema,
    mappings: () => Promise<readonly Uint8Array[]>,
    isInstalled: boolean,
  ): Promise<PackageSchema>;
}

/** Launches the plugin of each package and loads its schema. A package that fails has an `error`. */
export async function openPackages(
  references: readonly PackageReference[],
  host: Host,
  config: StackConfig,
  overlay?: OverSchemas,
): Promise<ReadonlyMap<string, OpenPackage>> {
  const opened = await Promise.all(references.map((reference) => openPackage(reference, host, config, overlay)));
  const names = references.map(({ name }) => name);
  const ambiguous = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return new Map(
    opened.map((entry) => [
      ambiguous.has(entry.reference.name) ? packageVersionKey(entry.reference) : entry.reference.name,
      entry,
    ]),
  );
}

/** Finds a package by `name@version`, or else by its name. Keys have a version only if the run has several versions of a package. */
export function findByPackage<T>(table: ReadonlyMap<string, T>, reference: PackageReference): T | undefined {
  return table.get(packageVersionKey(reference)) ?? table.get(reference.name);
}

function packageVersionKey({ name, version }: PackageReference): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** Returns the schemas of the packages that did not fail. */
export function schemasOf(packages: ReadonlyMap<string, OpenPackage>): ReadonlyMap<string, PackageSchema> {
  const schemas = new Map<string, PackageSchema>();
  for (const [name, { schema }] of packages) if (schema !== undefined) schemas.set(name, schema);
  return schemas;
}

/** Marks values from the command line as secret if the schema does. Values in the stack file stay plain, as in previews. */
export function sealFlags(config: StackConfig, schemas: ReadonlyMap<string, PackageSchema>): StackConfig {
  return new Map(
    [...config].map(([key, value]) => {
      const [name = "", property = ""] = key.split(/:([\s\S]*)/);
      const declared = schemas.get(name)?.provider.inputs.get(property);
      const sealed = value.source === "flag" && declared !== undefined && isHidden(declared);
      if (!sealed) return [key, value];
      const { likely: _, ...plain } = value;
      return [key, { ...plain, secret: true }];
    }),
  );
}

async function openPackage(
  reference: PackageReference,
  host: Host,
  config: StackConfig,
  overlay: OverSchemas | undefined,
): Promise<OpenPackage> {
  const launch = (): Promise<Provider> => host.launch(pluginDescriptor(reference, config));
  try {
    const first = await launch();
    const packaged = await schemaOfPlugin(first);
    if (reference.extends !== undefined && packaged.extension === undefined)
      throw ImpError.of("PLUGIN_NOT_EXTENDED", { plugin: reference.extends.name, extension: reference.name });
    // If the provider returns no Terraform mappings, names follow the default rules.
    const mappings = async () => (await optionalResult(first.getMappings("terraform"))) ?? [];
    const schema =
      overlay === undefined
        ? packaged
        : await overlay.over(packaged, mappings, host.isInstalled(pluginDescriptor(reference, config)));
    let spare: Provider | undefined = first;
    const process = (): Promise<Provider> => {
      const provider = spare;
      spare = undefined;
      return provider === undefined ? launch() : Promise.resolve(provider);
    };
    return { reference, schema, process };
  } catch (error) {
    const explained = packageError(reference, error);
    return { reference, error: explained, process: () => Promise.reject(explained) };
  }
}

function packageError(reference: PackageReference, error: unknown): ImpError {
  if (error instanceof ImpError) return error;
  if (error instanceof ProviderError) {
    return ImpError.of("PACKAGE_FAILED", { package: reference.name, method: error.method, reason: error.message });
  }
  throw error;
}
