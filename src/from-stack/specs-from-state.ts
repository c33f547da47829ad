/**
 * Converts resources of a source state to import specs: names, types, ids, parents, providers, protection, and their stored values.
 */
import semver from "semver";
import { specIdOf } from "../domain/spec-id.ts";
import {
  isDefaultProvider,
  isProviderType,
  nameOf,
  parseProviderReference,
  rootStackType,
  typeOf,
} from "../domain/urn.ts";
import type { Note, Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs, SourceResource, TextLocation } from "../import-file/import-specs.ts";
import { leftOptions, type StateOptions } from "../resource-options.ts";
import { once } from "../schema/once.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { Deployment, StateResource } from "../state/deployment.ts";
import type { Decrypt } from "../value/state-codec.ts";
import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";

export interface SpecSource {
  /** For notes. */
  readonly stack: string;
  /** For places in messages. */
  readonly file: string;
  readonly state: Deployment;
  readonly decrypt: Decrypt;
}

/** The package of a provider resource, and its configuration. */
interface ProviderFacts {
  readonly package: Pick<ImportSpec, "version" | "pluginDownloadUrl" | "parameterization">;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** One entry per resource, in their order; an entry's `name` is its URN there, so that every name is its own. */
export function specsFromState(resources: readonly StateResource[], stack: SpecSource): ImportSpecs {
  const chosen = new Set(resources.map(({ urn }) => urn));
  const places = placesInState(stack);
  const providers = new Map(
    stack.state.resources
      .filter(({ type }) => isProviderType(type))
      .map((resource) => [stateReference(resource), once(() => providerFacts(resource, stack))]),
  );
  const constructing = constructingProviders(stack.state.resources);
  const missing = missingBelow(stack.state.resources, chosen);
  const entries = resources.map((resource): ImportSpec => {
    const where = places.get(stateReference(resource)) ?? { file: stack.file, line: 1, column: 1 };
    const reference = resource.provider ?? (resource.custom ? stateReference(resource) : constructing(resource.type));
    const provider = reference === undefined ? undefined : providers.get(reference)?.();
    const source = sourceResourceOf(resource, { reference, facts: provider }, { chosen, missing }, stack);
    return {
      specId: specIdOf("stack", stack.file, stateReference(resource)),
      where,
      locations: { type: where, name: where, parent: where, provider: where },
      type: resource.type,
      name: resource.urn,
      logicalName: nameOf(resource.urn),
      id: resource.custom && !isProviderType(resource.type) ? resource.id : undefined,
      ...parentInStack(resource),
      ...explicitProviderOf(resource),
      ...provider?.package,
      inputs: isProviderType(resource.type) && provider !== undefined ? provider.inputs : undefined,
      // A reference is kept as its value, as a reference to something that is taken is kept as one.
      properties: source.notes.flatMap(({ path }) => (path === undefined ? [] : [path])),
      inputsFrom: [],
      component: !resource.custom,
      remote: false,
      hasProvider: resource.custom ? undefined : provider !== undefined,
      protect: resource.protect,
      retainOnDelete: resource.retainOnDelete,
      source,
    };
  });
  return { nameTable: new Map(), resources: entries, providerInputs: new Map() };
}

function stateReference({ urn, id = "" }: StateResource): string {
  return `${urn}::${id}`;
}

/**
 * Which provider of the state may have constructed a component of a type: a state does not record it, but a plugin constructs none without a
 * provider of its package. A default one goes before the others.
 */
function constructingProviders(all: readonly StateResource[]): (type: string) => string | undefined {
  const byPackage = new Map<string, StateResource>();
  for (const resource of all) {
    if (!isProviderType(resource.type) || resource.delete) continue;
    const name = packageOfType(resource.type);
    const known = byPackage.get(name);
    if (known === undefined || isDefaultProvider(resource.urn)) byPackage.set(name, resource);
  }
  return (type) => {
    const found = byPackage.get(packageOfType(type));
    return found === undefined ? undefined : stateReference(found);
  };
}

function parentInStack({ parent }: StateResource): Pick<ImportSpec, "parent"> {
  return parent === undefined || typeOf(parent) === rootStackType ? {} : { parent };
}

function explicitProviderOf({ provider }: StateResource): Pick<ImportSpec, "provider"> {
  const urn = provider !== undefined ? parseProviderReference(provider)?.urn : undefined;
  return urn === undefined || isDefaultProvider(urn) ? {} : { provider: urn };
}

function sourceResourceOf(
  resource: StateResource,
  provider: { readonly reference: string | undefined; readonly facts: ProviderFacts | undefined },
  { chosen, missing: all }: { readonly chosen: ReadonlySet<Urn>; readonly missing: ReadonlyMap<Urn, readonly Urn[]> },
  source: SpecSource,
): SourceResource {
  const { urn } = resource;
  const missing = resource.custom ? undefined : all.get(urn);
  const { reference, facts } = provider;
  const providerUrn = reference === undefined ? undefined : parseProviderReference(reference)?.urn;
  const isDefault = providerUrn !== undefined && facts !== undefined && isDefaultProvider(providerUrn);
  // A provider's inputs are its entry's.
  const isManaged = !isProviderType(resource.type);
  return {
    urn,
    stack: source.stack,
    inputs: isManaged ? resource.inputs(source.decrypt) : emptyMap,
    outputs: isManaged ? resource.outputs(source.decrypt) : emptyMap,
    defaultProvider: isDefault ? { urn: providerUrn, inputs: facts.inputs, outputs: facts.outputs } : undefined,
    options: optionsFromState(resource, chosen),
    madeOf: new Map(
      [...resource.propertyDependencies].map(([property, urns]) => [property, urns.filter((one) => chosen.has(one))]),
    ),
    missing,
    sourcePosition: resource.sourcePosition,
    notes: isManaged ? stackNotes(resource, chosen, source) : [],
  };
}

function optionsFromState(resource: StateResource, chosen: ReadonlySet<Urn>): StateOptions {
  const { dependencies, deletedWith, customTimeouts, additionalSecretOutputs, replaceOnChanges, ignoreChanges } =
    resource;
  return {
    dependencies: dependencies.filter((urn) => chosen.has(urn)),
    deletedWith: deletedWith !== undefined && chosen.has(deletedWith) ? deletedWith : undefined,
    customTimeouts,
    additionalSecretOutputs,
    replaceOnChanges,
    ignoreChanges,
  };
}

/** URN -> what is below it, is managed, and is not chosen. */
function missingBelow(all: readonly StateResource[], chosen: ReadonlySet<Urn>): ReadonlyMap<Urn, readonly Urn[]> {
  const parents = new Map(all.map(({ urn, parent }) => [urn, parent]));
  const missing = new Map<Urn, Urn[]>();
  for (const { urn, external, delete: isGoing } of all) {
    if (chosen.has(urn) || external || isGoing) continue;
    for (let at = parents.get(urn); at !== undefined; at = parents.get(at)) {
      const known = missing.get(at);
      if (known === undefined) missing.set(at, [urn]);
      else known.push(urn);
    }
  }
  return missing;
}

/** Options that may name what stays there; the others are compared with the schema later. */
function stayingOptions({ dependencies, deletedWith, replaceWith }: StateResource): StateOptions {
  return {
    dependencies,
    deletedWith,
    replaceWith,
    additionalSecretOutputs: [],
    replaceOnChanges: [],
    ignoreChanges: [],
  };
}

/** References to what stays there, and options that no provider could show. */
function stackNotes(resource: StateResource, chosen: ReadonlySet<Urn>, { stack }: SpecSource): readonly Note[] {
  const notes: Note[] = [];
  for (const [property, urns] of resource.propertyDependencies) {
    const staying = [...new Set(urns)].filter((urn) => urn !== "" && !chosen.has(urn));
    if (staying.length > 0) notes.push({ path: [property], text: `in stack ${stack} from ${staying.join(", ")}` });
  }
  for (const { name, values } of leftOptions(stayingOptions(resource), {
    isCustom: resource.custom,
    has: (urn) => chosen.has(urn),
    linked: new Set(),
    named: new Set([...resource.propertyDependencies.values()].flat()),
    bySdk: { additionalSecretOutputs: [], replaceOnChanges: [] },
    ignores: () => true,
  }))
    notes.push({ text: `in stack ${stack} with ${name}: ${values.join(", ")}` });
  const others = resource.otherOptions();
  if (others.length > 0) notes.push({ text: `in stack ${stack} with ${others.join(", ")}` });
  return notes;
}

/** The engine's own among a provider's inputs (docs/state.md#provider-entries); older CLIs kept them next to the others. */
const ofTheEngine: ReadonlySet<string> = new Set(["__internal", "version", "pluginDownloadURL", "parameterization"]);

function providerFacts(resource: StateResource, { decrypt }: SpecSource): ProviderFacts {
  const inputs = resource.inputs(decrypt);
  const outputs = resource.outputs(decrypt);
  const own = inputs.get("__internal");
  const internal: PropertyMap = own?.kind === "map" ? own.entries : emptyMap;
  const version = versionOf(inputs);
  const url = nonEmptyString(internal.get("pluginDownloadURL")) ?? nonEmptyString(inputs.get("pluginDownloadURL"));
  const [pluginName, pluginVersion, value] = ["name", "version", "parameterization"].map((key) =>
    nonEmptyString(internal.get(key)),
  );
  return {
    package: {
      version,
      pluginDownloadUrl: url,
      parameterization:
        pluginName !== undefined && pluginVersion !== undefined && value !== undefined
          ? { pluginName, pluginVersion, value }
          : undefined,
    },
    inputs: new Map([...inputs].filter(([key]) => !ofTheEngine.has(key))),
    outputs,
  };
}

/** A text that is no version only chooses the plugin. */
function versionOf(inputs: PropertyMap): string | undefined {
  const text = nonEmptyString(inputs.get("version"))?.replace(/^v/, "");
  return text !== undefined && semver.parse(text) !== null ? text : undefined;
}

function nonEmptyString(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

const lineFeed = 10;

/** Where each resource stands in the state's text; columns count bytes. One pass over the bytes. */
function placesInState({ file, state }: SpecSource): ReadonlyMap<string, TextLocation> {
  const { bytes, layout } = state.source;
  const places = new Map<string, TextLocation>();
  let line = 1;
  let lineStart = 0;
  let lineEnd = bytes.indexOf(lineFeed);
  state.resources.forEach((resource, index) => {
    const start = layout.resources[index]?.start ?? lineStart;
    while (lineEnd >= 0 && lineEnd < start) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = bytes.indexOf(lineFeed, lineStart);
    }
    if (!resource.delete) places.set(stateReference(resource), { file, line, column: start - lineStart + 1 });
  });
  return places;
}
