/**
 * Converts resources of a state to the graph of a program that sets the same inputs. Pure: no provider is called.
 */

import type { Diagnostic } from "../diagnostic.ts";
import type { EnvironmentVariables } from "../domain/environment.ts";
import type { LeftOut } from "../domain/removal.ts";
import { ImpError } from "../errors.ts";
import type { GraphResource, Link, Note, ResourceGraph, SdkPackage, Urn } from "../graph.ts";
import { findByPackage } from "../import/providers/packages.ts";
import { unknownPaths } from "../import/read/unknown-paths.ts";
import {
  type Constructed,
  providersGiven,
  type ResolvedSpec,
  type ResolvedSpecs,
  separateConstructed,
} from "../import-file/resolve.ts";
import { formatPath, type Path } from "../ir/path.ts";
import { hideCopies, hideLikelySecrets, secretTexts } from "../likely-secrets/hide-secrets.ts";
import { inferLinks } from "../links/infer-links.ts";
import type { FoundLinks, LinkableResource } from "../links/linkable-resource.ts";
import { coreSdk, lacksInputs, sendsComponentInputs } from "../schema/component-inputs.ts";
import { openedFor } from "../schema/open-kinds.ts";
import { projectToInputs, withoutFilled, wrapSecrets } from "../schema/shape.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import type { StateResource } from "../state/deployment.ts";
import { holdsAsset, isAsset } from "../value/assets.ts";
import { getThroughSecrets, stringAt } from "../value/at-path.ts";
import { mapInside } from "../value/map-inside.ts";
import { withoutInnerSecrets } from "../value/restore-secrets.ts";
import { emptyMap, type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { printedOptions, unprintedOptions } from "./options-of-state.ts";
import { type ProvenInputs, provenInputs } from "./proven-inputs.ts";
import { againstDefaults } from "./sdk-defaults.ts";

export interface GraphFacts {
  readonly request: ResolvedSpecs;
  /** The resource that the state has under a URN. */
  readonly stored: ReadonlyMap<Urn, StateResource>;
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** The SDKs that the program will load, by package. */
  readonly sdks: ReadonlyMap<string, SdkPackage>;
  /** SDKs take some defaults from it. */
  readonly env: EnvironmentVariables;
  /** Resources that the program cannot have, each with the reason. Defaults to none. */
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

export interface StateGraph {
  readonly graph: ResourceGraph;
  /** Resources that the program does not have, each with the reason. */
  readonly failed: ReadonlyMap<Urn, ImpError>;
  /** Resources below a remote component that the program does not have: its plugin made them. */
  readonly lost: readonly LeftOut[];
  /** Remote components whose inputs the state lacks. */
  readonly unrecorded: readonly Urn[];
  /** Inputs of the state that no program can set, because the schema does not have them as such. */
  readonly omitted: readonly { readonly urn: Urn; readonly paths: readonly string[] }[];
  /** Values that an SDK adds where the state has none. */
  readonly warnings: readonly Diagnostic[];
  /** Options of the state that are not printed. */
  readonly withoutOptions: readonly { readonly urn: Urn; readonly options: readonly string[] }[];
  /** Remote components, and what their plugins make of them: a program has the component only. */
  readonly constructed: readonly { readonly urn: Urn; readonly resources: readonly Urn[] }[];
}

/** One resource with what the schema makes of its inputs. */
interface Known {
  readonly request: ResolvedSpec;
  readonly stored: StateResource;
  readonly schema?: ResourceSchema;
  /** All inputs in the schema's shape: references are looked for with them. */
  readonly inputs: PropertyMap;
  /** The inputs that the program sets. */
  readonly set: PropertyMap;
  readonly omitted: readonly string[];
  /** Paths of values that are secrets in the program though the state has them in plain text. Omitted if there are none. */
  readonly likely?: readonly Path[];
  /** Where the state has no value and the SDK adds one. */
  readonly added: readonly Path[];
  /** Of a remote component whose inputs the state lacks: those that are known to be given, without a value. */
  readonly unknown?: ProvenInputs["unknown"];
  /** Of a remote component: those for what it makes. */
  readonly providers?: readonly Urn[];
}

/** The facts, and who makes what the program does not register. */
interface Registered extends GraphFacts {
  readonly makers: Constructed["makers"];
}

/** Throws the errors of the resources if all of them fail. */
export function graphOfState(given: GraphFacts): StateGraph {
  const { registered, makers } = separateConstructed(given.request.resources, given.stored);
  const facts: Registered = { ...given, makers };
  const { known, failed } = knownOrFailed(registered, facts);
  const [first, ...others] = failed.values();
  if (first !== undefined && known.length === 0) throw ImpError.together(first, others);
  const links = inferLinks(
    known.map((resource) => linkableFromState(resource, makers)),
    facts.schemas,
  );
  const byUrn = new Map(known.map((resource) => [resource.request.urn, resource]));
  const resources = links.order.flatMap((urn) => {
    const resource = byUrn.get(urn);
    return resource === undefined ? [] : [graphResourceOfState(resource, links, byUrn, facts)];
  });
  const { project, stack } = facts.request;
  const omitted = known.filter((resource) => resource.omitted.length > 0);
  const unrecorded = known.filter(({ unknown }) => unknown !== undefined);
  return {
    graph: { project, stack, resources },
    failed,
    lost: lostWith(failed, makers),
    unrecorded: unrecorded.map(({ request }) => request.urn),
    omitted: omitted.map((resource) => ({ urn: resource.request.urn, paths: resource.omitted })),
    warnings: [
      ...known.flatMap(({ request, added }) => added.map((path) => addedDefault(request.urn, path))),
      ...known.flatMap(({ request, likely = [] }) => likely.map((path) => hiddenValue(request.urn, path))),
      ...unsentInputs(known, facts),
      ...unrecorded.map(({ request, unknown = [] }) => unrecordedInputs(request.urn, unknown)),
    ],
    withoutOptions: known.flatMap((resource) => {
      const options = unprintedOptions(resource, { ...facts, present: byUrn });
      return options.length === 0 ? [] : [{ urn: resource.request.urn, options }];
    }),
    constructed: constructedByComponents(known, makers),
  };
}

/** Inputs of local components that the program sets, where its core SDK does not send them. */
function unsentInputs(known: readonly Known[], { sdks }: GraphFacts): readonly Diagnostic[] {
  const version = sdks.get(coreSdk.name)?.version;
  if (sendsComponentInputs(version)) return [];
  const message = `@pulumi/pulumi ${version} does not send a component's inputs, 3.202.0 does: a preview shows an update.`;
  const unsent = known.filter(({ request, set }) => request.kind === "component" && !request.isRemote && set.size > 0);
  return unsent.map(({ request }) => ({ severity: "warning", resource: request.urn, message }));
}

function addedDefault(urn: Urn, path: Path): Diagnostic {
  const message = "The state has no value, the program sets none, and the SDK adds its default: a preview shows that.";
  return { severity: "warning", resource: urn, path: formatPath(path), message };
}

function hiddenValue(urn: Urn, path: Path): Diagnostic {
  const message =
    "It looks like a secret: the program takes it from the configuration, encrypted. The state has it in plain text until the next `pulumi up`.";
  return { severity: "warning", resource: urn, path: formatPath(path), message };
}

function unrecordedInputs(urn: Urn, unknown: ProvenInputs["unknown"]): Diagnostic {
  const named = unknown.map(({ name, madeOf }) =>
    madeOf.length === 0 ? name : `${name} (made of ${madeOf.join(", ")})`,
  );
  const known = named.length === 0 ? "" : ` Known to be given: ${named.join(", ")}.`;
  const message = `The state has no inputs of this remote component, or not all: plugins before September 2025 recorded none. The program has those that its dependencies prove.${known} Add the others: with other inputs \`pulumi up\` may replace what is below the component.`;
  return { severity: "warning", resource: urn, message };
}

/** Returns the resources that the plugins of failed components made: each goes with its component. */
function lostWith(failed: ReadonlyMap<Urn, ImpError>, makers: Constructed["makers"]): readonly LeftOut[] {
  return [...makers].flatMap(([urn, maker]) =>
    failed.has(maker) ? [{ urn, why: `its plugin made it for ${maker}, which is not in the program` }] : [],
  );
}

function constructedByComponents(known: readonly Known[], makers: Constructed["makers"]): StateGraph["constructed"] {
  const remote = known.filter(({ request }) => request.isRemote);
  return remote.map(({ request: { urn } }) => {
    return { urn, resources: [...makers].flatMap(([made, maker]) => (maker === urn ? [made] : [])) };
  });
}

/** A resource whose parent or provider fails is left out too. A state has both before it. */
function knownOrFailed(registered: readonly ResolvedSpec[], facts: Registered) {
  const known: Known[] = [];
  const byUrn = new Map<Urn, Known>();
  const failed = new Map<Urn, ImpError>();
  for (const request of registered) {
    const { urn, type, name, parent, provider } = request;
    try {
      const error = facts.inexpressible?.get(urn);
      if (error !== undefined) throw error;
      if (parent !== undefined && failed.has(parent))
        throw ImpError.of("PARENT_FAILED", { type, name, parent, source: "state" });
      const one = knownResource(request, facts, byUrn);
      const missing = [provider, ...(one.providers ?? [])].find((needed) => needed !== undefined && failed.has(needed));
      if (missing !== undefined)
        throw ImpError.of("PARENT_FAILED", { type, name, parent: missing, role: "provider", source: "state" });
      known.push(one);
      byUrn.set(urn, one);
    } catch (error) {
      if (!(error instanceof ImpError)) throw error;
      failed.set(urn, error);
    }
  }
  return { known, failed };
}

/** @param before the resources of the program that the state has before it */
function knownResource(asked: ResolvedSpec, facts: Registered, before: ReadonlyMap<Urn, Known>): Known {
  const { schemas, stored, env, makers } = facts;
  if (asked.error !== undefined) throw asked.error;
  const resource = stored.get(asked.source?.urn ?? asked.urn);
  if (resource === undefined) throw ImpError.of("PACKAGE_MISSING", { urn: asked.urn, package: asked.package.name });
  const request: ResolvedSpec = resource.external ? { ...asked, kind: "external" } : asked;
  const base = { request, stored: withRegistered(resource, makers), inputs: emptyMap, omitted: [], added: [] };
  const recorded = request.source?.inputs ?? emptyMap;
  if (request.kind === "component" && request.isRemote === undefined)
    return { ...base, inputs: recorded, ...hiddenIn(recorded, request) };
  const schema = findByPackage(schemas, request.package);
  if (request.kind === "provider") {
    const given = request.inputs ?? emptyMap;
    if (schema === undefined) return { ...base, ...hiddenIn(given, request) };
    const { added } = againstDefaults(given, given, schema.provider, schema, env);
    return { ...base, ...hiddenIn(wrapSecrets(given, schema.provider.inputs, schema), request), added };
  }
  const declared = schema?.resource(request.type);
  const type = declared && openedFor(declared, recorded.keys());
  if (schema === undefined || type === undefined)
    throw ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name });
  if (request.kind === "external") return { ...base, ...readFacts(recorded, request, type, schema) };
  const proven = request.isRemote && provenOf(request, resource, type, { makers, before });
  const whole = proven === undefined ? recorded : new Map([...recorded, ...proven.values]);
  const shape = (values: PropertyMap) =>
    withoutInnerSecrets(wrapSecrets(projectToInputs(values, type, schema), type.inputs, schema));
  const set = withoutFilled(whole, type, schema);
  const projected = withoutConstants(projectToInputs(set, type, schema), type);
  const defaulted = againstDefaults(projected, projectToInputs(whole, type, schema), type, schema, env);
  return {
    ...base,
    ...(request.isRemote && remoteFacts(request, set, type, facts)),
    unknown: proven?.unknown,
    schema: type,
    inputs: shape(whole),
    ...hiddenIn(withoutInnerSecrets(wrapSecrets(defaulted.set, type.inputs, schema, secretAroundAssets)), request),
    omitted: unknownPaths(withoutConstants(set, type), projected),
    added: defaulted.added,
  };
}

/** The inputs that the program sets, with their likely secrets marked, and values that repeat a secret. */
function hiddenIn(values: PropertyMap, { notSecret = [], id = "" }: ResolvedSpec): Pick<Known, "set" | "likely"> {
  const marked = hideLikelySecrets(values, notSecret);
  const texts = secretTexts(marked.values).filter((text) => !id.includes(text));
  const copies = hideCopies(marked.values, texts, notSecret);
  return { set: copies.values, likely: [...marked.found, ...copies.found].map(({ path }) => path) };
}

/** The state that the program gives `get`: no SDK adds to it, and the provider was given no more. */
function readFacts(
  whole: PropertyMap,
  request: ResolvedSpec,
  type: ResourceSchema,
  schema: PackageSchema,
): Omit<Known, "request" | "stored" | "added"> {
  const read: ResourceSchema = { ...type, inputs: type.stateInputs ?? new Map(), requiredInputs: new Set() };
  const given = withoutFilled(whole, read, schema);
  const projected = projectToInputs(given, read, schema);
  const inputs = withoutInnerSecrets(wrapSecrets(projected, read.inputs, schema));
  return { schema: read, inputs, ...hiddenIn(inputs, request), omitted: unknownPaths(given, projected) };
}

/**
 * Makes a secret of a value, except of the assets in it: the configuration holds no asset. Where the state has one in the clear, the
 * program has it so too, and the SDK makes the input a secret.
 */
function secretAroundAssets(value: Value): Value {
  if (value.kind === "null" || value.kind === "secret" || isAsset(value)) return value;
  return holdsAsset(value) ? mapInside(value, secretAroundAssets) : secretValue(value);
}

/** Returns what is proven of the inputs that the state lacks, or undefined if the state has the inputs of a remote component. */
function provenOf(
  { urn, source }: ResolvedSpec,
  { propertyDependencies }: StateResource,
  schema: ResourceSchema,
  { makers, before }: { readonly makers: Constructed["makers"]; readonly before: ReadonlyMap<Urn, Known> },
): ProvenInputs | undefined {
  const inputs = source?.inputs ?? emptyMap;
  if (!lacksInputs({ inputs, depending: [...propertyDependencies.keys()] }, schema)) return undefined;
  const madeOf = new Map(
    [...propertyDependencies].map(([name, urns]) => [name, registeredUrns(urns, urn, makers)] as const),
  );
  return provenInputs({ inputs, madeOf, schema }, (other) => {
    const resource = before.get(other);
    if (resource === undefined) return undefined;
    const { request, schema: own } = resource;
    const { type, id } = request;
    return { type, id, outputs: request.source?.outputs ?? emptyMap, schema: own };
  });
}

/** A remote component with its providers. @throws COMPONENT_INPUTS, COMPONENT_PROVIDER */
function remoteFacts(
  request: ResolvedSpec,
  set: PropertyMap,
  { requiredInputs }: ResourceSchema,
  { request: { resources }, makers }: Registered,
): Pick<Known, "request" | "providers"> {
  const missing = [...requiredInputs].filter((name) => !set.has(name));
  if (missing.length > 0) throw ImpError.of("COMPONENT_INPUTS", { urn: request.urn, inputs: missing });
  const { provider, providers } = providersGiven(request, resources, makers);
  return { request: { ...request, provider: provider ?? request.provider }, providers };
}

function withRegistered(resource: StateResource, makers: Constructed["makers"]): StateResource {
  if (makers.size === 0) return resource;
  return { ...resource, dependencies: registeredUrns(resource.dependencies, resource.urn, makers) };
}

/** Every SDK sends a constant of the schema by itself (docs/programs.md#inputs-that-sdks-send). */
function withoutConstants(values: PropertyMap, { inputs, requiredInputs }: ResourceSchema): PropertyMap {
  return new Map(
    [...values].filter(([name, value]) => {
      const constant = requiredInputs.has(name) ? undefined : inputs.get(name)?.const;
      return constant === undefined || !("value" in value) || value.value !== constant;
    }),
  );
}

function linkableFromState(
  { request, stored, schema, inputs, providers }: Known,
  makers: Constructed["makers"],
): LinkableResource {
  const { urn, type, name, kind, parent, provider, id = "" } = request;
  const { deletedWith } = stored;
  const dependencies = [...stored.dependencies, ...(providers ?? [])];
  const madeOf = [...(request.source?.madeOf ?? [])].map(
    ([property, urns]) => [property, registeredUrns(urns, urn, makers)] as const,
  );
  return {
    urn,
    type,
    name,
    kind,
    id,
    inputs,
    dependencies,
    consumer: true,
    madeOf: new Map(madeOf),
    deletedWith,
    outputs: request.source?.outputs ?? emptyMap,
    schema,
    parent,
    provider,
  };
}

/** In place of what a plugin makes, the component that it comes with: a program can name nothing else. */
function registeredUrns(urns: readonly Urn[], own: Urn, makers: Constructed["makers"]): readonly Urn[] {
  return [...new Set(urns.map((urn) => makers.get(urn) ?? urn))].filter((urn) => urn !== own);
}

function graphResourceOfState(
  resource: Known,
  found: FoundLinks,
  byUrn: ReadonlyMap<Urn, Known>,
  facts: Registered,
): GraphResource {
  const { request, set, schema } = resource;
  const { urn, name, kind, isRemote, id, parent, provider } = request;
  const links = (found.links.get(urn) ?? []).filter(({ path }) => stringAt(set, path) !== undefined);
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
    options: printedOptions(resource, { ...facts, links, present: byUrn }),
    notes: literalNotes(resource, links, found, byUrn),
  };
}

/** Links that stay literal, and which values are of resources that the program does not have. */
function literalNotes(
  { request, set, stored }: Known,
  links: readonly Link[],
  found: FoundLinks,
  byUrn: ReadonlyMap<Urn, Known>,
): readonly Note[] {
  const linked = new Set(links.map(({ path }) => path[0]));
  const isSet = ({ path }: Note): boolean => path === undefined || getThroughSecrets(set, path) !== undefined;
  const ofSource = (request.source?.notes ?? []).filter(({ path }) => path !== undefined && !linked.has(path[0]));
  const deletedWith =
    stored.deletedWith === undefined || byUrn.has(stored.deletedWith)
      ? []
      : [{ text: `deletedWith in the state: ${stored.deletedWith}` }];
  return [...(found.notes.get(request.urn) ?? []), ...ofSource, ...deletedWith].filter(isSet);
}
