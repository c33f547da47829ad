/** Implements the provider interface with gRPC calls (docs/providers.md#calls). */

import type { ProviderExtension } from "../domain/graph.ts";
import type { Constructed, MethodAnswer, RunningProgram } from "../domain/registration.ts";
import { parseUrn } from "../domain/urn.ts";
import { type ByteSource, inMemory } from "../value/json/byte-source.ts";
import { hideLikelySecrets } from "../value/likely-secrets/hide-secrets.ts";
import { restoreSecrets } from "../value/restore-secrets.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../value/value.ts";
import type { WireValue } from "../value/wire-struct.ts";
import { checkedConfig, unimplementedConfig, withoutInternalKey } from "./config-quirks.ts";
import { configureVariables } from "./configure-variables.ts";
import type { Connection } from "./connection.ts";
import { callParameterize, type Introduction } from "./handshake.ts";
import { hookNamesMessage } from "./hooks.ts";
import { askMappings } from "./mappings.ts";
import { type Accepts, encodeBag, received, receivedWithOutputs, type Sending, sending } from "./payload.ts";
import { ErrorResourceInitFailedSchema } from "./proto/gen/errors_pb.ts";
import type { CheckResponse, CheckFailure as WireFailure } from "./proto/gen/provider_pb.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import { resourceProviderService as service } from "./proto/service.ts";
import {
  type AcceptSchema,
  type CheckConfigRequest,
  type CheckFailure,
  type CheckRequest,
  type CheckResult,
  type ConfigureRequest,
  type ConstructRequest,
  type DiffConfigRequest,
  type DiffRequest,
  type DiffResult,
  type InvokeRequest,
  type InvokeResult,
  type ListPage,
  type ListRequest,
  type MethodCallRequest,
  type PreviewCreateRequest,
  type PreviewResult,
  type PreviewUpdateRequest,
  ProviderError,
  type ProviderProcess,
  type ReadRequest,
  type ReadResult,
} from "./provider.ts";
import { diffResult, listPage, pageSize, readResult } from "./responses.ts";
import { cachedOrAsked, type SchemaCache } from "./schema-cache.ts";
import type { SecretFilter } from "./secret-filter.ts";
import { StatusError } from "./status.ts";
import { aliasMessage, listsOfEntries, stringEntries, urnEntries } from "./urn-messages.ts";

export interface GrpcProviderOptions {
  readonly package: string;
  readonly connection: Connection;
  readonly introduction: Introduction;
  readonly filter: SecretFilter;
  /** Holds log lines back until Read has returned, because its result shows which values are secret. */
  readonly held: { during<T>(call: () => Promise<T>): Promise<T> };
  readonly schemas: SchemaCache;
  /** Gets the schema from a separate plugin process. Throws the same errors as `Host.launch` and as calls. */
  readonly askApart: () => Promise<Uint8Array>;
  /** Ends the process; kills it after `graceMs`. Never throws. */
  readonly end: (graceMs: number) => Promise<void>;
}

/**
 * Time limits in milliseconds. They are shorter than the engine's five seconds (docs/providers.md#stopping-a-plugin), because imp's calls change
 * nothing that must be finished.
 */
const cancelMs = 2000;
const providerGraceMs = 1000;

/** The fields of a preview, as the engine sends them. */
const previewing = { preview: true, timeout: 0, resourceStatusAddress: "", resourceStatusToken: "" } as const;

/** Construct and Call have no time limit, because they register resources, and each registration makes further calls. */
const noLimitMs = 0;

/** The `parallel` value for Construct. With 1, the Node.js SDK would register one resource at a time. */
const atOnce = 16;

export class GrpcProvider implements ProviderProcess {
  readonly package: string;
  readonly version?: string;
  readonly #options: GrpcProviderOptions;
  readonly #connection: Connection;
  readonly #filter: SecretFilter;
  /** True for providers that use Pulumi's Node.js SDK. They don't implement Handshake, and crash if property bags are missing. */
  readonly #wantsEmptyBags: boolean;
  #accepts: Accepts;
  #supportsPreview = false;
  #closing: Promise<void> | undefined;

  constructor(options: GrpcProviderOptions) {
    const { accepts, version } = options.introduction;
    this.package = options.package;
    if (version !== undefined) this.version = version;
    this.#options = options;
    this.#connection = options.connection;
    this.#filter = options.filter;
    this.#wantsEmptyBags = accepts === undefined;
    this.#accepts = accepts ?? { secrets: false, resources: false, bytes: false, outputs: false };
  }

  get supportsPreview(): boolean {
    return this.#supportsPreview;
  }

  async getSchema(accepts?: AcceptSchema): Promise<ByteSource> {
    if (accepts === undefined) return inMemory(await this.askForSchema());
    return await cachedOrAsked(
      this.#options.schemas,
      { fromRunning: () => this.askForSchema(), fromSeparate: this.#options.askApart },
      accepts,
    );
  }

  async askForSchema(): Promise<Uint8Array> {
    const { schema } = await this.#connection.call(service.getSchema, {
      $typeName: "pulumirpc.GetSchemaRequest",
      version: 0,
      subpackageName: this.#options.introduction.parameterized?.name ?? "",
      subpackageVersion: this.#options.introduction.parameterized?.version ?? "",
    });
    // A schema of only white space and braces means "not implemented" (docs/providers.md#first-calls).
    if (schema.length < 64 && /^[\s{}]*$/.test(Buffer.from(schema).toString("latin1"))) {
      throw new ProviderError("unimplemented", "GetSchema", "the plugin has no schema");
    }
    return schema;
  }

  getMappings(tool: string): Promise<readonly Uint8Array[]> {
    return askMappings(this.#connection, tool);
  }

  async checkConfig(request: CheckConfigRequest): Promise<CheckResult> {
    const { urn } = request;
    const news = withoutInternalKey(request.news);
    this.#filter.addSecretsIn(hideLikelySecrets(news).values);
    const bag = (map: PropertyMap): Struct => this.#bag("CheckConfig", map, sending.config);
    try {
      const bags = { olds: bag(withoutInternalKey(request.olds)), news: bag(news) };
      const response = await this.#connection.call(
        service.checkConfig,
        { $typeName: "pulumirpc.CheckRequest", urn, ...nameAndType(urn), ...bags, randomSeed: new Uint8Array() },
        { inLine: true },
      );
      const result = this.#checkResult("CheckConfig", response);
      return checkedConfig({ ...result, inputs: restoreSecrets(result.inputs, news) }, request.news);
    } catch (error) {
      if (!unimplementedConfig(error, this.package)) throw error;
      return { inputs: request.news, failures: [] };
    }
  }

  async diffConfig(request: DiffConfigRequest): Promise<DiffResult> {
    const bag = (map: PropertyMap): Struct => this.#bag("DiffConfig", withoutInternalKey(map), sending.config);
    try {
      const response = await this.#connection.call(
        service.diffConfig,
        {
          $typeName: "pulumirpc.DiffRequest",
          id: "",
          urn: request.urn,
          ...nameAndType(request.urn),
          oldInputs: bag(request.oldInputs),
          olds: bag(request.olds),
          news: bag(request.news),
          ignoreChanges: [],
        },
        { inLine: true },
      );
      return diffResult("DiffConfig", response);
    } catch (error) {
      if (!unimplementedConfig(error, this.package)) throw error;
      return { changes: "unknown", replaces: [], diffs: [], deleteBeforeReplace: false };
    }
  }

  async extend({ name, version, value }: ProviderExtension): Promise<void> {
    const answered = await callParameterize(this.#connection, { name, version, value: Buffer.from(value, "base64") });
    if (answered.name !== name)
      throw new ProviderError("invalid", "Parameterize", `the plugin answered with the package ${answered.name}`);
  }

  async configure(request: ConfigureRequest): Promise<void> {
    const inputs = withoutInternalKey(request.inputs);
    this.#filter.addSecretsIn(hideLikelySecrets(inputs).values);
    const response = await this.#connection.call(service.configure, {
      $typeName: "pulumirpc.ConfigureRequest",
      variables: configureVariables(this.package, inputs),
      args: this.#bag("Configure", inputs, sending.configure),
      acceptSecrets: true,
      acceptResources: true,
      sendsOldInputs: true,
      sendsOldInputsToDelete: true,
      id: request.id,
      urn: request.urn,
      name: request.name,
      type: `pulumi:providers:${this.package}`,
    });
    this.#supportsPreview = response.supportsPreview;
    if (this.#options.introduction.accepts !== undefined) return;
    this.#accepts = {
      secrets: response.acceptSecrets,
      resources: response.acceptResources,
      bytes: false,
      outputs: response.acceptOutputs,
    };
  }

  async check(request: CheckRequest): Promise<CheckResult> {
    const { urn, name, type, randomSeed } = request;
    const olds = this.#bag("Check", request.olds, sending.check);
    const news = this.#bag("Check", request.news, sending.check);
    const message = { urn, name, type, olds, news, randomSeed };
    const response = await this.#connection.call(
      service.check,
      { $typeName: "pulumirpc.CheckRequest", ...message },
      { type, inLine: true },
    );
    const result = this.#checkResult("Check", response);
    return this.#accepts.secrets ? result : { ...result, inputs: restoreSecrets(result.inputs, request.news) };
  }

  async diff(request: DiffRequest): Promise<DiffResult> {
    const { urn, name, type, id } = request;
    const message = {
      urn,
      name,
      type,
      id,
      oldInputs: this.#bag("Diff", request.oldInputs, sending.diff),
      olds: this.#bag("Diff", request.olds, sending.diff),
      news: this.#bag("Diff", request.news, sending.diff),
      ignoreChanges: [...request.ignoreChanges],
    };
    const response = await this.#connection.call(
      service.diff,
      { $typeName: "pulumirpc.DiffRequest", ...message },
      { type, inLine: true },
    );
    return diffResult("Diff", response);
  }

  read(request: ReadRequest): Promise<ReadResult> {
    return this.#options.held.during(async () => {
      const { answer, reasons } = await this.#read(request);
      this.#filter.addSecretsOf(
        () => request.mark?.(answer) ?? [answer.inputs ?? emptyMap, answer.outputs ?? emptyMap],
      );
      return { ...answer, initErrors: reasons.map((reason) => this.#filter.redact(reason)) };
    });
  }

  async #read(request: ReadRequest): Promise<{ readonly answer: ReadResult; readonly reasons: readonly string[] }> {
    const { urn, name, type, id, last } = request;
    // Send the contents of assets, because the plugin returns them in its response, and the program needs them.
    const bag = (map: PropertyMap): Struct => this.#bag("Read", map, sending.check);
    const empty = this.#wantsEmptyBags ? { properties: bag(emptyMap) } : {};
    const bags = last === undefined ? empty : { properties: bag(last.outputs), inputs: bag(last.inputs) };
    const message = { urn, name, type, id, ...bags, timeout: 0, oldViews: [] };
    const status = { resourceStatusAddress: "", resourceStatusToken: "" };
    try {
      const response = await this.#connection.call(
        service.read,
        { $typeName: "pulumirpc.ReadRequest", ...message, ...status },
        { type, inLine: true },
      );
      return { answer: readResult(response), reasons: [] };
    } catch (error) {
      const detail = error instanceof StatusError ? error.detail(ErrorResourceInitFailedSchema) : undefined;
      if (detail === undefined) throw error;
      return { answer: readResult(detail), reasons: detail.reasons };
    }
  }

  async previewCreate(request: PreviewCreateRequest): Promise<PreviewResult> {
    this.#refuseWithoutPreview("Create");
    const { urn, name, type } = request;
    const properties = this.#bag("Create", request.news, sending.check);
    const response = await this.#connection.call(
      service.create,
      { $typeName: "pulumirpc.CreateRequest", urn, name, type, properties, ...previewing },
      { type, inLine: true },
    );
    return { id: response.id, outputs: received("Create", response.properties) };
  }

  async previewUpdate(request: PreviewUpdateRequest): Promise<PreviewResult> {
    this.#refuseWithoutPreview("Update");
    const { urn, name, type, id } = request;
    const message = {
      urn,
      name,
      type,
      id,
      oldInputs: this.#bag("Update", request.oldInputs, sending.check),
      olds: this.#bag("Update", request.olds, sending.check),
      news: this.#bag("Update", request.news, sending.check),
      ignoreChanges: [...request.ignoreChanges],
      oldViews: [],
    };
    const response = await this.#connection.call(
      service.update,
      { $typeName: "pulumirpc.UpdateRequest", ...message, ...previewing },
      { type, inLine: true },
    );
    return { outputs: received("Update", response.properties) };
  }

  async invoke({ token, arguments: inputs, limitMs }: InvokeRequest): Promise<InvokeResult> {
    const args = this.#bag("Invoke", inputs, sending.invoke);
    const response = await this.#connection.call(
      service.invoke,
      { $typeName: "pulumirpc.InvokeRequest", tok: token, args, preview: false },
      { type: token, inLine: true, limitMs },
    );
    const result = received("Invoke", response.return);
    this.#filter.addSecretsIn(result);
    return { result, failures: this.#failures(response.failures) };
  }

  async construct({ program, registration }: ConstructRequest): Promise<Constructed> {
    const { type, replacementTrigger } = registration;
    if (!this.#accepts.secrets)
      throw new ProviderError("unimplemented", "Construct", "plugins that construct components must accept secrets");
    const response = await this.#connection.call(
      service.construct,
      {
        $typeName: "pulumirpc.ConstructRequest",
        ...this.#programFields(program),
        type,
        name: registration.name,
        parent: registration.parent,
        inputs: this.#bag("Construct", registration.inputs, sending.construct),
        inputDependencies: urnEntries(registration.propertyDependencies),
        protect: registration.protect,
        providers: stringEntries(registration.providers),
        dependencies: [...registration.dependencies],
        deletedWith: registration.deletedWith,
        deleteBeforeReplace: registration.deleteBeforeReplace,
        ignoreChanges: [...registration.ignoreChanges],
        replaceOnChanges: [...registration.replaceOnChanges],
        retainOnDelete: registration.retainOnDelete,
        resourceHooks: hookNamesMessage(registration.hooks),
        replaceWith: [...registration.replaceWith],
        aliases: registration.aliases.map(aliasMessage),
        replacementTrigger: replacementTrigger.kind === "null" ? undefined : this.#value(replacementTrigger),
      },
      { type, limitMs: noLimitMs },
    );
    const outputs = receivedWithOutputs("Construct", response.state);
    this.#filter.addSecretsIn(outputs);
    return { urn: response.urn, outputs, dependencies: listsOfEntries(response.stateDependencies) };
  }

  async callMethod(request: MethodCallRequest): Promise<MethodAnswer> {
    const { program, token } = request;
    const response = await this.#connection.call(
      service.call,
      {
        $typeName: "pulumirpc.CallRequest",
        ...this.#programFields(program),
        tok: token,
        args: this.#bag("Call", request.arguments, sending.call),
        argDependencies: urnEntries(request.dependencies),
      },
      { type: token, limitMs: noLimitMs },
    );
    const result = receivedWithOutputs("Call", response.return);
    this.#filter.addSecretsIn(result);
    const failures = this.#failures(response.failures);
    return { result, dependencies: listsOfEntries(response.returnDependencies), failures };
  }

  /** Returns the fields that Construct and Call have in common. */
  #programFields({ project, stack, config, secretKeys, monitorAddress }: RunningProgram) {
    for (const key of secretKeys) this.#filter.add(stringValue(config.get(key) ?? ""));
    return {
      project,
      stack,
      organization: "organization",
      config: stringEntries(config),
      configSecretKeys: [...secretKeys],
      dryRun: true,
      parallel: atOnce,
      monitorEndpoint: monitorAddress,
      acceptsOutputValues: true,
    };
  }

  #value(value: Value): WireValue | undefined {
    return this.#bag("Construct", new Map([["value", value]]), sending.construct).fields[0]?.value;
  }

  async list({ type, query, limit, continuation }: ListRequest): Promise<ListPage> {
    const responses = await this.#connection.stream(
      service.list,
      {
        $typeName: "pulumirpc.ListRequest",
        token: type,
        query: this.#bag("List", query, sending.check),
        limit: BigInt(limit),
        pageSize: BigInt(pageSize),
        continuationToken: continuation,
      },
      { type, inLine: true },
    );
    return listPage(responses);
  }

  cancelCalls(): void {
    this.#connection.cancelCalls();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async responds(withinMs: number): Promise<boolean> {
    const empty = { $typeName: "pulumirpc.Empty" } as const;
    return await hasAnswer(this.#connection.call(service.getPluginInfo, empty, { limitMs: withinMs }));
  }

  /** Ends the process, then closes the connection. This order lets running calls report the end of the process as the reason of their failure. */
  async kill(): Promise<void> {
    this.#closing ??= this.#options.end(0).then(() => this.#connection.close());
    await this.#closing;
  }

  async #close(): Promise<void> {
    const question = this.#connection.call(service.cancel, { $typeName: "pulumirpc.Empty" }, { limitMs: cancelMs });
    const serves = await hasAnswer(question);
    this.#connection.close();
    await this.#options.end(serves ? providerGraceMs : 0);
  }

  #bag(method: string, map: PropertyMap, how: Sending): Struct {
    return encodeBag(method, map, how, this.#accepts, (secret: Value) => this.#filter.add(secret));
  }

  /** Throws if the plugin does not support previews, because it would then create or change the resource. */
  #refuseWithoutPreview(method: string): void {
    if (this.#supportsPreview) return;
    throw new ProviderError("unimplemented", method, "the plugin does not support previews");
  }

  #checkResult(method: string, response: CheckResponse): CheckResult {
    return { inputs: received(method, response.inputs), failures: this.#failures(response.failures) };
  }

  #failures(failures: readonly WireFailure[]): readonly CheckFailure[] {
    return failures.map(({ property, reason }) => ({ property, reason: this.#filter.redact(reason) }));
  }
}

async function hasAnswer(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    return error instanceof ProviderError && error.failure !== "timeout" && error.failure !== "died";
  }
}

/** Returns the name and type of a URN. Providers in Go check that they match the URN (docs/providers.md#calls). */
function nameAndType(urn: string): { readonly name: string; readonly type: string } {
  const { name = "", type = "" } = parseUrn(urn) ?? {};
  return { name, type };
}
