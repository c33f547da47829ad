/**
 * Providers of whole packages, without a resource that asks for them: for whoever lists what there is.
 */

import type { KnownState } from "../../domain/known-state.ts";
import { specIdOf } from "../../domain/spec-id.ts";
import type { StackConfig } from "../../domain/stack-config.ts";
import type { Urn } from "../../graph.ts";
import type { ImportSpec, ImportSpecs } from "../../import-file/import-specs.ts";
import { type ResolvedSpec, resolveSpecs } from "../../import-file/resolve.ts";
import type { Host } from "../../plugin/host.ts";
import type { Patience } from "../../plugin/patient-provider.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type FindSdks, openSpecPackages } from "./open-spec-packages.ts";
import { findByPackage, schemasOf, sealFlags } from "./packages.ts";
import { openProviders, type ProviderInstance } from "./providers.ts";

/** A package as a command line names it. */
export interface NamedPackage {
  readonly name: string;
  readonly version?: string;
}

export interface PackageProvider {
  readonly schema: PackageSchema;
  readonly instance: ProviderInstance;
}

export interface PackageProviderFacts {
  readonly stack: string;
  readonly project: string;
  readonly config: StackConfig;
  readonly known: KnownState;
  /** An explicit provider of the state, in place of the default one. */
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

/**
 * Opens the schema of each package, and the provider that its resources would have: checked, compared with the state and configured.
 *
 * @throws the error of a package or a provider that cannot be had; SPEC_INVALID where the state has no such explicit provider.
 */
export async function openForPackages(
  packages: readonly NamedPackage[],
  facts: PackageProviderFacts,
): Promise<readonly PackageProvider[]> {
  const { stack, project, known, host, sdks, io } = facts;
  const asked = specsWithoutNames(packages.map((one) => packageSpec(one, `${one.name}:index:Any`)));
  const { specs, packages: opened } = await openSpecPackages(asked, { host, config: facts.config, sdks, io });
  const schemas = schemasOf(opened);
  const entries = specs.resources.flatMap((entry, i) => {
    const open = findByPackage(opened, packages[i] ?? { name: entry.name });
    if (open?.error !== undefined) throw open.error;
    const type = open?.schema === undefined ? undefined : someResource(open.schema);
    return type === undefined ? [] : [{ ...entry, type, provider: facts.provider }];
  });
  const state = [...known.resources.values()];
  const request = resolveSpecs({ ...specs, resources: entries }, { project, stack, state, schemas, protect: false });
  const config = sealFlags(facts.config, schemas);
  const found = await sdks([...schemas.values()]);
  const context = { stack, project, config, known: known.decoded, sdks: found, ...io };
  const instances = await openProviders(request, opened, context);
  return request.resources.flatMap((resource) => provided(resource, instances.get(resource.urn), schemas));
}

function provided(
  resource: ResolvedSpec,
  instance: ProviderInstance | undefined,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly PackageProvider[] {
  const error = resource.error ?? instance?.error;
  if (error !== undefined) throw error;
  const schema = findByPackage(schemas, resource.package);
  return schema === undefined || instance === undefined ? [] : [{ schema, instance }];
}

/** A resource that a provider manages; absent: the package has components alone. */
function someResource(schema: PackageSchema): string | undefined {
  return schema.resourceTokens().find((token) => schema.resource(token)?.isComponent === false);
}

const where = { file: "the command line", line: 1, column: 1 };

function packageSpec({ name, version }: NamedPackage, type: string): ImportSpec {
  return {
    specId: specIdOf("package", name, version ?? ""),
    where,
    locations: { type: where, name: where, provider: where },
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
