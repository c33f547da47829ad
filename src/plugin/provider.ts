/**
 * Declares the narrow interface to a provider plugin, which `grpc-provider.ts` implements (docs/providers.md#calls).
 */
import type { ByteSource, IndexedBytes } from "../json/byte-source.ts";
import type { PropertyMap } from "../value/value.ts";

/** Judges whether bytes are the schema of a plugin; `undefined`: they are not. `index`: what is to be kept with them. */
export type AcceptSchema = (schema: IndexedBytes) => { readonly index?: Uint8Array } | undefined;

/** A provider plugin that is running and has answered the handshake. */
export interface Provider {
  /** The package it serves (for a parameterized plugin, the package's name). */
  readonly package: string;
  /** The version that GetPluginInfo (or Parameterize) reported, without a leading `v`. */
  readonly version?: string;
  /**
   * True once Configure answered that Create and Update take `preview`. Handshake is not enough: some servers ignore the field and create.
   */
  readonly supportsPreview: boolean;
  /**
   * The package schema, JSON bytes: one that is kept from an earlier run, or the plugin's answer, which is kept then.
   *
   * @param accepts whether bytes are the schema of this plugin; without it the plugin is asked, and nothing is kept.
   */
  getSchema(accepts?: AcceptSchema): Promise<ByteSource>;
  /** How types of another tool map to the package's: JSON bytes in the tool's form, one for each of its providers that the plugin maps. */
  getMappings(tool: string): Promise<readonly Uint8Array[]>;
  checkConfig(request: CheckConfigRequest): Promise<CheckResult>;
  diffConfig(request: DiffConfigRequest): Promise<DiffResult>;
  configure(request: ConfigureRequest): Promise<void>;
  check(request: CheckRequest): Promise<CheckResult>;
  diff(request: DiffRequest): Promise<DiffResult>;
  /** Reads for import (neither state nor inputs are sent), or as a refresh does. */
  read(request: ReadRequest): Promise<ReadResult>;
  /**
   * Create with `preview`: returns the outputs of a resource that does not exist yet. Nothing is created.
   *
   * @throws ProviderError "unimplemented" where `supportsPreview` is false; then nothing is sent.
   */
  previewCreate(request: PreviewCreateRequest): Promise<PreviewResult>;
  /** Update with `preview`: returns the outputs of a resource after its update. Nothing is changed. */
  previewUpdate(request: PreviewUpdateRequest): Promise<PreviewResult>;
  /**
   * Calls a function whose name shows that it reads (docs/providers.md#invoke).
   *
   * @throws an internal error for any other function
   */
  invoke(request: InvokeRequest): Promise<InvokeResult>;
  /**
   * Lists objects of a type as the cloud has them now, a page at a time.
   *
   * @throws ProviderError "unimplemented" where the provider lists nothing, or none of this type; "invalid" for a continuation that it does
   * not know: some are of the process that gave them.
   */
  list(request: ListRequest): Promise<ListPage>;
  /** Ends the calls that are under way or wait in line: the caller does not need their answers. Later calls are made as usual. */
  cancelCalls(): void;
  /** Cancel, then end the process group: interrupt, five seconds, kill; one that does not answer is killed at once. Never throws. */
  close(): Promise<void>;
}

/** A provider that is one process: when that ends, every further call fails with "died". */
export interface ProviderProcess extends Provider {
  /** Returns true when it answers a cheap question in time. */
  responds(withinMs: number): Promise<boolean>;
  /** Ends the process group without asking it. Never throws. */
  kill(): Promise<void>;
}

export interface CheckConfigRequest {
  readonly urn: string;
  /** Old provider inputs; empty for a new provider. `__internal` is removed by the implementation. */
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
  /** The provider resource's UUID. */
  readonly id: string;
  readonly name: string;
  readonly inputs: PropertyMap;
}

export interface CheckRequest {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
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
  /** The checked inputs; empty when the plugin returned none. */
  readonly inputs: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export interface DiffRequest {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly oldInputs: PropertyMap;
  readonly olds: PropertyMap;
  readonly news: PropertyMap;
  readonly ignoreChanges: readonly string[];
}

export interface PreviewCreateRequest {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** The answer of Check to a program without old inputs. */
  readonly news: PropertyMap;
}

/** An update that is asked about, and not made, has the facts of a difference. */
export type PreviewUpdateRequest = DiffRequest;

export interface PreviewResult {
  /** The outputs; a value that only the real call would return is unknown, or absent. */
  readonly outputs: PropertyMap;
}

export interface InvokeRequest {
  /** The function's token. */
  readonly token: string;
  readonly arguments: PropertyMap;
  /** Milliseconds that it may take. */
  readonly limitMs: number;
}

export interface InvokeResult {
  /** Empty when the plugin answered failures. */
  readonly result: PropertyMap;
  readonly failures: readonly CheckFailure[];
}

export type WireDifferenceKind = "add" | "add-replace" | "delete" | "delete-replace" | "update" | "update-replace";

export interface DiffResult {
  readonly changes: "unknown" | "none" | "some";
  readonly replaces: readonly string[];
  /** Changed top-level keys. */
  readonly diffs: readonly string[];
  /** Present only when the plugin provides it. Keys are property paths as text. */
  readonly detailed?: ReadonlyMap<string, { readonly kind: WireDifferenceKind; readonly inputDiff: boolean }>;
  readonly deleteBeforeReplace: boolean;
}

export interface ReadRequest {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  readonly id: string;
  /** The stored inputs and outputs: with them this is a refresh, and the id is the provider's own (docs/providers.md#read). */
  readonly last?: { readonly inputs: PropertyMap; readonly outputs: PropertyMap };
  /** The answer with its secrets marked, as the schema knows them: what the plugin logs about them is blanked. */
  readonly mark?: (answer: ReadResult) => readonly PropertyMap[];
}

export interface ReadResult {
  /** May be empty: then the requested id stands. */
  readonly id: string;
  /** `undefined`: the resource does not exist. */
  readonly outputs: PropertyMap | undefined;
  /** `undefined`: the plugin does not support import. */
  readonly inputs: PropertyMap | undefined;
  /** Reasons of an initialization failure; then the other fields come from the error's detail. */
  readonly initErrors: readonly string[];
  readonly refreshBeforeUpdate: boolean;
}

export interface ListRequest {
  /** The type's token. */
  readonly type: string;
  /** The list inputs of the type's schema. */
  readonly query: PropertyMap;
  /** The most objects of all pages together; 0: all. A continuation is asked for with the same limit. */
  readonly limit: number;
  /** Of the page before; `""`: the first page. */
  readonly continuation: string;
}

export interface ListPage {
  readonly items: readonly ListItem[];
  /** Of the next page; `""`: this is the last one. */
  readonly continuation: string;
}

export interface ListItem {
  /** An id that Read takes. */
  readonly id: string;
  /** The name that the cloud shows; `""`: none. */
  readonly name: string;
}

/** Classes of failure of one call, decided by gRPC code and details, never by message text. */
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

/** How a process ended. */
export interface ProcessEnd {
  /** For example "exit code 1". */
  readonly status: string;
  /** By a signal from outside: it may have nothing to do with the call. */
  readonly fromOutside: boolean;
}

export interface FailureFacts {
  readonly missingKeys: ProviderError["missingKeys"];
  readonly retryAfterMs: number;
  readonly fromOutside: boolean;
}

/** A call that a plugin answered with an error, or did not answer. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure;
  /** The gRPC method, for example "Read". */
  readonly method: string;
  /** Keys that Configure misses, from the error's detail. */
  readonly missingKeys: readonly { readonly name: string; readonly description: string }[];
  /** Milliseconds that a throttled caller is asked to wait; 0: it was not asked. */
  readonly retryAfterMs: number;
  /** For "died": `ProcessEnd.fromOutside`. */
  readonly fromOutside: boolean;

  constructor(
    failure: ProviderFailure,
    method: string,
    message: string,
    { missingKeys = [], retryAfterMs = 0, fromOutside = false }: Partial<FailureFacts> = {},
  ) {
    super(message);
    this.failure = failure;
    this.method = method;
    this.missingKeys = missingKeys;
    this.retryAfterMs = retryAfterMs;
    this.fromOutside = fromOutside;
  }
}
