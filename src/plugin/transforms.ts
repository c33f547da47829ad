/**
 * Runs the transforms of a program. These are functions of the program that change registrations and function calls before the monitor handles them
 * (`RegisterResource` and `Invoke` in `pkg/resource/deploy/source_eval.go` of pulumi).
 */
import type { Urn } from "../domain/graph.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { fromWire, toWire } from "../value/wire.ts";
import type { ProgramCallbacks } from "./program-callbacks.ts";
import {
  type Callback,
  type RegisterResourceRequest,
  type ResourceInvokeRequest,
  TransformInvokeRequestSchema,
  TransformInvokeResponseSchema,
  TransformRequestSchema,
  type TransformResourceOptions,
  TransformResponseSchema,
} from "./proto/gen/monitor_pb.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import { decodeMessage, encodeMessage } from "./proto/service.ts";

interface Registered {
  readonly ownTransforms: readonly Callback[];
  readonly parent: Urn;
}

interface Transformed {
  readonly request: RegisterResourceRequest;
  /** The transforms of the resource itself, without those of its ancestors and of the stack. */
  readonly ownTransforms: readonly Callback[];
}

export class Transforms {
  readonly #callbacks: ProgramCallbacks;
  readonly #ofStack: Callback[] = [];
  readonly #ofFunctions: Callback[] = [];
  readonly #ofResources = new Map<Urn, Registered>();
  /** The transforms of remote components that the provider has not registered yet, by parent, type, and name. */
  readonly #pending = new Map<string, readonly Callback[]>();

  constructor(callbacks: ProgramCallbacks) {
    this.#callbacks = callbacks;
  }

  /** Adds a transform for all resources that are registered later. */
  addToStack(callback: Callback): void {
    this.#ofStack.push(callback);
  }

  /** Adds a transform for all later function calls. */
  addToFunctions(callback: Callback): void {
    this.#ofFunctions.push(callback);
  }

  /** Stores the transforms of a registered resource, which also apply to its children. */
  keep(urn: Urn, registered: Registered): void {
    this.#ofResources.set(urn, registered);
  }

  /**
   * Applies the transforms of the resource, of its ancestors, and of the stack, in this order. Throws if a transform fails. The transforms of a
   * remote component run when the program registers it, and again when the provider registers it.
   */
  async transformed(request: RegisterResourceRequest): Promise<Transformed> {
    const ownTransforms = this.#takeOwn(request);
    return { request: await this.#applied(ownTransforms, request), ownTransforms };
  }

  #takeOwn({ parent, type, name, remote, transforms }: RegisterResourceRequest): readonly Callback[] {
    const key = `${parent}::${type}::${name}`;
    const pending = this.#pending.get(key);
    if (pending !== undefined) {
      this.#pending.delete(key);
      return pending;
    }
    if (remote && transforms.length > 0) this.#pending.set(key, transforms);
    return transforms;
  }

  async #applied(
    ownTransforms: readonly Callback[],
    request: RegisterResourceRequest,
  ): Promise<RegisterResourceRequest> {
    const all = [...ownTransforms, ...this.#ofAncestors(request.parent), ...this.#ofStack];
    if (all.length === 0) return request;
    const { type, name, custom, parent } = request;
    let properties = request.transforms.length > 0 ? withDependencies(request) : request.object;
    let options = optionsOf(request);
    for (const callback of all) {
      const question = {
        $typeName: "pulumirpc.TransformRequest",
        type,
        name,
        custom,
        parent,
        properties,
        options,
      } as const;
      const bytes = await this.#run(callback, encodeMessage(TransformRequestSchema, question));
      const response = decodeMessage(TransformResponseSchema, bytes);
      properties = response.properties ?? properties;
      options = response.options ?? options;
    }
    return { ...request, ...withOptions(options), object: properties, ...dependenciesAfter(request, options) };
  }

  /** Applies the transforms for function calls. Throws if a transform fails. */
  async transformedInvoke(request: ResourceInvokeRequest): Promise<ResourceInvokeRequest> {
    let changed = request;
    for (const callback of this.#ofFunctions) {
      const { tok: token, args, provider, version, pluginDownloadURL: pluginDownloadUrl } = changed;
      const options = { $typeName: "pulumirpc.TransformInvokeOptions", provider, version, pluginDownloadUrl } as const;
      const question = { $typeName: "pulumirpc.TransformInvokeRequest", token, args, options } as const;
      const bytes = await this.#run(callback, encodeMessage(TransformInvokeRequestSchema, question));
      const response = decodeMessage(TransformInvokeResponseSchema, bytes);
      const after = response.options ?? options;
      changed = {
        ...changed,
        args: response.args ?? args,
        provider: after.provider,
        version: after.version,
        pluginDownloadURL: after.pluginDownloadUrl,
      };
    }
    return changed;
  }

  async #run(callback: Callback, request: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#callbacks.call(callback, request);
    } catch (error) {
      throw new Error(`a transform failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  #ofAncestors(parent: Urn): readonly Callback[] {
    const registered = this.#ofResources.get(parent);
    return registered === undefined ? [] : [...registered.ownTransforms, ...this.#ofAncestors(registered.parent)];
  }
}

function optionsOf(request: RegisterResourceRequest): TransformResourceOptions {
  const { aliasURNs, deleteBeforeReplace, deleteBeforeReplaceDefined } = request;
  return {
    $typeName: "pulumirpc.TransformResourceOptions",
    dependsOn: request.dependencies,
    protect: request.protect,
    ignoreChanges: request.ignoreChanges,
    replaceOnChanges: request.replaceOnChanges,
    version: request.version,
    aliases: [
      ...aliasURNs.map((urn) => ({ $typeName: "pulumirpc.Alias", alias: { case: "urn", value: urn } }) as const),
      ...request.aliases,
    ],
    provider: request.provider,
    customTimeouts: request.customTimeouts,
    pluginDownloadUrl: request.pluginDownloadURL,
    retainOnDelete: request.retainOnDelete,
    deletedWith: request.deletedWith,
    deleteBeforeReplace: deleteBeforeReplaceDefined || deleteBeforeReplace ? deleteBeforeReplace : undefined,
    additionalSecretOutputs: request.additionalSecretOutputs,
    providers: request.providers,
    hooks: request.hooks,
    import: request.importId,
    hideDiff: request.hideDiffs,
    replaceWith: request.replaceWith,
    replacementTrigger: request.replacementTrigger,
  };
}

function withOptions(options: TransformResourceOptions) {
  return {
    protect: options.protect,
    ignoreChanges: options.ignoreChanges,
    replaceOnChanges: options.replaceOnChanges,
    version: options.version,
    aliasURNs: [],
    aliases: options.aliases,
    provider: options.provider,
    customTimeouts: options.customTimeouts,
    pluginDownloadURL: options.pluginDownloadUrl,
    retainOnDelete: options.retainOnDelete,
    deletedWith: options.deletedWith,
    deleteBeforeReplace: options.deleteBeforeReplace ?? false,
    deleteBeforeReplaceDefined: options.deleteBeforeReplace !== undefined,
    additionalSecretOutputs: options.additionalSecretOutputs,
    providers: options.providers,
    hooks: options.hooks,
    importId: options.import,
    hideDiffs: options.hideDiff,
    replaceWith: options.replaceWith,
    replacementTrigger: options.replacementTrigger,
  };
}

/**
 * Returns the dependencies after the transforms. If the resource has transforms of its own, `withDependencies` has put the dependencies of properties
 * into output values.
 */
function dependenciesAfter(request: RegisterResourceRequest, { dependsOn }: TransformResourceOptions) {
  if (request.transforms.length === 0) {
    const { dependencies, propertyDependencies, usesOutputValues } = request;
    return { dependencies, propertyDependencies, usesOutputValues };
  }
  return { dependencies: dependsOn, propertyDependencies: {}, usesOutputValues: true };
}

/** Converts the inputs to output values that contain the dependencies from the request. */
function withDependencies(request: RegisterResourceRequest): Struct | undefined {
  const { object, dependencies, propertyDependencies, usesOutputValues, remote } = request;
  if (object === undefined || usesOutputValues) return object;
  const isListed = remote || Object.keys(propertyDependencies).length > 0;
  const inputs: PropertyMap = new Map(
    [...fromWire(object)].map(([key, value]) => {
      const urns = isListed ? (propertyDependencies[key]?.urns ?? []) : dependencies;
      return [key, urns.length === 0 ? value : outputOf(value, urns)];
    }),
  );
  return toWire(inputs, {
    unknowns: "keep",
    secrets: true,
    resources: true,
    outputs: true,
    bytes: true,
    elideAssets: false,
  });
}

function outputOf(value: Value, urns: readonly Urn[]): Value {
  switch (value.kind) {
    case "output":
      return { ...value, dependencies: [...new Set([...value.dependencies, ...urns])] };
    case "secret":
      return { kind: "output", value: value.value, secret: true, dependencies: urns };
    case "unknown":
      return { kind: "output", value: undefined, secret: false, dependencies: urns };
    default:
      return { kind: "output", value, secret: false, dependencies: urns };
  }
}
