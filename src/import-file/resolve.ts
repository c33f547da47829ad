/**
 * Resolves import files against a stack and its packages' schemas: names become URNs, types canonical tokens, packages references.
 */

import { specIdOf } from "../domain/spec-id.ts";
import { nameOf, parseUrn, typeOf } from "../domain/urn.ts";
import type { Problem } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { formatPattern } from "../ir/path.ts";
import type { StateOptions } from "../resource-options.ts";
import { findDuplicates, reportLooseEnds } from "./find-duplicates.ts";
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
 * Refuses the mistakes between entries that show without a schema, so that no plugin is started for them.
 *
 * @throws ImpError SPEC_INVALID as `resolveSpecs`, which finds the rest: entries whose types are two spellings of one.
 */
export function refuseMistakes(spec: ImportSpecs, context: Omit<ResolveContext, "schemas">): void {
  soundEntries(spec, createPackageTable(spec), context);
}

/**
 * Resolves the entries. The reason why one entry is impossible (unknown type, remote component, extension) is its `error`.
 *
 * @throws ImpError SPEC_INVALID with every mistake of reference: unknown or ambiguous parents and providers, parent cycles, two entries
 * of one URN, or of one type, id and provider.
 */
export function resolveSpecs(spec: ImportSpecs, context: ResolveContext): ResolvedSpecs {
  const packages = createPackageTable(spec);
  const { types, names } = soundEntries(spec, packages, context);
  const here = urnsHere(spec, names.urns);
  const resources = spec.resources.flatMap((entry, i) => {
    const type = types[i];
    const urn = names.urns[i];
    if (type === undefined || urn === undefined) return [];
    const options = askedOptions(entry, names.referents[i]);
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

/** Types and names of the entries, where there is no mistake between them. */
function soundEntries(spec: ImportSpecs, packages: PackageTable, context: ResolveContext) {
  const problems: Problem[] = [];
  const types = spec.resources.map((entry) => resolveEntryType(entry, packages.find(entry), context));
  const names = resolveUrns(spec, types, context, problems);
  findDuplicates(spec, types, names, problems);
  reportLooseEnds(spec, names, context, problems);
  refuseSpecs(problems);
  return { types, names };
}

/** The entries with the dependencies that their state entries record. */
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

/** The options that an entry asks for, in the form in which a state has them. */
function askedOptions({ options }: ImportSpec, referents: OptionReferents | undefined): StateOptions | undefined {
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

/** URN in the other stack -> URN here. */
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
  const placeOfInput = entry.places.input ?? (declared && (() => declared.where));
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
    placeOfInput,
    error,
  };
}

/** Providers that stand in no `resources`, but whose URN is in `nameTable` and whose configuration is in `providerInputs`. */
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
