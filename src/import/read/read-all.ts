/** Reads all requested resources. If a resource cannot be read, its outcome has the error, and the other resources are still read. */

import { ImpError } from "../../domain/errors.ts";
import type { Difference, Urn } from "../../domain/graph.ts";
import type { KnownResource } from "../../domain/known-state.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../../import-file/resolve.ts";
import type { ReadResult } from "../../plugin/provider.ts";
import { sendsComponentInputs } from "../../schema/component-inputs.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { equalValues } from "../../value/compare.ts";
import { hideLikelySecrets, type LikelySecret } from "../../value/likely-secrets/hide-secrets.ts";
import { mapEntries } from "../../value/map-inside.ts";
import { holdsSecret, openSecrets } from "../../value/restore-secrets.ts";
import { emptyMap, type PropertyMap, secretValue, type Value } from "../../value/value.ts";
import { type AssetFiles, UnknownHash } from "../engine/asset-files.ts";
import { withAssetHashes, withFileHashes } from "../engine/asset-hashes.ts";
import { decideComponent } from "../engine/oracle.ts";
import { callError, objectFacts } from "../providers/call-error.ts";
import { findByPackage } from "../providers/packages.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { AccessWatch } from "./access-watch.ts";
import { type Bound, type CloudResource, cloudResource, withSecretOutputs } from "./cloud-resource.ts";
import { adviseId } from "./id-advice.ts";
import { markedValues } from "./likely-secrets.ts";
import { ObjectReads } from "./object-reads.ts";
import { askOtherProviders } from "./other-providers.ts";
import { remoteInputs } from "./remote-components.ts";
import { asRefresh } from "./source-stack.ts";
import { withoutImporter } from "./without-importer.ts";

/** A component that the program registers. */
export interface ComponentOutcome {
  readonly kind: "component";
  readonly request: ResolvedSpec;
  /** The inputs in the state, and, unless `set` is given, in the program. */
  readonly inputs: PropertyMap;
  /** The inputs that the program sets on a remote component. Defaults to `inputs`. */
  readonly set?: PropertyMap;
  /** Differences that a preview shows because the program's SDK does not send the inputs of components. */
  readonly differences: readonly Difference[];
  readonly warning?: ImpError;
  /** Inputs that imp marked as secrets because they look like secrets. */
  readonly likelySecrets: readonly LikelySecret[];
}

export type ReadOutcome =
  | { readonly kind: "read"; readonly cloud: CloudResource }
  | { readonly kind: "unchanged"; readonly request: ResolvedSpec; readonly id?: string }
  | ComponentOutcome
  | { readonly kind: "provider"; readonly request: ResolvedSpec; readonly instance: ProviderInstance }
  | {
      readonly kind: "failed";
      readonly request: ResolvedSpec;
      readonly error: ImpError;
      /** The outcome that the resource would have under another name. Set only if the state has a different object under the current name. */
      readonly found?: FoundOutcome;
    };

type FoundOutcome = Extract<ReadOutcome, { readonly kind: "read" | "component" }>;

/** Returns the request of an outcome. */
export function requestOf(read: ReadOutcome): ResolvedSpec {
  return read.kind === "read" ? read.cloud.request : read.request;
}

/** Returns the resources that were read. */
export function cloudResources(reads: readonly ReadOutcome[]): readonly CloudResource[] {
  return reads.flatMap((read) => (read.kind === "read" ? [read.cloud] : []));
}

/** Returns the outputs and inputs of a read resource, or the inputs of a component. */
export function readValues(read: ReadOutcome): readonly PropertyMap[] {
  if (read.kind === "component") return [read.inputs];
  return read.kind === "read" ? [read.cloud.outputs, read.cloud.projected] : [];
}

export interface ReadContext {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly known: (urn: Urn) => KnownResource | undefined;
  /** Returns the outputs that the state stores for a URN. */
  readonly knownOutputs: (urn: Urn) => PropertyMap | undefined;
  /** The URNs whose state entries may be replaced. */
  readonly replaceable: ReadonlySet<Urn>;
  readonly assetFiles: AssetFiles;
  /** The version of the program's core SDK. Omitted if it is unknown. */
  readonly coreSdk?: string;
  readonly limit: <T>(call: () => Promise<T>) => Promise<T>;
  /** Milliseconds since an arbitrary time. */
  readonly clock: () => number;
  /** Reports progress before and after each resource. */
  readonly onReading: (request: ResolvedSpec) => void;
  readonly onRead: (request: ResolvedSpec) => void;
}

/** Reads all resources, in the order of the request. Throws only if the run was cancelled. */
export async function readResources(request: ResolvedSpecs, context: ReadContext): Promise<readonly ReadOutcome[]> {
  const watched = watchedProviders(context);
  const outcomes = await Promise.all(
    request.resources.map(async (resource) => {
      const outcome = await context.limit(() => {
        context.onReading(resource);
        return readOne(resource, context, watched);
      });
      context.onRead(resource);
      return outcome;
    }),
  );
  const read = cloudResources(outcomes).filter((cloud) => cloud.request.outputs === undefined);
  const importable = new Set(read.map((cloud) => cloud.request.type));
  const explained = outcomes.map((outcome) => withReadContext(outcome, context, watched, importable));
  return await withIdAdvice(explained, context, watched);
}

const idErrors: ReadonlySet<string> = new Set(["RESOURCE_NOT_FOUND", "ID_REFUSED"]);

/** The maximum number of types whose first failing ID is replaced by similar ones. Further failures cost no calls. */
const mostAdvisedTypes = 10;

/** Adds advice on IDs to resources that were not found. Tries similar IDs for the first resource of each type. */
async function withIdAdvice(
  outcomes: readonly ReadOutcome[],
  { providers, schemas, limit }: ReadContext,
  watched: WatchedProviders,
): Promise<readonly ReadOutcome[]> {
  const tried = new Set<string>();
  return await Promise.all(
    outcomes.map(async (outcome) => {
      if (outcome.kind !== "failed" || !idErrors.has(outcome.error.code)) return outcome;
      const { request, error } = outcome;
      const resource = findByPackage(schemas, request.package)?.resource(request.type);
      const instance = providers.get(request.urn);
      if (resource === undefined || instance === undefined || request.source !== undefined) return outcome;
      const isFirst = !tried.has(request.type) && tried.size < mostAdvisedTypes;
      tried.add(request.type);
      const watch = isFirst ? watched.get(instance.urn)?.watch : undefined;
      return { ...outcome, error: await limit(() => adviseId(error, request, resource, watch)) };
    }),
  );
}

/** Returns the providers of the run by URN, each with its `AccessWatch`. */
function watchedProviders({ providers, schemas }: ReadContext): WatchedProviders {
  const byUrn = new Map([...providers.values()].map((instance) => [instance.urn, instance]));
  return new Map(
    [...byUrn].map(([urn, instance]) => {
      const watch = new AccessWatch(instance, findByPackage(schemas, instance.package));
      return [urn, { instance, watch, objects: new ObjectReads(watch) }];
    }),
  );
}

/** Explains a failure with the results of other reads of the same provider or type. */
function withReadContext(
  outcome: ReadOutcome,
  { providers, schemas }: ReadContext,
  watched: WatchedProviders,
  importable: ReadonlySet<string>,
): ReadOutcome {
  if (outcome.kind !== "failed") return outcome;
  const { request } = outcome;
  const instance = providers.get(request.urn);
  const lost = instance && watched.get(instance.urn)?.watch.lostWith(request.urn);
  if (lost !== undefined) return { ...outcome, error: lost };
  const schema = findByPackage(schemas, request.package);
  const resource = schema?.resource(request.type);
  if (schema === undefined || resource === undefined) return outcome;
  if (importable.has(request.type) || request.source !== undefined) return outcome;
  return { ...outcome, error: withoutImporter({ request, error: outcome.error, resource, schema, instance }) };
}

async function readOne(request: ResolvedSpec, context: ReadContext, watched: WatchedProviders): Promise<ReadOutcome> {
  const failed = (error: ImpError): ReadOutcome => ({ kind: "failed", request, error });
  if (request.error !== undefined) return failed(request.error);
  const entry = context.known(request.urn);
  if (entry !== undefined && request.kind !== "provider" && isSameAsEntry(request, entry))
    return unchangedRead(request, entry);
  if (request.kind === "component") {
    const component = request.isRemote ? remoteComponent(request, context) : await localComponent(request, context);
    return entry === undefined ? component : failTaken(component, request, entry);
  }
  const instance = context.providers.get(request.urn);
  if (instance?.error !== undefined) return failed(instance.error);
  const missing = ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name });
  if (instance === undefined) return failed(missing);
  if (request.kind === "provider") {
    return entry === undefined
      ? { kind: "provider", request, instance }
      : { kind: "unchanged", request, id: instance.id };
  }
  const schema = findByPackage(context.schemas, request.package);
  const resource = schema?.resource(request.type);
  const watchedProvider = watched.get(instance.urn);
  const { provider } = instance;
  if (schema === undefined || resource === undefined || provider === undefined || watchedProvider === undefined)
    return failed(missing);
  const bound = { resource, schema, provider, instance };
  const readAgain = (): Promise<ReadOutcome> => readCustom(request, bound, watchedProvider, context);
  const read = await readAgain();
  if (read.kind === "failed")
    return failed(await askOtherProviders(read.error, request, instance, [...watched.values()]));
  if (entry === undefined) return read;
  const isKnown = await isKnownObject(read, entry, context, readAgain);
  if (isKnown) return unchangedRead(request, entry);
  if (read.kind !== "read" || !entry.custom || !context.replaceable.has(request.urn))
    return failTaken(read, request, entry);
  return { kind: "read", cloud: { ...read.cloud, replacedId: entry.id ?? "" } };
}

/** Returns a remote component. The state keeps the inputs of the source stack, because the component's plugin registers them. */
function remoteComponent(request: ResolvedSpec, { schemas }: Pick<ReadContext, "schemas">): ReadOutcome {
  const { values: inputs, found: likelySecrets } = hideLikelySecrets(
    request.source?.inputs ?? emptyMap,
    request.notSecret,
  );
  return { kind: "component", request, inputs, set: remoteInputs(request, schemas), differences: [], likelySecrets };
}

/** Returns a component with the inputs of its import spec or source stack, because components cannot be read. */
async function localComponent(
  unhashedRequest: ResolvedSpec,
  { assetFiles, coreSdk }: Pick<ReadContext, "assetFiles" | "coreSdk">,
): Promise<ReadOutcome> {
  try {
    const request = await withInputHashes(unhashedRequest, assetFiles);
    const suppliedInputs = request.inputs ?? request.source?.inputs ?? emptyMap;
    const { values, found: likelySecrets } = hideLikelySecrets(suppliedInputs, request.notSecret);
    const inputs = mapEntries(values, wholeSecret);
    const { differences } = decideComponent(inputs, sendsComponentInputs(coreSdk) ? inputs : emptyMap);
    const component: ReadOutcome = { kind: "component", request, inputs, differences, likelySecrets };
    if (differences.length === 0 || coreSdk === undefined) return component;
    const { type, name } = request;
    return { ...component, warning: ImpError.of("COMPONENT_UNSENT", { type, name, version: coreSdk }) };
  } catch (error) {
    if (!(error instanceof UnknownHash)) throw error;
    return { kind: "failed", request: unhashedRequest, error: unhashed(error, unhashedRequest) };
  }
}

/** Marks the whole input as secret if a part of it is secret, because the engine compares the positions of secrets, and these differ between SDKs. */
function wholeSecret(value: Value): Value {
  return holdsSecret(value) ? secretValue(openSecrets(value)) : value;
}

/** Returns whether the state's object has the id of the spec (docs/providers.md#the-same-object). */
export function isSameAsEntry(request: ResolvedSpec, entry: KnownResource): boolean {
  if (entry.custom !== (request.kind === "custom")) return false;
  return !entry.custom || (request.id !== undefined && [entry.importId, entry.id].includes(request.id));
}

export function unchangedRead(request: ResolvedSpec, entry: KnownResource): ReadOutcome {
  return { kind: "unchanged", request, id: entry.id };
}

/**
 * Returns whether the state entry is for the read object, although the requested id differs. Providers may reuse ids, so the outputs must be equal
 * too, except for outputs that change with each Read.
 */
async function isKnownObject(
  read: ReadOutcome,
  entry: KnownResource,
  context: ReadContext,
  readAgain: () => Promise<ReadOutcome>,
): Promise<boolean> {
  if (read.kind !== "read" || !entry.custom) return false;
  const stored = context.knownOutputs(read.cloud.request.urn);
  if (stored === undefined) return false;
  const secondRead = await readAgain();
  if (secondRead.kind !== "read") return false;
  // An id that changes with each Read is not significant.
  const isStable = secondRead.cloud.id === read.cloud.id;
  if (isStable && read.cloud.id !== entry.id) return false;
  const secondOutputs = secondRead.cloud.outputs;
  const differing = [...read.cloud.outputs].filter(([key, value]) => !equalEntry(stored.get(key), value));
  return differing.every(([key, value]) => !equalEntry(secondOutputs.get(key), value));
}

/** Compares two values. Ignores a secret mark around the whole value, because only the state or only the provider may have it. */
function equalEntry(a: Value | undefined, b: Value): boolean {
  return a !== undefined && equalValues(a.kind === "secret" ? a.value : a, b.kind === "secret" ? b.value : b);
}

/** Fails a resource if the state has another object with its URN. */
export function failTaken(read: ReadOutcome, request: ResolvedSpec, entry: KnownResource): ReadOutcome {
  if (read.kind !== "read" && read.kind !== "component") return read;
  const canReplace = request.kind === "custom" && entry.custom;
  const conflict = { urn: request.urn, id: request.id ?? "", existing: entry.id ?? "", canReplace };
  const error = ImpError.of("URN_TAKEN", conflict);
  return { kind: "failed", request, error, found: read };
}

interface WatchedProvider {
  readonly instance: ProviderInstance;
  readonly watch: AccessWatch;
  readonly objects: ObjectReads;
}

type WatchedProviders = ReadonlyMap<Urn, WatchedProvider>;

async function readCustom(
  unhashedRequest: ResolvedSpec,
  bound: Bound,
  provider: WatchedProvider,
  { assetFiles: files, clock }: Pick<ReadContext, "assetFiles" | "clock">,
): Promise<ReadOutcome> {
  try {
    const request = await withInputHashes(unhashedRequest, files);
    const begun = clock();
    const answer = await readOrSupplied(request, bound, provider);
    const took = clock() - begun;
    const objectDetails = objectFacts(request, bound.instance);
    if (answer.outputs === undefined || answer.inputs === undefined) {
      const code = answer.outputs === undefined ? "RESOURCE_NOT_FOUND" : "NOT_IMPORTABLE";
      return { kind: "failed", request, error: ImpError.of(code, objectDetails) };
    }
    const inputs = request.source === undefined ? answer.inputs : await withFileHashes(answer.inputs, files);
    return { kind: "read", cloud: cloudResource(request, bound, { ...answer, outputs: answer.outputs, inputs, took }) };
  } catch (error) {
    const isUnhashed = error instanceof UnknownHash;
    const readError = isUnhashed ? unhashed(error, unhashedRequest) : callError(error, unhashedRequest, bound.instance);
    return { kind: "failed", request: unhashedRequest, error: readError };
  }
}

/** Returns Read's response, or the values that the spec provides instead. */
async function readOrSupplied(
  request: ResolvedSpec,
  bound: Bound,
  { watch, objects }: WatchedProvider,
): Promise<ReadResult> {
  const { urn, name, type, id = "", inputs, outputs, source } = request;
  if (outputs !== undefined) {
    return { id, outputs, inputs: inputs ?? new Map(), initErrors: [], refreshBeforeUpdate: false };
  }
  if (source === undefined) {
    const mark = (answer: ReadResult) => markedSecrets(answer, request, bound);
    return await objects.read({ urn, name, type, id, mark }, bound.resource);
  }
  const mark = (answer: ReadResult) => markedSecrets(asRefresh(answer, source), request, bound);
  return asRefresh(await watch.read({ urn, name, type, id, last: source, mark }), source);
}

/** Returns the values of Read's response, with all secrets marked. */
function markedSecrets(
  { id, inputs = emptyMap, outputs = emptyMap }: ReadResult,
  { notSecret }: ResolvedSpec,
  bound: Bound,
): readonly PropertyMap[] {
  const values = markedValues({ inputs, outputs }, bound, notSecret, id);
  return [values.inputs, withSecretOutputs(values.outputs, values.inputs, bound)];
}

/** Adds hashes to the assets of the inputs. Files of another stack's program must also exist in this project. Otherwise throws UnknownHash. */
async function withInputHashes(request: ResolvedSpec, files: AssetFiles): Promise<ResolvedSpec> {
  const { inputs, source } = request;
  if (inputs === undefined && source === undefined) return request;
  return {
    ...request,
    inputs: inputs && (await withAssetHashes(inputs, files)),
    source: source && { ...source, inputs: await withFileHashes(source.inputs, files) },
  };
}

function unhashed({ message }: UnknownHash, { type, name }: ResolvedSpec): ImpError {
  return ImpError.of("ASSET_UNHASHED", { type, name, reason: message });
}
