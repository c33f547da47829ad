/** Converts resources of a state to the graph of a program that sets the same inputs. Calls no provider. */

import type { Diagnostic } from "../../domain/diagnostic.ts";
import type { EnvironmentVariables } from "../../domain/environment.ts";
import { ImpError } from "../../domain/errors.ts";
import type { GraphResource, Link, Note, ResourceGraph, SdkPackage, Urn } from "../../domain/graph.ts";
import type { LeftOut } from "../../domain/removal.ts";
import { findByPackage } from "../../import/providers/packages.ts";
import { unknownPaths } from "../../import/read/unknown-paths.ts";
import {
  type Constructed,
  providersGiven,
  type ResolvedSpec,
  type ResolvedSpecs,
  separateConstructed,
} from "../../import-file/resolve.ts";
import { inferLinks } from "../../links/infer-links.ts";
import type { FoundLinks, LinkableResource } from "../../links/linkable-resource.ts";
import { coreSdk, lacksInputs, sendsComponentInputs } from "../../schema/component-inputs.ts";
import { openedFor } from "../../schema/open-kinds.ts";
import { projectToInputs, withoutFilled, wrapSecrets } from "../../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../../schema/types.ts";
import type { StateResource } from "../../state/deployment.ts";
import { getThroughSecrets, stringAt } from "../../value/at-path.ts";
import { hideCopies, hideLikelySecrets, secretTexts } from "../../value/likely-secrets/hide-secrets.ts";
import { mapInside } from "../../value/map-inside.ts";
import { holdsAsset, isAsset } from "../../value/open-value.ts";
import { formatPath, type Path } from "../../value/path.ts";
import { withoutInnerSecrets } from "../../value/restore-secrets.ts";
import { emptyMap, type PropertyMap, secretValue, type Value } from "../../value/value.ts";
import { printedOptions, type ResourceWithOptions, unprintedOptions } from "./options-of-state.ts";
import { type ProvenInputs, provenInputs } from "./proven-inputs.ts";
import { againstDefaults } from "./sdk-defaults.ts";

export interface StateGraphInput {
  readonly request: ResolvedSpecs;
  readonly stored: ReadonlyMap<Urn, StateResource>;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly sdks: ReadonlyMap<string, SdkPackage>;
  /** The environment variables. SDKs read some defaults from them. */
  readonly env: EnvironmentVariables;
  /** Resources that the language of the program cannot express, with the reasons. Defaults to none. */
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

export interface StateGraph {
  readonly graph: ResourceGraph;
  /** Resources that the program does not contain, with the reasons. */
  readonly failed: ReadonlyMap<Urn, ImpError>;
  /** Resources that a plugin created for a remote component. They are missing because the program does not contain the component. */
  readonly lost: readonly LeftOut[];
  /** Remote components whose inputs are not in the state. */
  readonly unrecorded: readonly Urn[];
  /** Inputs in the state that a program cannot set, because the schema lacks them. */
  readonly omitted: readonly { readonly urn: Urn; readonly paths: readonly string[] }[];
  /** Warnings about values, such as defaults that an SDK adds. */
  readonly warnings: readonly Diagnostic[];
  /** Options in the state that the program omits. */
  readonly withoutOptions: readonly { readonly urn: Urn; readonly options: readonly string[] }[];
  /** Remote components and the resources that their plugins create. A program contains only the component. */
  readonly constructed: readonly { readonly urn: Urn; readonly resources: readonly Urn[] }[];
}

interface PreparedResource extends ResourceWithOptions {
  readonly request: ResolvedSpec;
  /** All inputs in the state, converted to the types of the schema. They are searched for references. */
  readonly inputs: PropertyMap;
  /** The inputs that the program sets. */
  readonly set: PropertyMap;
  readonly omitted: readonly string[];
  /** Paths of values that are plain text in the state but secrets in the program. Omitted if there are none. */
  readonly likely?: readonly Path[];
  /** Paths where the SDK adds a default value, although the state has no value. */
  readonly added: readonly Path[];
  /** For a remote component: inputs that depend on other resources according to the state, but whose values the state lacks. */
  readonly unknown?: ProvenInputs["unknown"];
}

/** The input of the conversion. `makers` has the remote component of each resource that its plugin created. */
interface Registered extends StateGraphInput {
  readonly makers: Constructed["makers"];
}

/** Converts a state to a graph. If all resources fail, throws their errors. */
export function graphOfState(input: StateGraphInput): StateGraph {
  const { registered, makers } = separateConstructed(input.request.resources, input.stored);
  const context: Registered = { ...input, makers };
  const { known: prepared, failed } = prepareResources(registered, context);
  const [first, ...others] = failed.values();
  if (first !== undefined && prepared.length === 0) throw ImpError.together(first, others);
  const links = inferLinks(
    prepared.map((resource) => linkableFromState(resource, makers)),
    context.schemas,
  );
  const byUrn = new Map(prepared.map((resource) => [resource.request.urn, resource]));
  const resources = links.order.flatMap((urn) => {
    const resource = byUrn.get(urn);
    return resource === undefined ? [] : [graphResourceOfState(resource, links, byUrn, context)];
  });
  const { project, stack } = context.request;
  const omitted = prepared.filter((resource) => resource.omitted.length > 0);
  const unrecorded = prepared.filter(({ unknown }) => unknown !== undefined);
  return {
    graph: { project, stack, resources },
    failed,
    lost: lostWith(failed, makers),
    unrecorded: unrecorded.map(({ request }) => request.urn),
    omitted: omitted.map((resource) => ({ urn: resource.request.urn, paths: resource.omitted })),
    warnings: [
      ...prepared.flatMap(({ request, added }) => valueWarnings(request.urn, added, addedDefault)),
      ...prepared.flatMap(({ request, likely = [] }) => valueWarnings(request.urn, likely, hiddenValue)),
      ...unsentComponentInputs(prepared, context),
      ...unrecorded.map(({ request, unknown = [] }) => unrecordedInputs(request.urn, unknown)),
    ],
    withoutOptions: prepared.flatMap((resource) => {
      const options = unprintedOptions(resource, { ...context, present: byUrn });
      return options.length === 0 ? [] : [{ urn: resource.request.urn, options }];
    }),
    constructed: constructedByComponents(prepared, makers),
  };
}

/** Reports inputs of local components that the installed version of the core SDK does not send. */
function unsentComponentInputs(
  prepared: readonly PreparedResource[],
  { sdks }: StateGraphInput,
): readonly Diagnostic[] {
  const version = sdks.get(coreSdk.name)?.version;
  if (sendsComponentInputs(version)) return [];
  const message = `@pulumi/pulumi ${version} does not send the inputs of components to the engine, so a preview shows an update. Use version 3.202.0 or later.`;
  const unsent = prepared.filter(
    ({ request, set }) => request.kind === "component" && !request.isRemote && set.size > 0,
  );
  return unsent.map(({ request }) => ({ severity: "warning", resource: request.urn, message }));
}

const addedDefault = "The SDK adds a default value that the state does not contain, so a preview shows a change.";

const hiddenValue =
  "The value looks like a secret, so the program reads it from the encrypted stack configuration. The state contains the value in plain text until the next `pulumi up`.";

function valueWarnings(urn: Urn, paths: readonly Path[], message: string): readonly Diagnostic[] {
  return paths.map((path) => ({ severity: "warning", resource: urn, path: formatPath(path), message }));
}

function unrecordedInputs(urn: Urn, unknown: ProvenInputs["unknown"]): Diagnostic {
  const descriptions = unknown.map(({ name, madeOf }) =>
    madeOf.length === 0 ? name : `${name} (from ${madeOf.join(", ")})`,
  );
  const unknownText = descriptions.length === 0 ? "" : ` Inputs without a known value: ${descriptions.join(", ")}.`;
  const message =
    "The state lacks inputs of this remote component, because plugins before September 2025 did not record them. " +
    `The program sets only the inputs that the recorded dependencies show.${unknownText} ` +
    "Add the missing inputs to the program. Without them, `pulumi up` could replace the component's children.";
  return { severity: "warning", resource: urn, message };
}

/** Returns the resources that plugins created for failed components. The program contains neither the components nor these resources. */
function lostWith(failed: ReadonlyMap<Urn, ImpError>, makers: Constructed["makers"]): readonly LeftOut[] {
  const lost = [...makers].filter(([, maker]) => failed.has(maker));
  return lost.map(([urn, maker]) => {
    return {
      urn,
      why: `the plugin of the component ${maker} created the resource, and this component is not in the program`,
    };
  });
}

function constructedByComponents(
  prepared: readonly PreparedResource[],
  makers: Constructed["makers"],
): StateGraph["constructed"] {
  const remote = prepared.filter(({ request }) => request.isRemote);
  return remote.map(({ request: { urn } }) => {
    return { urn, resources: [...makers].flatMap(([made, maker]) => (maker === urn ? [made] : [])) };
  });
}

/**
 * Prepares the resources in the order of the state, where parents and providers come first. If a parent or provider fails, the resource fails too.
 */
function prepareResources(registered: readonly ResolvedSpec[], context: Registered) {
  const prepared: PreparedResource[] = [];
  const byUrn = new Map<Urn, PreparedResource>();
  const failed = new Map<Urn, ImpError>();
  for (const request of registered) {
    const { urn, type, name, parent, provider } = request;
    try {
      const error = context.inexpressible?.get(urn);
      if (error !== undefined) throw error;
      if (parent !== undefined && failed.has(parent))
        throw ImpError.of("PARENT_FAILED", { type, name, parent, source: "state" });
      const resource = prepareResource(request, context, byUrn);
      const missing = [provider, ...(resource.providers ?? [])].find(
        (needed) => needed !== undefined && failed.has(needed),
      );
      if (missing !== undefined)
        throw ImpError.of("PARENT_FAILED", { type, name, parent: missing, role: "provider", source: "state" });
      prepared.push(resource);
      byUrn.set(urn, resource);
    } catch (error) {
      if (!(error instanceof ImpError)) throw error;
      failed.set(urn, error);
    }
  }
  return { known: prepared, failed };
}

/** Prepares a resource. @param before the prepared resources that precede it in the state */
function prepareResource(
  spec: ResolvedSpec,
  context: Registered,
  before: ReadonlyMap<Urn, PreparedResource>,
): PreparedResource {
  const { schemas, stored, env, makers } = context;
  if (spec.error !== undefined) throw spec.error;
  const resource = stored.get(spec.source?.urn ?? spec.urn);
  if (resource === undefined) throw ImpError.of("PACKAGE_MISSING", { urn: spec.urn, package: spec.package.name });
  const request: ResolvedSpec = resource.external ? { ...spec, kind: "external" } : spec;
  const common = { request, stored: withRegistered(resource, makers), inputs: emptyMap, omitted: [], added: [] };
  const recorded = request.source?.inputs ?? emptyMap;
  if (request.kind === "component" && request.isRemote === undefined)
    return { ...common, inputs: recorded, ...withLikelySecrets(recorded, request) };
  const schema = findByPackage(schemas, request.package);
  if (request.kind === "provider") {
    const providerInputs = request.inputs ?? emptyMap;
    if (schema === undefined) return { ...common, ...withLikelySecrets(providerInputs, request) };
    const { added } = againstDefaults(providerInputs, providerInputs, schema.provider, schema, env);
    return {
      ...common,
      ...withLikelySecrets(wrapSecrets(providerInputs, schema.provider.inputs, schema), request),
      added,
    };
  }
  const declared = schema?.resource(request.type);
  const type = declared && openedFor(declared, recorded.keys());
  if (schema === undefined || type === undefined)
    throw ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name });
  if (request.kind === "external") return { ...common, ...prepareExternal(recorded, request, type, schema) };
  const proven = request.isRemote && provenOf(request, resource, type, { makers, before });
  const allInputs = proven === undefined ? recorded : new Map([...recorded, ...proven.values]);
  const shape = (values: PropertyMap) =>
    withoutInnerSecrets(wrapSecrets(projectToInputs(values, type, schema), type.inputs, schema));
  const set = withoutFilled(allInputs, type, schema);
  const projected = withoutConstants(projectToInputs(set, type, schema), type);
  const defaulted = againstDefaults(projected, projectToInputs(allInputs, type, schema), type, schema, env);
  return {
    ...common,
    ...(request.isRemote && prepareRemote(request, set, type, context)),
    unknown: proven?.unknown,
    schema: type,
    inputs: shape(allInputs),
    ...withLikelySecrets(
      withoutInnerSecrets(wrapSecrets(defaulted.set, type.inputs, schema, secretAroundAssets)),
      request,
    ),
    omitted: unknownPaths(withoutConstants(set, type), projected),
    added: defaulted.added,
  };
}

/** Returns the inputs that the program sets, with likely secrets and copies of secrets marked. */
function withLikelySecrets(
  values: PropertyMap,
  { notSecret = [], id = "" }: ResolvedSpec,
): Pick<PreparedResource, "set" | "likely"> {
  const marked = hideLikelySecrets(values, notSecret);
  const texts = secretTexts(marked.values).filter((text) => !id.includes(text));
  const copies = hideCopies(marked.values, texts, notSecret);
  return { set: copies.values, likely: [...marked.found, ...copies.found].map(({ path }) => path) };
}

/**
 * Prepares an external resource, which becomes a call of `get`. Its inputs are the state argument of `get`. SDKs add no defaults to this argument.
 */
function prepareExternal(
  recorded: PropertyMap,
  request: ResolvedSpec,
  type: ResourceSchema,
  schema: PackageSchema,
): Omit<PreparedResource, "request" | "stored" | "added"> {
  const read: ResourceSchema = { ...type, inputs: type.stateInputs ?? new Map(), requiredInputs: new Set() };
  const stateInputs = withoutFilled(recorded, read, schema);
  const projected = projectToInputs(stateInputs, read, schema);
  const inputs = withoutInnerSecrets(wrapSecrets(projected, read.inputs, schema));
  return { schema: read, inputs, ...withLikelySecrets(inputs, request), omitted: unknownPaths(stateInputs, projected) };
}

/**
 * Wraps a value as a secret, except for assets, which configuration cannot contain. The program contains an asset in plain text, as the state does.
 * The SDK makes the input with the asset a secret.
 */
function secretAroundAssets(value: Value): Value {
  if (value.kind === "null" || value.kind === "secret" || isAsset(value)) return value;
  return holdsAsset(value) ? mapInside(value, secretAroundAssets) : secretValue(value);
}

/** Infers the missing inputs of a remote component from dependencies. Returns undefined if the state contains the inputs. */
function provenOf(
  { urn, source }: ResolvedSpec,
  { propertyDependencies }: StateResource,
  schema: ResourceSchema,
  { makers, before }: { readonly makers: Constructed["makers"]; readonly before: ReadonlyMap<Urn, PreparedResource> },
): ProvenInputs | undefined {
  const inputs = source?.inputs ?? emptyMap;
  if (!lacksInputs({ inputs, depending: [...propertyDependencies.keys()] }, schema)) return undefined;
  const madeOf = registeredByName(propertyDependencies, urn, makers);
  return provenInputs({ inputs, madeOf, schema }, (other) => {
    const resource = before.get(other);
    if (resource === undefined) return undefined;
    const { type, id, source: recorded } = resource.request;
    return { type, id, outputs: recorded?.outputs ?? emptyMap, schema: resource.schema };
  });
}

/** Adds the providers to a remote component. @throws COMPONENT_INPUTS, COMPONENT_PROVIDER */
function prepareRemote(
  request: ResolvedSpec,
  set: PropertyMap,
  { requiredInputs }: ResourceSchema,
  { request: { resources }, makers }: Registered,
): Pick<PreparedResource, "request" | "providers"> {
  const missing = [...requiredInputs].filter((name) => !set.has(name));
  if (missing.length > 0) throw ImpError.of("COMPONENT_INPUTS", { urn: request.urn, inputs: missing });
  const { provider, providers } = providersGiven(request, resources, makers);
  return { request: { ...request, provider: provider ?? request.provider }, providers };
}

function withRegistered(resource: StateResource, makers: Constructed["makers"]): StateResource {
  if (makers.size === 0) return resource;
  return { ...resource, dependencies: registeredUrns(resource.dependencies, resource.urn, makers) };
}

/** Removes constants of the schema, which every SDK sends (docs/programs.md#inputs-that-sdks-send). */
function withoutConstants(values: PropertyMap, { inputs, requiredInputs }: ResourceSchema): PropertyMap {
  return new Map(
    [...values].filter(([name, value]) => {
      const constant = requiredInputs.has(name) ? undefined : inputs.get(name)?.const;
      return constant === undefined || !("value" in value) || value.value !== constant;
    }),
  );
}

function linkableFromState(
  { request, stored, schema, inputs, providers }: PreparedResource,
  makers: Constructed["makers"],
): LinkableResource {
  const { urn, type, name, kind, parent, provider, id = "" } = request;
  const { deletedWith } = stored;
  const dependencies = [...stored.dependencies, ...(providers ?? [])];
  const madeOf = registeredByName(request.source?.madeOf ?? [], urn, makers);
  return {
    urn,
    type,
    name,
    kind,
    id,
    inputs,
    dependencies,
    consumer: true,
    madeOf,
    deletedWith,
    outputs: request.source?.outputs ?? emptyMap,
    schema,
    parent,
    provider,
  };
}

/** Replaces URNs of resources that a plugin creates with the URN of their component, because a program can only refer to the component. */
function registeredUrns(urns: readonly Urn[], selfUrn: Urn, makers: Constructed["makers"]): readonly Urn[] {
  return [...new Set(urns.map((urn) => makers.get(urn) ?? urn))].filter((urn) => urn !== selfUrn);
}

/** Applies `registeredUrns` to the dependencies of each property. */
function registeredByName(
  dependencies: Iterable<readonly [string, readonly Urn[]]>,
  selfUrn: Urn,
  makers: Constructed["makers"],
): ReadonlyMap<string, readonly Urn[]> {
  return new Map([...dependencies].map(([name, urns]) => [name, registeredUrns(urns, selfUrn, makers)]));
}

function graphResourceOfState(
  resource: PreparedResource,
  inferredLinks: FoundLinks,
  byUrn: ReadonlyMap<Urn, PreparedResource>,
  context: Registered,
): GraphResource {
  const { request, set, schema } = resource;
  const { urn, name, kind, isRemote, id, parent, provider } = request;
  const links = (inferredLinks.links.get(urn) ?? []).filter(({ path }) => stringAt(set, path) !== undefined);
  return {
    urn,
    name,
    kind,
    inputs: set,
    links,
    package: request.package,
    type: schema?.name.token ?? request.type,
    isRemote,
    id,
    parent,
    provider,
    options: printedOptions(resource, { ...context, links, present: byUrn }),
    notes: literalNotes(resource, links, inferredLinks, byUrn),
  };
}

/** Returns notes about references that stay literal values, and about values from resources that the program does not contain. */
function literalNotes(
  { request, set, stored }: PreparedResource,
  links: readonly Link[],
  inferredLinks: FoundLinks,
  byUrn: ReadonlyMap<Urn, PreparedResource>,
): readonly Note[] {
  const linked = new Set(links.map(({ path }) => path[0]));
  const isSet = ({ path }: Note): boolean => path === undefined || getThroughSecrets(set, path) !== undefined;
  const ofSource = (request.source?.notes ?? []).filter(({ path }) => path !== undefined && !linked.has(path[0]));
  const deletedWith =
    stored.deletedWith === undefined || byUrn.has(stored.deletedWith)
      ? []
      : [{ text: `deletedWith in the state: ${stored.deletedWith}` }];
  return [...(inferredLinks.notes.get(request.urn) ?? []), ...ofSource, ...deletedWith].filter(isSet);
}
