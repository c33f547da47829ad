/** Serves the resource monitor, with which a running program registers its resources (docs/providers.md#the-resource-monitor). */

import { create } from "@bufbuild/protobuf";
import type { MethodDefinition } from "@grpc/grpc-js";
import type {
  Alias,
  Constructed,
  FunctionAnswer,
  Monitor,
  ProviderRequest,
  Registered,
  Registration,
} from "../domain/registration.ts";
import { hasUnknown } from "../value/open-value.ts";
import { emptyMap, nullValue, type PropertyMap, type Value } from "../value/value.ts";
import { fromWire, toWire } from "../value/wire.ts";
import { type WireValue, wireEntry, wireString, wireStruct } from "../value/wire-struct.ts";
import { grpcCode } from "./grpc-code.ts";
import type { Answer, GrpcThread } from "./grpc-thread.ts";
import { hookNamesOf, hookOf } from "./hooks.ts";
import { ProgramCallbacks } from "./program-callbacks.ts";
import {
  type MonitorCallResponse,
  type MonitorInvokeResponse,
  type ReadResourceRequest,
  type ReadResourceResponse,
  type RegisterResourceRequest,
  RegisterResourceRequestSchema,
  type RegisterResourceResponse,
  type ResourceCallRequest,
  type ResourceInvokeRequest,
  type SourcePosition,
} from "./proto/gen/monitor_pb.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import { resourceMonitorService as service } from "./proto/service.ts";
import { Transforms } from "./transforms.ts";
import { aliasOf, urnLists, urnsByKey } from "./urn-messages.ts";

export interface MonitorServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  /** Stops the service immediately. Never throws. */
  close(): void;
}

/** The features that a program can use. */
const features: ReadonlySet<string> = new Set([
  "transforms",
  "invokeTransforms",
  "resourceHooks",
  "errorHooks",
  "secrets",
  "resourceReferences",
  "outputValues",
  "aliasSpecs",
  "replacementTrigger",
  "deletedWith",
  "replaceWith",
  "parameterization",
]);

/** Starts the service on a free port of the loopback interface. */
export async function serveMonitor(thread: GrpcThread, monitor: Monitor): Promise<MonitorServer> {
  const callbacks = new ProgramCallbacks(thread);
  const transforms = new Transforms(callbacks);
  const answers = new MonitorAnswers(monitor, transforms);
  const served = await thread.serve(
    new Map([
      answered(service.supportsFeature, async ({ id }) => ({
        $typeName: "pulumirpc.SupportsFeatureResponse" as const,
        hasSupport: features.has(id),
      })),
      answered(service.registerResource, (request) => answers.register(request)),
      answered(service.registerResourceOutputs, async ({ urn, outputs }) => {
        await monitor.registerOutputs(urn, decodedBag(outputs));
        return empty;
      }),
      answered(service.readResource, (request) => answers.read(request)),
      answered(service.invoke, (request) => answers.invoke(request)),
      answered(service.call, (request) => answers.call(request)),
      answered(service.registerPackage, async ({ name, version, downloadUrl, parameterization, extension }) => ({
        $typeName: "pulumirpc.RegisterPackageResponse" as const,
        ref: await monitor.registerPackage({
          name,
          version,
          downloadUrl,
          parameterization,
          extension: extension && { ...extension, value: Buffer.from(extension.value).toString("base64") },
        }),
      })),
      answered(service.registerStackTransform, async (callback) => {
        transforms.addToStack(callback);
        return empty;
      }),
      answered(service.registerStackInvokeTransform, async (callback) => {
        transforms.addToFunctions(callback);
        return empty;
      }),
      answered(service.registerResourceHook, async (request) => {
        monitor.registerHook(hookOf(request, callbacks));
        return empty;
      }),
      answered(service.registerErrorHook, async ({ name }) => {
        monitor.registerErrorHook(name);
        return empty;
      }),
      answered(service.signalAndWaitForShutdown, async () => {
        await monitor.waitForShutdown();
        return empty;
      }),
    ]),
  );
  answers.address = `127.0.0.1:${served.port}`;
  return {
    address: answers.address,
    close: () => {
      served.close();
      callbacks.close();
    },
  };
}

/** Answers decoded requests. `answered` decodes them and encodes the answers. */
class MonitorAnswers {
  /** The address of this service, which providers use to register the resources of components. Set when the service has a port. */
  address = "";
  readonly #monitor: Monitor;
  readonly #transforms: Transforms;

  constructor(monitor: Monitor, transforms: Transforms) {
    this.#monitor = monitor;
    this.#transforms = transforms;
  }

  async register(original: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    const inherited = this.#monitor.inherit({ ...original, providers: new Map(Object.entries(original.providers)) });
    const { request, ownTransforms } = await this.#transforms.transformed({ ...original, ...inherited });
    const registered = request.remote
      ? await this.#construct(request)
      : { ...(await this.#monitor.register(registrationOf(request))), dependencies: new Map() };
    this.#transforms.keep(registered.urn, { ownTransforms, parent: request.parent });
    return {
      $typeName: "pulumirpc.RegisterResourceResponse",
      urn: registered.urn,
      id: registered.id,
      object: sent(registered, request),
      stable: false,
      stables: [],
      propertyDependencies: urnsByKey(registered.dependencies),
      result: 0,
      unknown: registered.isUnknown ?? false,
    };
  }

  async #construct(request: RegisterResourceRequest): Promise<Constructed & Registered> {
    const constructed = await this.#monitor.construct(registrationOf(request), this.address);
    if (constructed !== undefined) return { ...constructed, id: "" };
    // The result is undefined if the provider's configuration is not known yet. The engine then registers the component itself.
    const { type, name, parent } = request;
    const { urn } = await this.register(create(RegisterResourceRequestSchema, { type, name, parent }));
    return { urn, id: "", outputs: emptyMap, dependencies: new Map() };
  }

  async read(request: ReadResourceRequest): Promise<ReadResourceResponse> {
    const { parent, type, name, id, dependencies } = request;
    const registered = await this.#monitor.read({
      type,
      name,
      id: isUnknownText(id) ? "" : id,
      parent,
      inputs: decodedBag(request.properties),
      dependencies,
      ...providerRequestOf(request),
      sourcePosition: sourcePositionText(request.sourcePosition),
    });
    return {
      $typeName: "pulumirpc.ReadResourceResponse",
      urn: registered.urn,
      id: registered.id,
      properties: sent(registered, { ...request, supportsPartialValues: true }),
      result: 0,
      unknown: registered.isUnknown ?? false,
    };
  }

  async invoke(original: ResourceInvokeRequest): Promise<MonitorInvokeResponse> {
    const provider = original.provider || this.#monitor.providerBelow(original.parent, original.tok);
    const request = await this.#transforms.transformedInvoke({ ...original, provider });
    const { result, failures } = await this.#monitor.invoke({
      token: request.tok,
      arguments: decodedBag(request.args),
      ...providerRequestOf(request),
      parent: request.parent,
      dependencies: request.dependsOn,
    });
    return {
      $typeName: "pulumirpc.MonitorInvokeResponse",
      unknown: result === undefined,
      return: functionResult(result ?? emptyMap),
      failures: failureMessages(failures),
    };
  }

  async call(request: ResourceCallRequest): Promise<MonitorCallResponse> {
    const method = {
      token: request.tok,
      arguments: decodedBag(request.args),
      dependencies: urnLists(request.argDependencies),
      ...providerRequestOf(request),
    };
    const { result, dependencies, failures } = await this.#monitor.callMethod(method, this.address);
    return {
      $typeName: "pulumirpc.MonitorCallResponse",
      return: functionResult(result),
      returnDependencies: urnsByKey(dependencies),
      failures: failureMessages(failures),
    };
  }
}

const empty = { $typeName: "pulumirpc.Empty" } as const;

/** Returns the path of a method, and a handler that decodes the request and encodes the answer. If `answer` rejects, the SDK reports the error. */
export function answered<I, O>(
  { path, requestDeserialize, responseSerialize }: MethodDefinition<I, O>,
  answer: (request: I) => Promise<NoInfer<O>>,
): readonly [string, (request: Buffer) => Promise<Answer>] {
  return [
    path,
    async (bytes) => {
      try {
        return { code: grpcCode.ok, details: "", bytes: responseSerialize(await answer(requestDeserialize(bytes))) };
      } catch (error) {
        return { code: grpcCode.unknown, details: error instanceof Error ? error.message : String(error) };
      }
    },
  ];
}

function registrationOf(request: RegisterResourceRequest): Registration {
  const { parent, deletedWith, aliasURNs } = request;
  return {
    type: request.type,
    name: request.name,
    custom: request.custom,
    remote: request.remote,
    parent,
    inputs: decodedBag(request.object),
    dependencies: request.dependencies,
    propertyDependencies: urnLists(request.propertyDependencies),
    usesOutputValues: request.usesOutputValues,
    ...providerRequestOf(request),
    providers: new Map(Object.entries(request.providers)),
    aliases: [...aliasURNs.map((urn): Alias => ({ kind: "urn", urn })), ...request.aliases.map(aliasOf)],
    protect: request.protect,
    retainOnDelete: request.retainOnDelete,
    deleteBeforeReplace:
      request.deleteBeforeReplaceDefined || request.deleteBeforeReplace ? request.deleteBeforeReplace : undefined,
    ignoreChanges: request.ignoreChanges,
    additionalSecretOutputs: request.additionalSecretOutputs,
    replaceOnChanges: request.replaceOnChanges,
    replacementTrigger: decodedValue(request.replacementTrigger),
    deletedWith,
    replaceWith: request.replaceWith,
    importId: request.importId,
    hooks: hookNamesOf(request.hooks),
    sourcePosition: sourcePositionText(request.sourcePosition),
  };
}

function providerRequestOf(
  request: Pick<ResourceCallRequest, "provider" | "version" | "pluginDownloadURL" | "packageRef">,
): ProviderRequest {
  const { provider, version, pluginDownloadURL: pluginDownloadUrl, packageRef } = request;
  return { provider, version, pluginDownloadUrl, packageRef };
}

function sourcePositionText(position: SourcePosition | undefined): string | undefined {
  return position === undefined ? undefined : `${position.uri}#${position.line},${position.column}`;
}

function decodedBag(struct: Struct | undefined): PropertyMap {
  return struct === undefined ? emptyMap : fromWire(struct);
}

function isUnknownText(text: string): boolean {
  return decodedValue(wireString(text)).kind === "unknown";
}

function decodedValue(value: WireValue | undefined): Value {
  if (value === undefined) return nullValue;
  return fromWire(wireStruct([wireEntry("value", value)])).get("value") ?? nullValue;
}

interface Accepting {
  readonly acceptSecrets: boolean;
  readonly acceptResources: boolean;
  readonly acceptsByteString: boolean;
  readonly supportsPartialValues: boolean;
}

/** Encodes outputs for the SDK. Leaves out outputs with unknown parts and marks only if the SDK does not accept them. */
function sent({ outputs }: Registered, accepting: Accepting): Struct {
  const visibleOutputs = accepting.supportsPartialValues
    ? outputs
    : new Map([...outputs].filter(([, value]) => !hasUnknown(value)));
  return toWire(visibleOutputs, {
    unknowns: "keep",
    secrets: accepting.acceptSecrets,
    resources: accepting.acceptResources,
    outputs: false,
    bytes: accepting.acceptsByteString,
    elideAssets: false,
  });
}

function functionResult(result: PropertyMap): Struct {
  return toWire(result, {
    unknowns: "keep",
    secrets: true,
    resources: true,
    outputs: false,
    bytes: false,
    elideAssets: false,
  });
}

function failureMessages(failures: FunctionAnswer["failures"]) {
  return failures.map(({ property, reason }) => ({
    $typeName: "pulumirpc.MonitorFailure" as const,
    property,
    reason,
  }));
}
