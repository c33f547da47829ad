/**
 * Read: every requested resource as the cloud has it, or the reason why not. Reads do not depend on one another.
 */
import type { KnownResource } from "../../domain/known-state.ts";
import { ImpError } from "../../errors.ts";
import type { Difference, Urn } from "../../graph.ts";
import type { ResolvedSpec, ResolvedSpecs } from "../../import-file/resolve.ts";
import { hideLikelySecrets, type LikelySecret } from "../../likely-secrets/hide-secrets.ts";
import type { ReadResult } from "../../plugin/provider.ts";
import { sendsComponentInputs } from "../../schema/component-inputs.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { equalValues } from "../../value/compare.ts";
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
import { markedValues } from "./likely-secrets.ts";
import { ObjectReads } from "./object-reads.ts";
import { asRefresh } from "./of-source-stack.ts";
import { askOtherProviders } from "./other-providers.ts";
import { remoteInputs } from "./remote-components.ts";
import { withoutImporter } from "./without-importer.ts";

/** A component of the program's own. */
export interface ComponentOutcome {
  readonly kind: "component";
  readonly request: ResolvedSpec;
  /** Those of the program, which the state has too. */
  readonly inputs: PropertyMap;
  /** Those that the program sets of a remote component. Absent: the same. */
  readonly set?: PropertyMap;
  /** Where a preview sees a change: what the program's SDK does not send. */
  readonly differences: readonly Difference[];
  /** Why there are differences. */
  readonly warning?: ImpError;
  /** The secrets in the inputs that nothing marks. */
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
      /** It would be this one under another name: the state has something else under the one that it has. Absent: a name is not the reason. */
      readonly found?: FoundOutcome;
    };

/** A resource that was read, or a component. */
type FoundOutcome = Extract<ReadOutcome, { readonly kind: "read" | "component" }>;

/** The request that an outcome answers. */
export function requestOf(read: ReadOutcome): ResolvedSpec {
  return read.kind === "read" ? read.cloud.request : read.request;
}

/** The requests whose objects were read. */
export function requestsRead(reads: readonly ReadOutcome[]): readonly ResolvedSpec[] {
  return reads.flatMap((read) => (read.kind === "read" ? [read.cloud.request] : []));
}

/** The outputs in the state of a resource that was read, and of a component. */
export function readValues(read: ReadOutcome): readonly PropertyMap[] {
  if (read.kind === "component") return [read.inputs];
  return read.kind === "read" ? [read.cloud.outputs, read.cloud.projected] : [];
}

export interface ReadContext {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly known: (urn: Urn) => KnownResource | undefined;
  /** Outputs that the state has under a URN. */
  readonly knownOutputs: (urn: Urn) => PropertyMap | undefined;
  /** The URNs whose entries in the state may be replaced by what is read. */
  readonly replaceable: ReadonlySet<Urn>;
  readonly assetFiles: AssetFiles;
  /** The version of the program's core SDK; absent: it is not known. */
  readonly coreSdk?: string;
  readonly limit: <T>(call: () => Promise<T>) => Promise<T>;
  /** Milliseconds since some moment. */
  readonly clock: () => number;
  /** Called before and after each resource, for progress. */
  readonly onReading: (request: ResolvedSpec) => void;
  readonly onRead: (request: ResolvedSpec) => void;
}

/** Reads everything, in the order of the request. Throws only when the run was cancelled. */
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
  const importable = new Set(outcomes.flatMap((outcome) => (outcome.kind === "read" ? readType(outcome.cloud) : [])));
  return outcomes.map((outcome) => withCause(outcome, context, watched, importable));
}

/** By URN: the providers of the run, which are asked through their watches. */
function watchedProviders({ providers, schemas }: ReadContext): WatchedProviders {
  const byUrn = new Map([...providers.values()].map((instance) => [instance.urn, instance]));
  return new Map(
    [...byUrn].map(([urn, instance]) => {
      const watch = new AccessWatch(instance, findByPackage(schemas, instance.package));
      return [urn, { instance, watch, objects: new ObjectReads(watch) }];
    }),
  );
}

/** The type, unless the import file has given the outputs. */
function readType({ request }: CloudResource): readonly string[] {
  return request.outputs === undefined ? [request.type] : [];
}

/** Explains a failure by what the other reads showed: of its provider, and of its type. */
function withCause(
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
  const known = context.known(request.urn);
  if (known !== undefined && request.kind !== "provider" && isSameAsKnown(request, known))
    return unchangedRead(request, known);
  if (request.kind === "component") {
    const component = request.isRemote ? remoteComponent(request, context) : await givenComponent(request, context);
    return known === undefined ? component : taken(component, request, known);
  }
  const instance = context.providers.get(request.urn);
  if (instance?.error !== undefined) return failed(instance.error);
  if (instance === undefined)
    return failed(ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name }));
  if (request.kind === "provider") {
    return known === undefined
      ? { kind: "provider", request, instance }
      : { kind: "unchanged", request, id: instance.id };
  }
  const schema = findByPackage(context.schemas, request.package);
  const resource = schema?.resource(request.type);
  const asked = watched.get(instance.urn);
  if (schema === undefined || resource === undefined || instance.provider === undefined || asked === undefined) {
    return failed(ImpError.of("PACKAGE_MISSING", { urn: request.urn, package: request.package.name }));
  }
  const bound = { resource, schema, provider: instance.provider, instance };
  const readAgain = (): Promise<ReadOutcome> => readCustom(request, bound, asked, context);
  const read = await readAgain();
  if (read.kind === "failed")
    return failed(await askOtherProviders(read.error, request, instance, [...watched.values()]));
  if (known === undefined) return read;
  const isKnown = await isKnownObject(read, known, context, readAgain);
  if (isKnown) return unchangedRead(request, known);
  if (read.kind !== "read" || !known.custom || !context.replaceable.has(request.urn))
    return taken(read, request, known);
  return { kind: "read", cloud: { ...read.cloud, replacedId: known.id ?? "" } };
}

/** The state keeps what another one has: the component's plugin registers it. */
function remoteComponent(request: ResolvedSpec, { schemas }: Pick<ReadContext, "schemas">): ReadOutcome {
  const { values: inputs, found: likelySecrets } = hideLikelySecrets(
    request.source?.inputs ?? emptyMap,
    request.notSecret,
  );
  return { kind: "component", request, inputs, set: remoteInputs(request, schemas), differences: [], likelySecrets };
}

/** Nobody reads a component: its inputs are those of its entry, or of the stack that it comes from. */
async function givenComponent(
  asked: ResolvedSpec,
  { assetFiles, coreSdk }: Pick<ReadContext, "assetFiles" | "coreSdk">,
): Promise<ReadOutcome> {
  try {
    const request = await withHashes(asked, assetFiles);
    const given = request.inputs ?? request.source?.inputs ?? emptyMap;
    const { values, found: likelySecrets } = hideLikelySecrets(given, request.notSecret);
    const inputs = mapEntries(values, wholeSecret);
    const { differences } = decideComponent(inputs, sendsComponentInputs(coreSdk) ? inputs : emptyMap);
    const component: ReadOutcome = { kind: "component", request, inputs, differences, likelySecrets };
    if (differences.length === 0 || coreSdk === undefined) return component;
    const { type, name } = request;
    return { ...component, warning: ImpError.of("COMPONENT_UNSENT", { type, name, version: coreSdk }) };
  } catch (error) {
    if (!(error instanceof UnknownHash)) throw error;
    return { kind: "failed", request: asked, error: unhashed(error, asked) };
  }
}

/** The engine compares where a secret stands, and not every SDK keeps one inside of a value: the input is one as a whole. */
function wholeSecret(value: Value): Value {
  return holdsSecret(value) ? secretValue(openSecrets(value)) : value;
}

/** The same object by the id that the spec gives (docs/providers.md#the-same-object). */
export function isSameAsKnown(request: ResolvedSpec, known: KnownResource): boolean {
  if (known.custom !== (request.kind === "custom")) return false;
  return !known.custom || (request.id !== undefined && [known.importId, known.id].includes(request.id));
}

export function unchangedRead(request: ResolvedSpec, known: KnownResource): ReadOutcome {
  return { kind: "unchanged", request, id: known.id };
}

/**
 * Another id than the state's may still lead to the object of the state. Some providers give all objects of a type one id, so the outputs
 * must agree too, as far as two reads of one object agree with each other.
 */
async function isKnownObject(
  read: ReadOutcome,
  known: KnownResource,
  context: ReadContext,
  readAgain: () => Promise<ReadOutcome>,
): Promise<boolean> {
  if (read.kind !== "read" || !known.custom) return false;
  const stored = context.knownOutputs(read.cloud.request.urn);
  if (stored === undefined) return false;
  const again = await readAgain();
  if (again.kind !== "read") return false;
  // An id that the provider makes up at each Read says nothing.
  const isStable = again.cloud.id === read.cloud.id;
  if (isStable && read.cloud.id !== known.id) return false;
  const second = again.cloud.outputs;
  const differing = [...read.cloud.outputs].filter(([key, value]) => !equalEntry(stored.get(key), value));
  return differing.every(([key, value]) => !equalEntry(second.get(key), value));
}

/** Secrets are compared by what they hold: the state's and the provider's may be wrapped at other depths. */
function equalEntry(a: Value | undefined, b: Value): boolean {
  return a !== undefined && equalValues(a.kind === "secret" ? a.value : a, b.kind === "secret" ? b.value : b);
}

/** The name is taken in the state by another object. */
export function taken(read: ReadOutcome, request: ResolvedSpec, known: KnownResource): ReadOutcome {
  if (read.kind !== "read" && read.kind !== "component") return read;
  const canReplace = request.kind === "custom" && known.custom;
  const facts = { urn: request.urn, id: request.id ?? "", existing: known.id ?? "", canReplace };
  const error = ImpError.of("URN_TAKEN", facts);
  return { kind: "failed", request, error, found: read };
}

interface WatchedProvider {
  readonly instance: ProviderInstance;
  readonly watch: AccessWatch;
  readonly objects: ObjectReads;
}

type WatchedProviders = ReadonlyMap<Urn, WatchedProvider>;

async function readCustom(
  asked: ResolvedSpec,
  bound: Bound,
  provider: WatchedProvider,
  { assetFiles: files, clock }: Pick<ReadContext, "assetFiles" | "clock">,
): Promise<ReadOutcome> {
  try {
    const request = await withHashes(asked, files);
    const begun = clock();
    const answer = await readOrGiven(request, bound, provider);
    const took = clock() - begun;
    const facts = objectFacts(request, bound.instance);
    if (answer.outputs === undefined) {
      return { kind: "failed", request, error: ImpError.of("RESOURCE_NOT_FOUND", facts) };
    }
    if (answer.inputs === undefined) return { kind: "failed", request, error: ImpError.of("NOT_IMPORTABLE", facts) };
    const inputs = request.source === undefined ? answer.inputs : await withFileHashes(answer.inputs, files);
    return { kind: "read", cloud: cloudResource(request, bound, { ...answer, outputs: answer.outputs, inputs, took }) };
  } catch (error) {
    return { kind: "failed", request: asked, error: readError(error, asked, bound.instance) };
  }
}

/** Read's answer, or what the spec gives in its place. */
async function readOrGiven(
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

/** Returns the values of Read's answer with their secrets marked. */
function markedSecrets(
  { id, inputs = emptyMap, outputs = emptyMap }: ReadResult,
  { notSecret }: ResolvedSpec,
  bound: Bound,
): readonly PropertyMap[] {
  const values = markedValues({ inputs, outputs }, bound, notSecret, id);
  return [values.inputs, withSecretOutputs(values.outputs, values.inputs, bound)];
}

/** The request with hashes for the assets of its inputs; files of another stack's program must be here too. Throws UnknownHash. */
async function withHashes(request: ResolvedSpec, files: AssetFiles): Promise<ResolvedSpec> {
  const { inputs, source } = request;
  if (inputs === undefined && source === undefined) return request;
  return {
    ...request,
    inputs: inputs && (await withAssetHashes(inputs, files)),
    source: source && { ...source, inputs: await withFileHashes(source.inputs, files) },
  };
}

function readError(error: unknown, request: ResolvedSpec, instance: ProviderInstance): ImpError {
  return error instanceof UnknownHash ? unhashed(error, request) : callError(error, request, instance);
}

function unhashed({ message }: UnknownHash, { type, name }: ResolvedSpec): ImpError {
  return ImpError.of("ASSET_UNHASHED", { type, name, reason: message });
}
