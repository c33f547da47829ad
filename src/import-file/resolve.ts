/**
 * Resolves import specs against a stack and its packages' schemas: names to URNs, and types to canonical tokens.
 */

import { specIdOf } from "../domain/spec-id.ts";
import { nameOf, parseUrn, typeOf } from "../domain/urn.ts";
import type { Problem } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { formatPattern } from "../ir/path.ts";
import type { StateOptions } from "../resource-options.ts";
import { findDuplicates, reportUnusedProviderInputs } from "./find-duplicates.ts";
import type { ImportSpec, ImportSpecs, SourceResource } from "./import-specs.ts";
import { withInherited } from "./inherited-provider.ts";
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
export { withSdkParameters } from "./sdk-parameters.ts";

/**
 * Reports the errors between entries that show without schemas, before any plugin is started.
 *
 * @throws SPEC_INVALID as in `resolveSpecs`, except for errors that depend on type aliases
 */
export function refuseMistakes(spec: ImportSpecs, context: Omit<ResolveContext, "schemas">): void {
  soundEntries(spec, createPackageTable(spec), context);
}

/**
 * Resolves the specs. A spec that cannot be imported (unknown type, remote component, extension) has an `error`.
 *
 * @throws SPEC_INVALID with all errors between entries: unknown or ambiguous parents and providers, cycles, duplicate URNs, and duplicate
 * ids of a type and provider
 */
export function resolveSpecs(spec: ImportSpecs, context: ResolveContext): ResolvedSpecs {
  const packages = createPackageTable(spec);
  const { types, names } = soundEntries(spec, packages, context);
  const here = urnsHere(spec, names.urns);
  const resources = spec.resources.flatMap((entry, i) => {
    const type = types[i];
    const urn = names.urns[i];
    if (type === undefined || urn === undefined) return [];
    const options = optionsForState(entry, names.referents[i]);
    return [
      {
        ...request(
          entry,
          type,
          urn,
          { parent: names.parents[i], provider: names.providers[i] },
          packages,
          spec,
          context,
        ),
        options,
        source: entry.source && sourceHere(entry.source, here),
      },
    ];
  });
  const { project, stack } = context;
  const all = [...declaredByInputs(names.created, spec, packages), ...resources];
  return { project, stack, resources: withInherited(withRecorded(all, context), context.state) };
}

/** Returns the types and names of the entries. Throws SPEC_INVALID if there are errors. */
function soundEntries(spec: ImportSpecs, packages: PackageTable, context: ResolveContext) {
  const problems: Problem[] = [];
  const types = spec.resources.map((entry) => resolveEntryType(entry, packages.find(entry), context));
  const names = resolveUrns(spec, types, context, problems);
  findDuplicates(spec, types, names, problems);
  reportUnusedProviderInputs(spec, names, context, problems);
  refuseSpecs(problems);
  return { types, names };
}

/** Returns the specs with the dependencies that SDKs record for them. */
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

/** Returns the options of an entry in the form of the state. */
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

/** Returns the URNs in the target stack, by URN in the source stack. */
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
    protect: entry.protect ?? (kind !== "provider" && context.protect),
    retainOnDelete: entry.retainOnDelete ?? false,
    notSecret: entry.notSecret,
    where: entry.where,
    locateInput: locateInput,
    error,
  };
}

/** Returns the providers that are not in `resources`, but in both `nameTable` and `providerInputs`. */
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
