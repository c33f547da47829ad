/** Opens providers of whole packages, without import specs, for commands that list resources. */

import type { Urn } from "../../domain/graph.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { specIdOf } from "../../domain/spec-id.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { ImportSpec, ImportSpecs } from "../../import-file/import-specs.ts";
import { type ResolvedSpec, resolveSpecs } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import type { Patience } from "../../plugin/patient-provider.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type FindSdks, openSpecPackages } from "./open-spec-packages.ts";
import { findByPackage, schemasOf, sealFlags } from "./packages.ts";
import { openProviders, type ProviderInstance } from "./providers.ts";

/** A package on the command line. */
export interface NamedPackage {
  readonly name: string;
  readonly version?: string;
}

export interface PackageProvider {
  readonly schema: PackageSchema;
  readonly instance: ProviderInstance;
}

export interface PackageProviderContext {
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: KnownState;
  /** The URN of an explicit provider in the state. Defaults to the default provider. */
  readonly provider?: Urn;
  readonly host: Host;
  readonly sdks: FindSdks;
  readonly io: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly uuid: () => string;
    readonly patience: Patience;
    readonly events: { readonly phase: (text: string, total: number) => void };
  };
}

/** Opens the schema and the provider of each package. Throws the error of a package or provider, or SPEC_INVALID for an unknown provider. */
export async function openForPackages(
  packages: readonly NamedPackage[],
  options: PackageProviderContext,
): Promise<readonly PackageProvider[]> {
  const { stack, project, known: state, host, sdks, io } = options;
  const requestedSpecs = specsWithoutNames(packages.map((entry) => packageSpec(entry, `${entry.name}:index:Any`)));
  const { specs, packages: opened } = await openSpecPackages(requestedSpecs, {
    host,
    config: options.config,
    sdks,
    io,
  });
  const schemas = schemasOf(opened);
  const entries = specs.resources.flatMap((entry, i) => {
    const open = findByPackage(opened, packages[i] ?? { name: entry.name });
    if (open?.error !== undefined) throw open.error;
    const type = open?.schema === undefined ? undefined : someResource(open.schema);
    return type === undefined ? [] : [{ ...entry, type, provider: options.provider }];
  });
  const stateResources = [...state.resources.values()];
  const request = resolveSpecs(
    { ...specs, resources: entries },
    { project, stack, state: stateResources, schemas, protect: false },
  );
  const config = sealFlags(options.config, schemas);
  const installedSdks = await sdks([...schemas.values()]);
  const context = { stack, project, config, known: state.decoded, sdks: installedSdks, ...io };
  const instances = await openProviders(request, opened, context);
  return request.resources.flatMap((resource) => packageProvider(resource, instances.get(resource.urn), schemas));
}

function packageProvider(
  resource: ResolvedSpec,
  instance: ProviderInstance | undefined,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly PackageProvider[] {
  const error = resource.error ?? instance?.error;
  if (error !== undefined) throw error;
  const schema = findByPackage(schemas, resource.package);
  return schema === undefined || instance === undefined ? [] : [{ schema, instance }];
}

/** Returns the token of a custom resource, or undefined if the package has only components. */
function someResource(schema: PackageSchema): string | undefined {
  return schema.resourceTokens().find((token) => schema.resource(token)?.isComponent === false);
}

const commandLineLocation = { file: "the command line", line: 1, column: 1 };

function packageSpec({ name, version }: NamedPackage, type: string): ImportSpec {
  return {
    specId: specIdOf("package", name, version ?? ""),
    where: commandLineLocation,
    locations: { type: commandLineLocation, name: commandLineLocation, provider: commandLineLocation },
    type,
    name,
    logicalName: name,
    id: name,
    version,
    properties: [],
    inputsFrom: [],
    component: false,
    remote: false,
  };
}

function specsWithoutNames(resources: readonly ImportSpec[]): ImportSpecs {
  return { nameTable: new Map(), resources, providerInputs: new Map() };
}
