/** The interface to a provider plugin, which `grpc-provider.ts` implements (docs/providers.md#calls). */

import type { ProviderExtension, Urn } from "../domain/graph.ts";
import type { Constructed, MethodAnswer, Registration, RunningProgram } from "../domain/registration.ts";
import type { ByteSource, IndexedBytes } from "../value/json/byte-source.ts";
import type { PropertyMap } from "../value/value.ts";

/** Checks a cached schema. Returns undefined if it is not the schema of the plugin. The returned `index` is stored next to the schema. */
export type AcceptSchema = (schema: IndexedBytes) => { readonly index?: Uint8Array } | undefined;

/** A provider plugin that is running and has answered the handshake. */
export interface Provider {
  /** The package name; for a parameterized plugin, the name of the parameterized package. */
  readonly package: string;
  /** The version that GetPluginInfo (or Parameterize) reported, without a leading `v`. */
  readonly version?: string;
  /**
   * True if the plugin's response to Configure says that it supports previews. The response to Handshake is not enough, because some servers ignore
   * `preview` and create resources.
   */
  readonly supportsPreview: boolean;
  /** Returns the schema as JSON bytes. If `accepts` is omitted, asks the plugin without using the cache. */
  getSchema(accepts?: AcceptSchema): Promise<ByteSource>;
  /** Returns the mappings of the plugin for a tool, such as `terraform`: one for each of the tool's providers, in a format that the tool defines. */
  getMappings(tool: string): Promise<readonly Uint8Array[]>;
  checkConfig(request: CheckConfigRequest): Promise<CheckResult>;
  diffConfig(request: DiffConfigRequest): Promise<DiffResult>;
  configure(request: ConfigureRequest): Promise<void>;
  /** Adds the types of an extension to the provider, with Parameterize. Throws ProviderError "invalid" if the plugin answers with another package. */
  extend(extension: ProviderExtension): Promise<void>;
  check(request: CheckRequest): Promise<CheckResult>;
  diff(request: DiffRequest): Promise<DiffResult>;
  /** Reads a resource for import (without state and inputs) or for a refresh. */
  read(request: ReadRequest): Promise<ReadResult>;
  /** Calls Create with `preview`, which creates nothing. Throws ProviderError "unimplemented" if `supportsPreview` is false. */
  previewCreate(request: PreviewCreateRequest): Promise<PreviewResult>;
  /** Calls Update with `preview`, which changes nothing. */
  previewUpdate(request: PreviewUpdateRequest): Promise<PreviewResult>;
  /** Calls a function whose name shows that it only reads (docs/providers.md#invoke). Throws an internal error for any other function. */
  invoke(request: InvokeRequest): Promise<InvokeResult>;
  /**
   * Calls Construct with `dryRun`. The provider registers the component and its resources with the monitor of the program. Has no time limit, because
   * registrations call providers. Throws ProviderError "unimplemented" if the plugin does not accept secrets.
   */
  construct(request: ConstructRequest): Promise<Constructed>;
  /** Calls Call with `dryRun`. Has no time limit, because a method may register resources. */
  callMethod(request: MethodCallRequest): Promise<MethodAnswer>;
  /**
   * Lists one page of the objects in the cloud.
   *
   * @throws ProviderError "unimplemented" if the provider cannot list the type; "invalid" if it does not know the continuation. After a restart, a
   * plugin may not know earlier continuations.
   */
  list(request: ListRequest): Promise<ListPage>;
  /** Cancels all running and queued calls, but not later ones. */
  cancelCalls(): void;
  /** Calls Cancel, interrupts the process group, waits, and kills it. If the plugin does not answer Cancel, kills it at once. Never throws. */
  close(): Promise<void>;
}

/** A provider with a single process. When the process ends, every further call fails with "died". */
export interface ProviderProcess extends Provider {
  /** Returns true if the process answers a cheap call in time. */
  responds(withinMs: number): Promise<boolean>;
  /** Kills the process group without calling Cancel. Never throws. */
  kill(): Promise<void>;
}

export interface CheckConfigRequest {
  readonly urn: string;
  /** The old provider inputs; empty for a new provider. The implementation removes `__internal`. */
  readonly olds: PropertyMap;
  readonly news: PropertyMap;
}

export interface DiffConfigRequest {
  readonly urn: string;
  readonly oldInputs: PropertyMap;
  readonly olds: PropertyMap;
  readonly news: PropertyMap;
}

export interface ConfigureRequest {
  readonly urn: string;
  readonly id: string;
  readonly name: string;
  readonly inputs: PropertyMap;
}

/** The resource of a request. */
interface ResourceRequest {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
}

export interface CheckRequest extends ResourceRequest {
  readonly olds: PropertyMap;
  readonly news: PropertyMap;
  /** 32 bytes. */
  readonly randomSeed: Uint8Array;
}

export interface CheckFailure {
  /** May be empty. */
  readonly property: string;
  readonly reason: string;
}

export interface CheckResult {
  readonly inputs: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export interface DiffRequest extends ResourceRequest, DiffConfigRequest {
  readonly id: string;
  readonly ignoreChanges: readonly string[];
}

export interface PreviewCreateRequest extends ResourceRequest {
  /** The checked inputs, from a Check without old inputs. */
  readonly news: PropertyMap;
}

export type PreviewUpdateRequest = DiffRequest;

export interface PreviewResult {
  /** The id of a created resource. Omit if the provider does not know it before the creation. */
  readonly id?: string;
  /** Values that are known only after a real Create or Update are unknown or missing. */
  readonly outputs: PropertyMap;
}

export interface ConstructRequest {
  readonly program: RunningProgram;
  /** The registration, with inherited options and the dependencies of all properties. */
  readonly registration: Registration;
}

export interface MethodCallRequest {
  readonly program: RunningProgram;
  readonly token: string;
  /** May contain output values, which the plugin receives with their dependencies. */
  readonly arguments: PropertyMap;
  readonly dependencies: ReadonlyMap<string, readonly Urn[]>;
}

export interface InvokeRequest {
  readonly token: string;
  readonly arguments: PropertyMap;
  readonly limitMs: number;
}

export interface InvokeResult {
  /** Empty if the plugin returned failures. */
  readonly result: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export type WireDifferenceKind = "add" | "add-replace" | "delete" | "delete-replace" | "update" | "update-replace";

export interface DiffResult {
  readonly changes: "unknown" | "none" | "some";
  readonly replaces: readonly string[];
  /** Top-level keys. */
  readonly diffs: readonly string[];
  /** Omitted if the plugin does not provide a detailed diff. Keys are property paths. */
  readonly detailed?: ReadonlyMap<string, { readonly kind: WireDifferenceKind; readonly inputDiff: boolean }>;
  readonly deleteBeforeReplace: boolean;
}

export interface ReadRequest extends ResourceRequest {
  readonly id: string;
  /** The stored inputs and outputs, for a refresh. In a refresh, `id` is the stored ID (docs/providers.md#read). */
  readonly last?: { readonly inputs: PropertyMap; readonly outputs: PropertyMap };
  /**
   * Marks all secrets in the result, so that they can be redacted in the plugin's logs. If omitted, only secrets that the plugin marks are
   * redacted.
   */
  readonly mark?: (answer: ReadResult) => readonly PropertyMap[];
}

export interface ReadResult {
  /** Empty if the requested ID is still valid. */
  readonly id: string;
  /** Undefined if the resource does not exist. */
  readonly outputs: PropertyMap | undefined;
  /** Undefined if the plugin does not support import. */
  readonly inputs: PropertyMap | undefined;
  /** The reasons of an initialization failure. If there are any, the other fields come from the error details. */
  readonly initErrors: readonly string[];
  readonly refreshBeforeUpdate: boolean;
}

export interface ListRequest {
  readonly type: string;
  readonly query: PropertyMap;
  /** The maximum number of objects on all pages together, or 0 for no limit. Must be the same for every page. */
  readonly limit: number;
  /** `""` for the first page. */
  readonly continuation: string;
}

export interface ListPage {
  readonly items: readonly ListItem[];
  /** `""` on the last page. */
  readonly continuation: string;
}

export interface ListItem {
  readonly id: string;
  /** The name in the cloud, or `""` if the provider returns none. */
  readonly name: string;
}

/** The kind of a failure, derived from the gRPC code and details, never from the message. */
export type ProviderFailure =
  | "died"
  | "timeout"
  | "cancelled"
  | "unimplemented"
  | "not-found"
  | "unauthorised"
  | "throttled"
  | "invalid"
  | "malformed"
  | "other";

export interface ProcessEnd {
  /** For example "exit code 1". */
  readonly status: string;
  /** True if a signal from outside probably ended the process, so the failed call may not be the cause. */
  readonly fromOutside: boolean;
}

export interface FailureDetails {
  readonly missingKeys: ProviderError["missingKeys"];
  readonly retryAfterMs: number;
  readonly fromOutside: boolean;
}

export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  readonly method: string;
  readonly missingKeys: readonly { readonly name: string; readonly description: string }[];
  /** The delay in milliseconds that a throttling provider asks for, or 0. */
  readonly retryAfterMs: number;
  readonly fromOutside: boolean;

  constructor(
    failure: ProviderFailure,
    method: string,
    message: string,
    { missingKeys = [], retryAfterMs = 0, fromOutside = false }: Partial<FailureDetails> = {},
  ) {
    super(message);
    this.failure = failure;
    this.method = method;
    this.missingKeys = missingKeys;
    this.retryAfterMs = retryAfterMs;
    this.fromOutside = fromOutside;
  }
}
