/** Converts a proven resource into a graph node and a state entry. Pure. */

import { extensionOf } from "../../domain/extension.ts";
import type { CallLink, GraphResource, Link, LinkPart, Note, StateEntry, Urn } from "../../domain/graph.ts";
import { plainEntry } from "../../domain/plain-entry.ts";
import type { RegisteredResource } from "../../domain/registered-resource.ts";
import { providerReference, rootStackUrn } from "../../domain/urn.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../../import-file/resolve.ts";
import type { FoundLinks } from "../../links/linkable-resource.ts";
import { replaceOnChangesOf, secretOutputsOf } from "../../schema/resource-options.ts";
import { applySdkDefaults } from "../../schema/shape.ts";
import { getThroughSecrets, stringAt } from "../../value/at-path.ts";
import { mapEntries } from "../../value/map-inside.ts";
import { formatPattern, type Path } from "../../value/path.ts";
import { emptyMap, type PropertyMap, secretValue } from "../../value/value.ts";
import { withSecretOutputs } from "../read/cloud-resource.ts";
import { markedStored } from "../read/likely-secrets.ts";
import { type ComponentOutcome, type ReadOutcome, requestOf } from "../read/read-all.ts";
import type { Derivation, Proof, Proven } from "../search/index.ts";
import { type KeptOptions, keptOptions, nothingSet } from "./kept-options.ts";
import type { KeptOutputs } from "./kept-outputs.ts";

/** The data of a run that an entry depends on. */
export interface WriteSources {
  readonly request: ResolvedSpecs;
  readonly derivations: ReadonlyMap<Urn, Derivation>;
  readonly links: FoundLinks;
  /** The strings of each resource that are written as function calls. */
  readonly calls: ReadonlyMap<Urn, readonly CallLink[]>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The resources that links can refer to, and which of their outputs a preview knows. */
export interface LinkTargets {
  /** Resources that do not change, so all their outputs are known. */
  readonly whole: ReadonlySet<Urn>;
  /** The ids of updated resources. An update keeps the id, but other outputs can be unknown (docs/providers.md#decisions-of-a-preview). */
  readonly byId: ReadonlyMap<Urn, string>;
  /** The outputs of updated resources that a preview knows. */
  readonly kept: KeptOutputs;
  /** All resources of the program. */
  readonly present: ReadonlySet<Urn>;
}

/** Returns the graph node and the state entry of a component, a provider, or a proven resource. */
export function writtenResource(read: ReadOutcome, sources: WriteSources, targets: LinkTargets) {
  const request = requestOf(read);
  if (read.kind === "provider" && read.instance.entry !== undefined) {
    const { program, entry, versionOption: version } = read.instance;
    const provider = writtenGraphResource(request, program, [], []);
    const options = { ...provider.options, version };
    return withKept({ ...provider, options }, entry, request, targets);
  }
  const derivation = sources.derivations.get(request.urn);
  if (read.kind === "read" && derivation?.kind === "proven") {
    return customResource(derivation, sources, targets);
  }
  return componentResource(request, read.kind === "component" ? read : { inputs: emptyMap }, sources, targets);
}

/** Returns the entry with the options, relations, and outputs that a run of the user's program registers. */
export function registeredEntry(
  entry: StateEntry,
  registered: RegisteredResource,
  isInState: (urn: Urn) => boolean,
): StateEntry {
  const { parent = entry.parent, protect, retainOnDelete, ignoreChanges, replaceOnChanges } = registered;
  const {
    outputs = entry.outputs,
    additionalSecretOutputs,
    dependencies,
    propertyDependencies,
    deletedWith,
  } = registered;
  return {
    ...entry,
    parent,
    protect,
    retainOnDelete,
    ignoreChanges,
    additionalSecretOutputs,
    replaceOnChanges,
    outputs: mapEntries(outputs, (value, key) => (additionalSecretOutputs.includes(key) ? secretValue(value) : value)),
    deletedWith: deletedWith !== undefined && isInState(deletedWith) ? deletedWith : undefined,
    dependencies: dependencies.filter(isInState),
    propertyDependencies: new Map([...propertyDependencies].map(([key, urns]) => [key, urns.filter(isInState)])),
  };
}

/** Applies the options of the import spec to an explicit provider. */
function withKept(resource: GraphResource, entry: StateEntry, request: ResolvedSpec, targets: LinkTargets) {
  const { program, recorded, entry: kept, notes } = keptOptions(request, undefined, nothingSet, targets.present);
  const { dependsOn, aliases } = program;
  return {
    resource: {
      ...resource,
      notes,
      options: { ...resource.options, ...kept, dependsOn, aliases },
    },
    entry: { ...entry, ...kept, dependencies: [...recorded].sort() },
  };
}

/** Returns a component. Its entry has the inputs that the program sends: the engine compares them (docs/providers.md#decisions-of-a-preview). */
function componentResource(
  request: ResolvedSpec,
  { inputs, set = inputs }: Pick<ComponentOutcome, "inputs" | "set">,
  sources: WriteSources,
  targets: LinkTargets,
) {
  const { links, notes } = writtenLinks(request, { program: set, ignoreChanges: [] }, sources, targets);
  const kept = keptOptions(
    request,
    undefined,
    { links, ignoreChanges: [], sent: inputs, stored: inputs },
    targets.present,
  );
  const resource = writtenGraphResource(request, set, links, [...notes, ...kept.notes]);
  const { providers = [] } = request;
  const { dependsOn, ignoreChanges, aliases } = kept.program;
  return {
    resource: {
      ...resource,
      options: {
        ...resource.options,
        ...kept.entry,
        dependsOn,
        ignoreChanges,
        aliases,
        providers: providers.length > 0 ? providers : undefined,
      },
    },
    entry: {
      ...componentEntry(request, sources),
      inputs,
      outputs: request.outputs ?? (request.isRemote ? request.source?.outputs : undefined) ?? emptyMap,
      ignoreChanges: ignoreChanges.map(formatPattern),
      ...kept.entry,
      ...writtenDependencies(inputs, links, kept.recorded),
    },
  };
}

function customResource({ cloud, proof, placeholders }: Proven, sources: WriteSources, targets: LinkTargets) {
  const { request, instance } = cloud;
  const { links, notes: linkNotes } = writtenLinks(request, proof, sources, targets);
  const calls = sources.calls.get(request.urn) ?? [];
  const sent = applySdkDefaults(proof.program, cloud.resource, cloud.schema, sources.env);
  const alreadySet = { links, ignoreChanges: proof.ignoreChanges, sent, stored: proof.stored };
  const definitions = (sources.links.dependsOn.get(request.urn) ?? []).filter((urn) => targets.present.has(urn));
  const kept = withDependencies(keptOptions(request, cloud, alreadySet, targets.present), definitions);
  const notes: Note[] = [...linkNotes, ...placeholders.map((path) => ({ path, text: placeholderNote })), ...kept.notes];
  // The SDK of an extension requests the version of the provider.
  const hasVersionOption = instance.isDefault && request.package.extends === undefined;
  const resource: GraphResource = {
    ...writtenGraphResource(request, proof.program, links, notes),
    type: cloud.resource.name.token,
    id: cloud.id,
    provider: instance.isDefault ? request.provider : instance.urn,
    calls: calls.length > 0 ? calls : undefined,
    options: {
      ...plainOptions(request),
      ...kept.program,
      version: (hasVersionOption ? instance.versionOption : undefined) ?? kept.program.version,
    },
  };
  const entry: StateEntry = {
    urn: request.urn,
    type: request.type,
    custom: true,
    id: cloud.id,
    inputs: markedStored(proof.stored, cloud.projected, request.notSecret),
    outputs: withSecretOutputs(cloud.outputs, proof.stored, cloud, kept.program.additionalSecretOutputs),
    parent: request.parent ?? rootStackUrn(sources.request.stack, sources.request.project),
    provider: providerReference(instance.urn, instance.id),
    protect: request.protect,
    retainOnDelete: request.retainOnDelete,
    ...writtenDependencies(sent, links, kept.recorded),
    ...kept.entry,
    additionalSecretOutputs: [...kept.program.additionalSecretOutputs, ...secretOutputsOf(cloud.resource)],
    replaceOnChanges: replaceOnChangesOf(cloud.resource, cloud.schema),
    initErrors: cloud.initErrors,
    ignoreChanges: kept.program.ignoreChanges.map(formatPattern),
    refreshBeforeUpdate: cloud.refreshBeforeUpdate,
    extension: extensionOf(request.package),
    // If Read returns a different id each time, only the id of the import identifies the entry.
    importId: request.id !== undefined && request.id !== cloud.id ? request.id : undefined,
    replacedId: cloud.replacedId,
  };
  return { resource, entry };
}

/** Adds dependencies that no reference implies. */
function withDependencies(kept: KeptOptions, more: readonly Urn[]): KeptOptions {
  const dependsOn = [...new Set([...kept.program.dependsOn, ...more])];
  return { ...kept, program: { ...kept.program, dependsOn }, recorded: [...new Set([...kept.recorded, ...more])] };
}

type ProvenProgram = Pick<Proof, "program" | "ignoreChanges">;

/** Returns the references in the program, and notes on values that stay literal. */
function writtenLinks(
  request: ResolvedSpec,
  program: ProvenProgram,
  { links: all }: WriteSources,
  targets: LinkTargets,
) {
  const candidates = (all.links.get(request.urn) ?? [])
    .filter((link) => isLinkSet(link, program))
    .map((link) => preferId(link, program, targets));
  const links = candidates.filter(({ parts }) => parts.every((part) => isKnownPart(part, targets)));
  const literal = candidates.filter((link) => !links.includes(link));
  const notes: readonly Note[] = [
    ...(all.notes.get(request.urn) ?? []).filter(({ path }) => path === undefined || isTextAt(path, program)),
    ...sourceNotes(request, links, program),
    ...literal.map((link) => ({ path: link.path, text: literalNote(link, targets) })),
  ];
  return { links, notes };
}

/** Refers to an updated resource by its id if the linked output can change and has the same value as the id. */
function preferId(link: Link, { program }: ProvenProgram, targets: LinkTargets): Link {
  const { byId } = targets;
  const [part, ...more] = link.parts;
  if (part?.kind !== "output" || more.length > 0 || isKnownPart(part, targets)) return link;
  const value = getThroughSecrets(program, link.path);
  const isId = value?.kind === "string" && value.value === byId.get(part.referent);
  return isId ? { ...link, parts: [{ ...part, property: ["id"] }] } : link;
}

function isKnownPart(part: LinkPart, { whole, byId, kept }: LinkTargets): boolean {
  if (part.kind === "text" || whole.has(part.referent)) return true;
  if (!byId.has(part.referent)) return false;
  const isId = part.property.length === 1 && part.property[0] === "id";
  return isId || (kept.get(part.referent)?.(part.property) ?? false);
}

/** Returns the other stack's notes on values that the program sets literally. */
function sourceNotes(request: ResolvedSpec, links: readonly Link[], { program }: ProvenProgram): readonly Note[] {
  const linked = new Set(links.map(({ path }) => path[0]));
  return (request.source?.notes ?? []).filter(({ path }) => {
    if (path === undefined) return true;
    return !linked.has(path[0]) && getThroughSecrets(program, path) !== undefined;
  });
}

function isLinkSet(link: Link, program: ProvenProgram): boolean {
  const ignored = program.ignoreChanges.some((path) => path.every((key, i) => key === link.path[i]));
  return !ignored && isTextAt(link.path, program);
}

function isTextAt(path: Path, { program }: ProvenProgram): boolean {
  return stringAt(program, path) !== undefined;
}

const placeholderNote =
  "a placeholder: set the real value with `pulumi config set --secret`, then remove it from ignoreChanges";

function literalNote({ parts }: Link, targets: LinkTargets): string {
  const missing = parts.flatMap((part) =>
    part.kind === "output" && !isKnownPart(part, targets) ? [part.referent] : [],
  );
  return `left literal: ${missing.join(", ")} is not imported without a difference`;
}

/** Returns dependencies as SDKs record them: a list for each input, and their union with `dependsOn` (docs/state.md#dependencies). */
function writtenDependencies(sent: PropertyMap, links: readonly Link[], dependsOn: readonly Urn[]) {
  const propertyDependencies = new Map<string, Urn[]>([...sent.keys()].map((key) => [key, []]));
  const all = new Set<Urn>(dependsOn);
  for (const { path, parts } of links) {
    for (const part of parts) {
      if (part.kind !== "output") continue;
      const list = propertyDependencies.get(String(path[0])) ?? [];
      if (!list.includes(part.referent)) list.push(part.referent);
      all.add(part.referent);
    }
  }
  for (const list of propertyDependencies.values()) list.sort();
  return { propertyDependencies, dependencies: [...all].sort() };
}

function writtenGraphResource(
  request: ResolvedSpec,
  inputs: PropertyMap,
  links: readonly Link[],
  notes: readonly Note[],
): GraphResource {
  return {
    urn: request.urn,
    type: request.type,
    name: request.name,
    kind: request.kind,
    isRemote: request.isRemote,
    package: request.package,
    parent: request.parent,
    provider: request.provider,
    inputs,
    links,
    options: plainOptions(request),
    notes,
  };
}

function plainOptions(request: ResolvedSpec) {
  return {
    protect: request.protect,
    retainOnDelete: request.retainOnDelete,
    ignoreChanges: [] as readonly Path[],
    dependsOn: [],
    additionalSecretOutputs: [],
  };
}

function componentEntry(request: ResolvedSpec, sources: WriteSources): StateEntry {
  return {
    ...plainEntry,
    urn: request.urn,
    type: request.type,
    custom: false,
    parent: request.parent ?? rootStackUrn(sources.request.stack, sources.request.project),
    protect: request.protect,
    retainOnDelete: request.retainOnDelete,
  };
}
