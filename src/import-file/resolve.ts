/** Resolves import specs with the state of a stack and the schemas of its packages: names to URNs, and types to tokens. */

import { ImpError, type Problem } from "../domain/errors.ts";
import { providerPackage } from "../domain/extension.ts";
import type { SdkPackage, Urn } from "../domain/graph.ts";
import type { KnownResource } from "../domain/known-state.ts";
import type { StateOptions } from "../domain/resource-options.ts";
import { specIdOf } from "../domain/spec-id.ts";
import { isDefaultProvider, nameOf, parseProviderReference, parseUrn, typeOf } from "../domain/urn.ts";
import { packageOfType } from "../schema/tokens.ts";
import { formatPattern } from "../value/path.ts";
import { findDuplicateOutputs, findDuplicates, reportUnusedProviderInputs } from "./find-duplicates.ts";
import type { ImportSpec, ImportSpecs, SourceResource } from "./import-specs.ts";
import { createPackageTable, type PackageTable } from "./packages.ts";
import { recordedDependencies } from "./recorded-dependencies.ts";
import { refuseSpecs } from "./refuse.ts";
import { type OptionReferents, resolveUrns } from "./resolve-names.ts";
import { type ResolvedType, resolveEntryType } from "./resolve-type.ts";
import type { ResolveContext, ResolvedSpec, ResolvedSpecs } from "./resolved-specs.ts";

export { type Constructed, providersGiven, separateConstructed, separateMoved } from "./constructed.ts";
export { fillIds } from "./fill-ids.ts";
export { optionalPackages, packagesOf } from "./packages.ts";
export type { ResolveContext, ResolvedSpec, ResolvedSpecs } from "./resolved-specs.ts";

/**
 * Reports the errors between entries that can be found without schemas, before plugins start.
 *
 * @throws SPEC_INVALID with the errors that `resolveSpecs` reports, except for errors that depend on type aliases
 */
export function refuseMistakes(spec: ImportSpecs, context: Omit<ResolveContext, "schemas">): void {
  soundEntries(spec, createPackageTable(spec), context);
}

/**
 * Resolves the specs. If a resource cannot be imported (unknown type, remote component, extension), its spec gets an `error`.
 *
 * @throws SPEC_INVALID with all errors between entries: unknown or ambiguous parents and providers, cycles, duplicate URNs, and duplicate IDs of a
 * type and provider
 */
export function resolveSpecs(spec: ImportSpecs, context: ResolveContext): ResolvedSpecs {
  const packages = createPackageTable(spec);
  const { types, names } = soundEntries(spec, packages, context);
  const here = urnsHere(spec, names.urns);
  const resources = spec.resources.flatMap((entry, i) => {
    const type = types[i];
    const urn = names.urns[i];
    if (type === undefined || urn === undefined) return [];
    const above = { parent: names.parents[i], provider: names.providers[i] };
    const options = optionsForState(entry, names.referents[i]);
    const source = entry.source && sourceHere(entry.source, here);
    return [{ ...request(entry, type, urn, above, packages, spec, context), options, source }];
  });
  const { project, stack } = context;
  const all = [...declaredByInputs(names.created, spec, packages), ...resources];
  return { project, stack, resources: withInherited(withRecorded(all, context), context.state) };
}

/** Resolves types and names of all entries. Throws SPEC_INVALID if there are errors. */
function soundEntries(spec: ImportSpecs, packages: PackageTable, context: ResolveContext) {
  const problems: Problem[] = [];
  const types = spec.resources.map((entry) => resolveEntryType(entry, packages.find(entry), context));
  const names = resolveUrns(spec, types, context, problems);
  findDuplicates(spec, types, names, problems);
  findDuplicateOutputs(spec, problems);
  reportUnusedProviderInputs(spec, names, context, problems);
  refuseSpecs(problems);
  return { types, names };
}

/**
 * Replaces each dependency on a local component with the resources that SDKs record instead: its closest descendants that are not local components.
 */
function withRecorded(all: readonly ResolvedSpec[], { state }: ResolveContext): readonly ResolvedSpec[] {
  if (!all.some(({ options }) => options !== undefined)) return all;
  const recorded = recordedDependencies([
    ...state.map(({ urn, parent, custom }) => ({ urn, parent, isLocal: !custom })),
    ...all.map(({ urn, parent, kind, isRemote }) => ({ urn, parent, isLocal: kind === "component" && !isRemote })),
  ]);
  return all.map((spec) => {
    const { options } = spec;
    if (options === undefined) return spec;
    const dependencies = new Set(options.dependencies.flatMap((urn) => recorded(urn)));
    return { ...spec, options: { ...options, dependencies: [...dependencies] } };
  });
}

/** Returns the options of an entry in the form of a state. */
function optionsForState({ options }: ImportSpec, referents: OptionReferents | undefined): StateOptions | undefined {
  if (options === undefined || referents === undefined) return undefined;
  const { customTimeouts, additionalSecretOutputs, aliases, ignoreChanges } = options;
  return {
    dependencies: referents.dependsOn,
    dependsOn: referents.dependsOn,
    deletedWith: referents.deletedWith,
    customTimeouts,
    additionalSecretOutputs,
    replaceOnChanges: [],
    ignoreChanges: ignoreChanges.map(formatPattern),
    aliases,
  };
}

/** Maps URNs in the source stack to URNs in the target stack. */
function urnsHere(spec: ImportSpecs, urns: readonly (Urn | undefined)[]): ReadonlyMap<Urn, Urn> {
  return new Map(
    spec.resources.flatMap(({ source }, i) => {
      const urn = urns[i];
      return source === undefined || urn === undefined ? [] : [[source.urn, urn] as const];
    }),
  );
}

function sourceHere(source: SourceResource, here: ReadonlyMap<Urn, Urn>): SourceResource {
  const { deletedWith: there, ...rest } = source.options;
  const deletedWith = there === undefined ? undefined : here.get(there);
  const moved = (urns: readonly Urn[]) => urns.flatMap((urn) => here.get(urn) ?? []);
  return {
    ...source,
    options: { ...rest, dependencies: moved(rest.dependencies), deletedWith },
    madeOf: new Map([...source.madeOf].map(([property, urns]) => [property, moved(urns)])),
  };
}

function request(
  entry: ImportSpec,
  { type, kind, isRemote, error }: ResolvedType,
  urn: Urn,
  { parent, provider }: { readonly parent: Urn | undefined; readonly provider: Urn | undefined },
  packages: PackageTable,
  spec: ImportSpecs,
  context: ResolveContext,
): ResolvedSpec {
  const declared = kind === "provider" ? spec.providerInputs.get(entry.name) : undefined;
  const inputs = entry.inputs ?? declared?.inputs;
  const locateInput = entry.locations.input ?? (declared && (() => declared.where));
  return {
    specId: entry.specId,
    urn,
    name: entry.logicalName,
    type,
    kind,
    isRemote,
    id: entry.id,
    parent,
    provider,
    package: packages.find(entry),
    properties: entry.properties,
    inputs,
    outputs: entry.outputs,
    stackOutputs: entry.stackOutputs,
    protect: entry.protect ?? (kind !== "provider" && context.protect),
    retainOnDelete: entry.retainOnDelete ?? false,
    notSecret: entry.notSecret,
    where: entry.where,
    locateInput,
    error,
  };
}

/** Returns specs for providers that have no entry, but are in both `nameTable` and `providerInputs`. */
function declaredByInputs(
  created: ReadonlyMap<Urn, string>,
  spec: ImportSpecs,
  packages: PackageTable,
): readonly ResolvedSpec[] {
  return [...created].flatMap(([urn, name]) => {
    const declared = spec.providerInputs.get(name);
    if (declared === undefined || parseUrn(urn) === undefined) return [];
    const type = typeOf(urn);
    return [
      {
        specId: specIdOf("providerInputs", urn),
        urn,
        name: nameOf(urn),
        type,
        kind: "provider",
        package: packages.named(type.slice("pulumi:providers:".length)),
        properties: [],
        inputs: declared.inputs,
        protect: false,
        retainOnDelete: false,
        where: declared.where,
        placeOfInput: () => declared.where,
      },
    ];
  });
}

interface Ancestor {
  readonly parent?: Urn;
  /** The explicit provider. */
  readonly provider?: Urn;
}

/**
 * Sets the inherited provider of each custom resource: the provider of its nearest ancestor that has a provider of the same package. If the resource
 * used a default provider in its source stack, it gets the error PROVIDER_INHERITED instead, because a program cannot choose the default provider
 * below such an ancestor.
 */
function withInherited(resources: readonly ResolvedSpec[], state: readonly KnownResource[]): readonly ResolvedSpec[] {
  const requested = new Map(resources.map((resource) => [resource.urn, resource]));
  const existing = new Map(state.map((resource) => [resource.urn, resource]));
  const find = (urn: Urn): Ancestor | undefined => requested.get(urn) ?? ancestorInState(existing.get(urn));
  return resources.map((resource) => {
    if (resource.kind !== "custom" || resource.provider !== undefined || resource.error !== undefined) return resource;
    const inherited = nearestProvider(resource, find);
    if (inherited === undefined) return resource;
    if (resource.source?.defaultProvider === undefined) return { ...resource, inherited: inherited.provider };
    return { ...resource, error: ImpError.of("PROVIDER_INHERITED", { urn: resource.urn, ...inherited }) };
  });
}

function nearestProvider(
  { parent, package: reference }: ResolvedSpec,
  find: (urn: Urn) => Ancestor | undefined,
): { readonly ancestor: Urn; readonly provider: Urn } | undefined {
  const { name } = providerPackage(reference);
  for (let ancestor = parent; ancestor !== undefined; ancestor = find(ancestor)?.parent) {
    const provider = find(ancestor)?.provider;
    if (provider !== undefined && packageOfType(typeOf(provider)) === name) return { ancestor, provider };
  }
  return undefined;
}

function ancestorInState({ parent, provider }: Pick<KnownResource, "parent" | "provider"> = {}): Ancestor {
  const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  return { parent, provider: urn !== undefined && !isDefaultProvider(urn) ? urn : undefined };
}

/**
 * Adds the parameters and versions of the program's SDKs to entries of parameterized packages and extensions, because a program with these SDKs sends
 * them. Skips entries with another version, and packages for which any entry has a parameterization.
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
    if (sdk?.extends !== undefined) return extended(entry, name, sdk);
    if (sdk?.parameterization === undefined || (entry.version ?? sdk.version) !== sdk.version) return entry;
    const { version, parameterization } = sdk;
    return { ...entry, version: version ?? entry.version, parameterization };
  };
  return { ...spec, resources: spec.resources.map(complete) };
}

/** Adds the extension of the program's SDK to an entry, unless the entry has another version of the provider. */
function extended(entry: ImportSpec, name: string, { version = "", extends: provider }: SdkPackage): ImportSpec {
  if (provider === undefined || (entry.version ?? provider.version) !== provider.version) return entry;
  const extension = { name, version, value: provider.value, provider: provider.name };
  return { ...entry, version: provider.version, extension };
}
