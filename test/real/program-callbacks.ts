/** The functions of a program that a resource monitor calls, as data, and the service that runs them. */
import { createRequire } from "node:module";
import * as grpc from "@grpc/grpc-js";
import type * as Aliases from "@pulumi/pulumi/proto/alias_pb.js";
import type * as CallbackService from "@pulumi/pulumi/proto/callback_grpc_pb.js";
import type * as Callbacks from "@pulumi/pulumi/proto/callback_pb.js";
import type * as Monitor from "@pulumi/pulumi/proto/resource_pb.js";
import type * as Structs from "google-protobuf/google/protobuf/struct_pb.js";
import { isMap, type Json, type JsonObject } from "./json-tree.ts";

const require = createRequire(import.meta.url);
const service = require("@pulumi/pulumi/proto/callback_grpc_pb.js") as typeof CallbackService;
const callbacks = require("@pulumi/pulumi/proto/callback_pb.js") as typeof Callbacks;
const messages = require("@pulumi/pulumi/proto/resource_pb.js") as typeof Monitor;
const aliases = require("@pulumi/pulumi/proto/alias_pb.js") as typeof Aliases;
const { Struct, Value } = require("google-protobuf/google/protobuf/struct_pb.js") as typeof Structs;

/** A function that changes registrations. */
export interface Transform {
  /** The only type that it changes. Omit for all types. */
  readonly type?: string;
  /** New inputs; null removes an input. Omit to return no inputs. */
  readonly inputs?: Readonly<Record<string, string | null>>;
  /** New inputs that depend on nodes, by key. */
  readonly dependentInputs?: Readonly<Record<string, string>>;
  /** New options. Omit to return no options. */
  readonly options?: ChangedOptions;
  /** True if the function throws an error. */
  readonly fails?: boolean;
}

/** Null removes an option. Nodes are named, and those that are not registered yet are omitted. */
export interface ChangedOptions {
  readonly protect?: boolean | null;
  readonly retainOnDelete?: boolean | null;
  readonly deleteBeforeReplace?: boolean | null;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly replaceWith?: readonly string[];
  readonly deletedWith?: string | null;
  readonly provider?: string | null;
  readonly version?: string;
  readonly importId?: string | null;
  readonly replacementTrigger?: string | null;
  readonly hooks?: HookNames | null;
  /** Added to the aliases of the registration. */
  readonly alias?: AliasOfNode;
}

/** A function that runs before and after steps. */
export interface Hook {
  readonly name: string;
  readonly onDryRun?: boolean;
  readonly ignoreErrors?: boolean;
  /** True if the function throws an error. */
  readonly fails?: boolean;
}

export const hookTypes = [
  "BeforeCreate",
  "AfterCreate",
  "BeforeUpdate",
  "AfterUpdate",
  "BeforeDelete",
  "AfterDelete",
] as const;

/** The names of hooks by type, as in a state. */
export type HookNames = Readonly<Partial<Record<(typeof hookTypes)[number], readonly string[]>>>;

export interface AliasOfNode {
  readonly name?: string;
  readonly type?: string;
  readonly urn?: string;
  readonly noParent?: boolean;
}

/** The registered nodes. */
export interface RegisteredNodes {
  urnOf(name: string): string | undefined;
  /** Returns the reference of a provider node. */
  referenceOf(name: string): string | undefined;
}

export interface ServedCallbacks {
  transform(transform: Transform): Callbacks.Callback;
  hook(hook: Hook): Callbacks.Callback;
  /** The calls of hooks, as text. */
  readonly calls: readonly string[];
  close(): void;
}

/** Serves the functions of a program on a free port. */
export async function serveCallbacks(registered: RegisteredNodes): Promise<ServedCallbacks> {
  const calls: string[] = [];
  const functions: ((request: Uint8Array) => Uint8Array)[] = [];
  const server = new grpc.Server();
  server.addService(service.CallbacksService as unknown as grpc.ServiceDefinition, {
    invoke: (
      { request }: grpc.ServerUnaryCall<Callbacks.CallbackInvokeRequest, Callbacks.CallbackInvokeResponse>,
      done: grpc.sendUnaryData<Callbacks.CallbackInvokeResponse>,
    ) => {
      const run = functions[Number(request.getToken())];
      try {
        const bytes = run?.(request.getRequest_asU8()) ?? new Uint8Array();
        done(null, new callbacks.CallbackInvokeResponse().setResponse(bytes));
      } catch (error) {
        done({ code: grpc.status.UNKNOWN, details: String(error) });
      }
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  const callbackOf = (run: (request: Uint8Array) => Uint8Array) =>
    new callbacks.Callback().setTarget(`127.0.0.1:${port}`).setToken(String(functions.push(run) - 1));
  return {
    transform: (transform) =>
      callbackOf((bytes) =>
        transformed(messages.TransformRequest.deserializeBinary(bytes), transform, registered).serializeBinary(),
      ),
    hook: ({ name, fails }) =>
      callbackOf((bytes) => {
        calls.push(`${name} ${hookedText(messages.ResourceHookRequest.deserializeBinary(bytes))}`);
        return new messages.ResourceHookResponse().setError(fails === true ? "the hook failed" : "").serializeBinary();
      }),
    calls,
    close: () => server.forceShutdown(),
  };
}

function hookedText(request: Monitor.ResourceHookRequest): string {
  const bags = [request.getNewInputs(), request.getOldInputs(), request.getNewOutputs(), request.getOldOutputs()];
  const values = bags.map((bag) => (bag === undefined ? null : (bag.toJavaScript() as JsonObject)));
  const words = [request.getUrn(), request.getId(), request.getName(), request.getType()];
  return [...words, ...values.map(sortedText)].join(" ");
}

/** Returns JSON with sorted keys. */
function sortedText(json: Json): string {
  return JSON.stringify(json, (_, value: Json) =>
    isMap(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}

function transformed(
  request: Monitor.TransformRequest,
  { type, inputs, dependentInputs = {}, options, fails }: Transform,
  registered: RegisteredNodes,
): Monitor.TransformResponse {
  if (fails === true) throw new Error("the transform failed");
  const response = new messages.TransformResponse();
  if (type !== undefined && type !== request.getType()) return response;
  if (inputs !== undefined) {
    const before = (request.getProperties()?.toJavaScript() ?? {}) as JsonObject;
    const after = Object.entries({ ...before, ...inputs, ...outputsOf(dependentInputs, registered) });
    const kept = Object.fromEntries(after.filter(([, value]) => value !== null));
    response.setProperties(Struct.fromJavaScript(kept as Parameters<typeof Struct.fromJavaScript>[0]));
  }
  if (options !== undefined)
    response.setOptions(
      withChanges(request.getOptions() ?? new messages.TransformResourceOptions(), options, registered),
    );
  return response;
}

/** Returns output values that depend on nodes. */
function outputsOf(dependentInputs: Readonly<Record<string, string>>, registered: RegisteredNodes): JsonObject {
  return Object.fromEntries(
    Object.entries(dependentInputs).map(([key, node]) => {
      const urn = registered.urnOf(node);
      const dependencies = urn === undefined ? [] : [urn];
      return [key, outputValue("dependent", dependencies)];
    }),
  );
}

/** Returns an output value in the wire format. */
export function outputValue(value: string, dependencies: readonly string[]) {
  const signature = { "4dabf18193072939515e22adb298388d": "d0e6a833031e9bbcd3f4e8bde6ca49a4" };
  return { ...signature, value, dependencies: [...dependencies] };
}

function withChanges(
  options: Monitor.TransformResourceOptions,
  changes: ChangedOptions,
  registered: RegisteredNodes,
): Monitor.TransformResourceOptions {
  const urnsOf = (names: readonly string[]): string[] => names.flatMap((name) => registered.urnOf(name) ?? []);
  const { protect, retainOnDelete, deleteBeforeReplace, ignoreChanges, replaceOnChanges, dependsOn } = changes;
  const { replaceWith, deletedWith, provider, version, importId, replacementTrigger, hooks, alias } = changes;
  if (protect === null) options.clearProtect();
  else if (protect !== undefined) options.setProtect(protect);
  if (retainOnDelete === null) options.clearRetainOnDelete();
  else if (retainOnDelete !== undefined) options.setRetainOnDelete(retainOnDelete);
  if (deleteBeforeReplace === null) options.clearDeleteBeforeReplace();
  else if (deleteBeforeReplace !== undefined) options.setDeleteBeforeReplace(deleteBeforeReplace);
  if (ignoreChanges !== undefined) options.setIgnoreChangesList([...ignoreChanges]);
  if (replaceOnChanges !== undefined) options.setReplaceOnChangesList([...replaceOnChanges]);
  if (dependsOn !== undefined) options.setDependsOnList(urnsOf(dependsOn));
  if (replaceWith !== undefined) options.setReplaceWithList(urnsOf(replaceWith));
  if (deletedWith !== undefined) options.setDeletedWith(urnsOf([deletedWith ?? ""])[0] ?? "");
  if (provider !== undefined) options.setProvider(provider === null ? "" : (registered.referenceOf(provider) ?? ""));
  if (version !== undefined) options.setVersion(version);
  if (importId !== undefined) options.setImport(importId ?? "");
  if (replacementTrigger === null) options.clearReplacementTrigger();
  else if (replacementTrigger !== undefined)
    options.setReplacementTrigger(new Value().setStringValue(replacementTrigger));
  if (hooks === null) options.clearHooks();
  else if (hooks !== undefined) options.setHooks(hooksMessage(hooks));
  if (alias !== undefined) options.addAliases(aliasMessage(alias));
  return options;
}

export function hooksMessage(names: HookNames): Monitor.RegisterResourceRequest.ResourceHooksBinding {
  const namesOf = (type: (typeof hookTypes)[number]): string[] => [...(names[type] ?? [])];
  return new messages.RegisterResourceRequest.ResourceHooksBinding()
    .setBeforeCreateList(namesOf("BeforeCreate"))
    .setAfterCreateList(namesOf("AfterCreate"))
    .setBeforeUpdateList(namesOf("BeforeUpdate"))
    .setAfterUpdateList(namesOf("AfterUpdate"))
    .setBeforeDeleteList(namesOf("BeforeDelete"))
    .setAfterDeleteList(namesOf("AfterDelete"));
}

export function aliasMessage({ name, type, urn, noParent }: AliasOfNode): Aliases.Alias {
  if (urn !== undefined) return new aliases.Alias().setUrn(urn);
  const spec = new aliases.Alias.Spec().setName(name ?? "").setType(type ?? "");
  return new aliases.Alias().setSpec(noParent === true ? spec.setNoparent(true) : spec);
}
