/** Converts resources of a source state to import specs with names, types, IDs, parents, providers, protection, and stored values. */

import semver from "semver";
import type { Note, Urn } from "../domain/graph.ts";
import { addTo } from "../domain/order/maps.ts";
import { leftOptions, type StateOptions } from "../domain/resource-options.ts";
import { specIdOf } from "../domain/spec-id.ts";
import {
  isDefaultProvider,
  isProviderType,
  nameOf,
  parseProviderReference,
  rootStackType,
  typeOf,
} from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs, SourceResource, TextLocation } from "../import-file/import-specs.ts";
import { once } from "../schema/once.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { Deployment, StateResource } from "../state/deployment.ts";
import type { Decrypt } from "../state/state-codec.ts";
import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";

export interface SpecSource {
  readonly stack: string;
  readonly file: string;
  readonly state: Deployment;
  readonly decrypt: Decrypt;
}

interface StoredProvider {
  readonly package: Pick<ImportSpec, "version" | "pluginDownloadUrl" | "parameterization">;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** Returns one spec for each resource, in order. The `name` of a spec is its URN, because URNs are unique. */
export function specsFromState(resources: readonly StateResource[], stack: SpecSource): ImportSpecs {
  const chosen = new Set(resources.map(({ urn }) => urn));
  const locations = stateLocations(stack);
  const providers = new Map(
    stack.state.resources
      .filter(({ type }) => isProviderType(type))
      .map((resource) => [stateReference(resource), once(() => storedProvider(resource, stack))]),
  );
  const constructing = constructingProviders(stack.state.resources);
  const missing = missingBelow(stack.state.resources, chosen);
  const entries = resources.map((resource): ImportSpec => {
    const location = locations.get(stateReference(resource)) ?? { file: stack.file, line: 1, column: 1 };
    const reference = resource.provider ?? (resource.custom ? stateReference(resource) : constructing(resource.type));
    const provider = reference === undefined ? undefined : providers.get(reference)?.();
    const source = sourceResourceOf(resource, { reference, stored: provider }, { chosen, missing }, stack);
    return {
      specId: specIdOf("stack", stack.file, stateReference(resource)),
      where: location,
      locations: { type: location, name: location, parent: location, provider: location },
      type: resource.type,
      name: resource.urn,
      logicalName: nameOf(resource.urn),
      id: resource.custom && !isProviderType(resource.type) ? resource.id : undefined,
      parent: parentInStack(resource),
      provider: explicitProviderOf(resource),
      ...provider?.package,
      inputs: isProviderType(resource.type) && provider !== undefined ? provider.inputs : undefined,
      // The source stack took these values from resources that are not imported. So the program must set them as literal values.
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
 * Returns a function that guesses which provider constructed a component, because the state does not record this. It returns a provider of the
 * component's package, preferably the default provider.
 */
function constructingProviders(all: readonly StateResource[]): (type: string) => string | undefined {
  const byPackage = new Map<string, StateResource>();
  for (const resource of all) {
    if (!isProviderType(resource.type) || resource.delete) continue;
    const name = packageOfType(resource.type);
    const current = byPackage.get(name);
    if (current === undefined || isDefaultProvider(resource.urn)) byPackage.set(name, resource);
  }
  return (type) => {
    const provider = byPackage.get(packageOfType(type));
    return provider === undefined ? undefined : stateReference(provider);
  };
}

function parentInStack({ parent }: StateResource): Urn | undefined {
  return parent === undefined || typeOf(parent) === rootStackType ? undefined : parent;
}

function explicitProviderOf({ provider }: StateResource): Urn | undefined {
  const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  return urn === undefined || isDefaultProvider(urn) ? undefined : urn;
}

function sourceResourceOf(
  resource: StateResource,
  provider: { readonly reference: string | undefined; readonly stored: StoredProvider | undefined },
  { chosen, missing: all }: { readonly chosen: ReadonlySet<Urn>; readonly missing: ReadonlyMap<Urn, readonly Urn[]> },
  source: SpecSource,
): SourceResource {
  const { urn } = resource;
  const missing = resource.custom ? undefined : all.get(urn);
  const { reference, stored } = provider;
  const providerUrn = reference === undefined ? undefined : parseProviderReference(reference)?.urn;
  const isDefault = providerUrn !== undefined && stored !== undefined && isDefaultProvider(providerUrn);
  // The inputs of a provider are in its own spec.
  const isManaged = !isProviderType(resource.type);
  return {
    urn,
    stack: source.stack,
    inputs: isManaged ? resource.inputs(source.decrypt) : emptyMap,
    outputs: isManaged ? resource.outputs(source.decrypt) : emptyMap,
    defaultProvider: isDefault ? { urn: providerUrn, inputs: stored.inputs, outputs: stored.outputs } : undefined,
    options: optionsFromState(resource, chosen),
    madeOf: new Map(
      [...resource.propertyDependencies].map(([property, urns]) => [property, urns.filter((urn) => chosen.has(urn))]),
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

/** Maps each URN to its managed descendants that are not imported. */
function missingBelow(all: readonly StateResource[], chosen: ReadonlySet<Urn>): ReadonlyMap<Urn, readonly Urn[]> {
  const parents = new Map(all.map(({ urn, parent }) => [urn, parent]));
  const missing = new Map<Urn, Urn[]>();
  for (const { urn, external, delete: isGoing } of all) {
    if (chosen.has(urn) || external || isGoing) continue;
    for (let ancestor = parents.get(urn); ancestor !== undefined; ancestor = parents.get(ancestor)) {
      addTo(missing, ancestor, urn);
    }
  }
  return missing;
}

/**
 * Returns the options that can refer to resources that stay in the source stack. Omits the other options: `keptOptions` checks them later, when the
 * schema is known.
 */
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

/** Returns notes about references to resources that stay in the source stack, and about options that imp does not import. */
function stackNotes(resource: StateResource, chosen: ReadonlySet<Urn>, { stack }: SpecSource): readonly Note[] {
  const notes: Note[] = [];
  for (const [property, urns] of resource.propertyDependencies) {
    const staying = [...new Set(urns)].filter((urn) => urn !== "" && !chosen.has(urn));
    if (staying.length > 0)
      notes.push({ path: [property], text: `in stack ${stack}, this value comes from ${staying.join(", ")}` });
  }
  for (const { name, values } of leftOptions(stayingOptions(resource), {
    isCustom: resource.custom,
    has: (urn) => chosen.has(urn),
    linked: new Set(),
    named: new Set([...resource.propertyDependencies.values()].flat()),
    bySdk: { additionalSecretOutputs: [], replaceOnChanges: [] },
    ignores: () => true,
  }))
    notes.push({ text: `in stack ${stack}, the option ${name} is: ${values.join(", ")}` });
  const otherOptions = resource.otherOptions();
  if (otherOptions.length > 0)
    notes.push({ text: `in stack ${stack}, these options are set: ${otherOptions.join(", ")}` });
  return notes;
}

/** Inputs that the engine adds to provider entries (docs/state.md#provider-entries). Older CLIs stored them next to the other inputs. */
const engineInputs: ReadonlySet<string> = new Set(["__internal", "version", "pluginDownloadURL", "parameterization"]);

function storedProvider(resource: StateResource, { decrypt }: SpecSource): StoredProvider {
  const inputs = resource.inputs(decrypt);
  const internalInput = inputs.get("__internal");
  const internal: PropertyMap = internalInput?.kind === "map" ? internalInput.entries : emptyMap;
  const url = nonEmptyString(internal.get("pluginDownloadURL")) ?? nonEmptyString(inputs.get("pluginDownloadURL"));
  const keys = ["name", "version", "parameterization"];
  const [pluginName, pluginVersion, value] = keys.map((key) => nonEmptyString(internal.get(key)));
  return {
    package: {
      version: versionInput(inputs),
      pluginDownloadUrl: url,
      parameterization:
        pluginName !== undefined && pluginVersion !== undefined && value !== undefined
          ? { pluginName, pluginVersion, value }
          : undefined,
    },
    inputs: new Map([...inputs].filter(([key]) => !engineInputs.has(key))),
    outputs: resource.outputs(decrypt),
  };
}

/** Returns the version. Returns undefined if the text is not a semantic version: it then only helps the engine to find the plugin. */
function versionInput(inputs: PropertyMap): string | undefined {
  const text = nonEmptyString(inputs.get("version"))?.replace(/^v/, "");
  return text !== undefined && semver.parse(text) !== null ? text : undefined;
}

function nonEmptyString(value: Value | undefined): string | undefined {
  return value?.kind === "string" && value.value !== "" ? value.value : undefined;
}

const newlineByte = 10;

/** Maps each resource to its location in the text of the state. Columns are in bytes. */
function stateLocations({ file, state }: SpecSource): ReadonlyMap<string, TextLocation> {
  const { bytes, layout } = state.source;
  const locations = new Map<string, TextLocation>();
  let line = 1;
  let lineStart = 0;
  let lineEnd = bytes.indexOf(newlineByte);
  state.resources.forEach((resource, index) => {
    const start = layout.resources[index]?.start ?? lineStart;
    while (lineEnd >= 0 && lineEnd < start) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = bytes.indexOf(newlineByte, lineStart);
    }
    if (!resource.delete) locations.set(stateReference(resource), { file, line, column: start - lineStart + 1 });
  });
  return locations;
}
