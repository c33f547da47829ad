/** Registers resources with a resource monitor, one after the other, as a program with an SDK would. */
import { createRequire } from "node:module";
import * as grpc from "@grpc/grpc-js";
import type * as Providers from "@pulumi/pulumi/proto/provider_pb.js";
import type * as MonitorService from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import type * as Monitor from "@pulumi/pulumi/proto/resource_pb.js";
import type * as Empties from "google-protobuf/google/protobuf/empty_pb.js";
import type * as Structs from "google-protobuf/google/protobuf/struct_pb.js";
import type { Json, JsonObject } from "./json-tree.ts";
import {
  type AliasOfNode,
  aliasMessage,
  type Hook,
  type HookNames,
  hooksMessage,
  outputValue,
  type ServedCallbacks,
  serveCallbacks,
  type Transform,
} from "./program-callbacks.ts";

const require = createRequire(import.meta.url);
const monitorService = require("@pulumi/pulumi/proto/resource_grpc_pb.js") as typeof MonitorService;
const messages = require("@pulumi/pulumi/proto/resource_pb.js") as typeof Monitor;
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js") as typeof Empties;
const { Struct, Value: StructValue } = require("google-protobuf/google/protobuf/struct_pb.js") as typeof Structs;

export interface ProgramNode {
  /** The type of a function is its token. */
  readonly kind: "custom" | "component" | "remote" | "provider" | "read" | "function";
  readonly type: string;
  readonly name: string;
  readonly parent?: string;
  readonly inputs: JsonObject;
  /** Inputs that are outputs of earlier nodes. */
  readonly references: Readonly<Record<string, { readonly node: string; readonly property: string }>>;
  readonly dependsOn: readonly string[];
  /** The name of a provider node. */
  readonly provider?: string;
  readonly version?: string;
  readonly id?: string;
  readonly aliases: readonly AliasOfNode[];
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly ignoreChanges: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly deletedWith?: string;
  readonly replaceWith: readonly string[];
  readonly importId?: string;
  readonly replacementTrigger?: string;
  /** Transforms of the resource and its children. */
  readonly transforms?: readonly Transform[];
  readonly hooks?: HookNames;
}

/** What a program registers. */
export interface Program {
  readonly hooks: readonly Hook[];
  /** Transforms of all resources. */
  readonly transforms: readonly Transform[];
  readonly nodes: readonly ProgramNode[];
}

export interface Target {
  readonly address: string;
  readonly project: string;
  readonly stack: string;
}

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Registered {
  readonly urn: string;
  readonly id: string;
  readonly outputs: JsonObject;
  /** The URNs that the result of a function depends on. Omit for resources. */
  readonly dependencies?: readonly string[];
}

/** Registers the stack, the transforms, and all nodes. Returns the calls of hooks. Throws if the monitor rejects one. */
export async function runProgram(target: Target, program: Program): Promise<readonly string[]> {
  const client = new monitorService.ResourceMonitorClient(target.address, grpc.credentials.createInsecure());
  const registered = new Map<string, Registered>();
  const callbacks = await serveCallbacks({
    urnOf: (name) => registered.get(name)?.urn || undefined,
    referenceOf: (name) => (registered.has(name) ? referenceOf(name, registered) : undefined),
  });
  try {
    await registerAll(client, target, program, registered, callbacks);
    return callbacks.calls;
  } finally {
    client.close();
    callbacks.close();
  }
}

async function registerAll(
  client: MonitorService.ResourceMonitorClient,
  { project, stack }: Target,
  { hooks, transforms, nodes }: Program,
  registered: Map<string, Registered>,
  callbacks: ServedCallbacks,
): Promise<void> {
  const root = await register(client, stackRequest(project, stack));
  for (const hook of hooks) {
    const request = new messages.RegisterResourceHookRequest()
      .setName(hook.name)
      .setCallback(callbacks.hook(hook))
      .setOnDryRun(hook.onDryRun ?? false)
      .setIgnoreErrors(hook.ignoreErrors ?? false);
    await sent((done) => client.registerResourceHook(request, done));
  }
  for (const transform of transforms)
    await sent((done) => client.registerStackTransform(callbacks.transform(transform), done));
  for (const node of nodes) {
    if (node.kind === "function") {
      registered.set(node.name, await invoke(client, node, registered));
      continue;
    }
    const own = (node.transforms ?? []).map(callbacks.transform);
    const answer =
      node.kind === "read"
        ? await read(client, readRequest(node, root.urn, registered))
        : await register(client, requestOf(node, root.urn, registered).setTransformsList(own));
    const called = node.kind === "remote" ? await describe(client, node, answer.urn, registered) : {};
    registered.set(node.name, { ...answer, outputs: { ...answer.outputs, ...called } });
  }
  for (const { kind, name } of nodes)
    if (kind === "component") await registerOutputs(client, registered.get(name)?.urn ?? "");
  await registerOutputs(client, root.urn);
  // The preview can end with an error, which it reports.
  await sent((done) => client.signalAndWaitForShutdown(new Empty(), () => done(null)));
}

async function registerOutputs(client: MonitorService.ResourceMonitorClient, urn: string): Promise<void> {
  const outputs = new messages.RegisterResourceOutputsRequest().setUrn(urn).setOutputs(Struct.fromJavaScript({}));
  await sent((done) => client.registerResourceOutputs(outputs, done));
}

async function sent(call: (done: (error: Error | null) => void) => unknown): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    call((error) => (error ? reject(error) : resolve()));
  });
}

/** Registers a component and its children with the monitor, as the provider of a remote component does. Returns the outputs. */
export async function constructCluster(request: Providers.ConstructRequest): Promise<Registered> {
  const client = new monitorService.ResourceMonitorClient(
    request.getMonitorendpoint(),
    grpc.credentials.createInsecure(),
  );
  try {
    const inputs = (request.getInputs()?.toJavaScript() ?? {}) as JsonObject;
    const component = base(request.getType(), request.getName(), request.getParent(), inputs)
      .setCustom(false)
      .setAliasspecs(true)
      .setAliasesList(request.getAliasesList())
      .setDependenciesList(request.getDependenciesList())
      .setDeletedwith(request.getDeletedwith());
    if (request.hasProtect()) component.setProtect(request.getProtect() ?? false);
    if (request.hasRetainondelete()) component.setRetainondelete(request.getRetainondelete() ?? false);
    const hooks = request.getResourceHooks();
    if (hooks !== undefined)
      component.setHooks(
        messages.RegisterResourceRequest.ResourceHooksBinding.deserializeBinary(hooks.serializeBinary()),
      );
    for (const [name, reference] of request.getProvidersMap().entries())
      component.getProvidersMap().set(name, reference);
    const registered = new Map([[request.getName(), await register(client, component)]]);
    for (const node of clusterChildren(request.getName(), inputs)) {
      const child = requestOf(node, "", registered);
      for (const key of Object.keys(node.inputs)) {
        const urns = request.getInputdependenciesMap().get(key)?.getUrnsList() ?? [];
        child.getPropertydependenciesMap().get(key)?.setUrnsList(urns);
        child.setDependenciesList([...new Set([...child.getDependenciesList(), ...urns])]);
      }
      registered.set(node.name, await register(client, child));
    }
    await registerOutputs(client, registered.get(request.getName())?.urn ?? "");
    return { urn: registered.get(request.getName())?.urn ?? "", id: "", outputs: { a: inputs.a ?? "1" } };
  } finally {
    client.close();
  }
}

/** Returns the children of a remote component. Their inputs come from the inputs of the component. */
export function clusterChildren(parent: string, { a = "1", r0 }: JsonObject): readonly [ProgramNode, ProgramNode] {
  const child = {
    kind: "custom",
    type: "scripted:index:Word",
    parent,
    version: "1.0.0",
    references: {},
    dependsOn: [],
    aliases: [],
    ignoreChanges: [],
    replaceOnChanges: [],
    replaceWith: [],
  } as const;
  const first = `${parent}-first`;
  return [
    { ...child, name: first, inputs: { a } },
    {
      ...child,
      name: `${parent}-second`,
      inputs: r0 === undefined ? {} : { r0 },
      references: { b: { node: first, property: "computed" } },
    },
  ];
}

/** Calls the method of a remote component, which returns an object with `computed`. */
function describe(
  client: MonitorService.ResourceMonitorClient,
  node: ProgramNode,
  urn: string,
  registered: ReadonlyMap<string, Registered>,
): Promise<JsonObject> {
  const self = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e", urn };
  const request = new messages.ResourceCallRequest()
    .setTok(`${node.type}/describe`)
    .setArgs(Struct.fromJavaScript({ __self__: self }))
    .setVersion(node.version ?? "");
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, registered));
  return new Promise((resolve, reject) => {
    client.call(request, (error: Error | null, response: Providers.CallResponse) =>
      error ? reject(error) : resolve((response.getReturn()?.toJavaScript() ?? {}) as JsonObject),
    );
  });
}

/** Calls a function with an argument that depends on nodes. The result is empty if they do not exist yet. */
async function invoke(
  client: MonitorService.ResourceMonitorClient,
  node: ProgramNode,
  registered: ReadonlyMap<string, Registered>,
): Promise<Registered> {
  const dependencies = urnsOf(node.dependsOn, registered);
  const request = new messages.ResourceInvokeRequest()
    .setTok(node.type)
    .setArgs(Struct.fromJavaScript({ a: outputValue(node.name, dependencies) }))
    .setVersion(node.version ?? "")
    .setAcceptresources(true);
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, registered));
  return await new Promise((resolve, reject) => {
    client.invoke(request, (error: Error | null, response: Providers.InvokeResponse) =>
      error ? reject(error) : resolve({ ...registeredOf("", "", response.getReturn()), dependencies }),
    );
  });
}

function urnsOf(names: readonly string[], registered: ReadonlyMap<string, Registered>): string[] {
  return names.flatMap((name) => {
    const { urn, dependencies } = registered.get(name) ?? {};
    return dependencies ?? (urn === undefined ? [] : [urn]);
  });
}

function stackRequest(project: string, stack: string): Monitor.RegisterResourceRequest {
  return base("pulumi:pulumi:Stack", `${project}-${stack}`, "", {}).setCustom(false);
}

function requestOf(
  node: ProgramNode,
  root: string,
  registered: ReadonlyMap<string, Registered>,
): Monitor.RegisterResourceRequest {
  const parent = node.parent === undefined ? root : (registered.get(node.parent)?.urn ?? root);
  const request = base(node.type, node.name, parent, inputsOf(node, registered))
    .setCustom(node.kind !== "component" && node.kind !== "remote")
    .setRemote(node.kind === "remote")
    .setAliasspecs(true)
    .setAliasesList(node.aliases.map(aliasMessage))
    .setDependenciesList([...new Set([...urnsOf(node.dependsOn, registered), ...urnsOf(referents(node), registered)])])
    .setIgnorechangesList([...node.ignoreChanges])
    .setReplaceonchangesList([...node.replaceOnChanges])
    .setImportid(node.importId ?? "");
  const dependencies = request.getPropertydependenciesMap();
  for (const key of Object.keys(inputsOf(node, registered))) {
    const referent = node.references[key]?.node;
    const urns = referent === undefined ? [] : urnsOf([referent], registered);
    dependencies.set(key, new messages.RegisterResourceRequest.PropertyDependencies().setUrnsList(urns));
  }
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, registered));
  if (node.provider !== undefined && node.kind === "remote")
    request.getProvidersMap().set("scripted", referenceOf(node.provider, registered));
  if (node.version !== undefined) request.setVersion(node.version);
  if (node.protect !== undefined) request.setProtect(node.protect);
  if (node.retainOnDelete !== undefined) request.setRetainondelete(node.retainOnDelete);
  if (node.deleteBeforeReplace !== undefined)
    request.setDeletebeforereplacedefined(true).setDeletebeforereplace(node.deleteBeforeReplace);
  if (node.deletedWith !== undefined) request.setDeletedwith(urnsOf([node.deletedWith], registered)[0] ?? "");
  if (node.replacementTrigger !== undefined)
    request.setReplacementTrigger(new StructValue().setStringValue(node.replacementTrigger));
  if (node.hooks !== undefined) request.setHooks(hooksMessage(node.hooks));
  if (node.replaceWith.length > 0) request.setReplaceWithList(urnsOf(node.replaceWith, registered));
  return request;
}

function readRequest(
  node: ProgramNode,
  root: string,
  registered: ReadonlyMap<string, Registered>,
): Monitor.ReadResourceRequest {
  const request = new messages.ReadResourceRequest()
    .setId(node.id ?? "")
    .setType(node.type)
    .setName(node.name)
    .setParent(node.parent === undefined ? root : (registered.get(node.parent)?.urn ?? root))
    .setProperties(Struct.fromJavaScript({}))
    .setDependenciesList(node.dependsOn.flatMap((name) => registered.get(name)?.urn ?? []))
    .setVersion(node.version ?? "")
    .setAcceptsecrets(true)
    .setAcceptresources(true);
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, registered));
  return request;
}

function referenceOf(name: string, registered: ReadonlyMap<string, Registered>): string {
  const provider = registered.get(name);
  if (provider === undefined) throw new Error(`the provider ${name} is not registered`);
  return `${provider.urn}::${provider.id || unknown}`;
}

function inputsOf(node: ProgramNode, registered: ReadonlyMap<string, Registered>): JsonObject {
  const referred = Object.entries(node.references).map(([key, { node: name, property }]): readonly [string, Json] => [
    key,
    registered.get(name)?.outputs[property] ?? unknown,
  ]);
  return { ...node.inputs, ...Object.fromEntries(referred) };
}

function referents(node: ProgramNode): readonly string[] {
  return Object.values(node.references).map(({ node: name }) => name);
}

function base(type: string, name: string, parent: string, inputs: JsonObject): Monitor.RegisterResourceRequest {
  return new messages.RegisterResourceRequest()
    .setType(type)
    .setName(name)
    .setParent(parent)
    .setObject(Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]))
    .setAcceptsecrets(true)
    .setAcceptresources(true)
    .setSupportspartialvalues(true);
}

function register(
  client: MonitorService.ResourceMonitorClient,
  request: Monitor.RegisterResourceRequest,
): Promise<Registered> {
  return new Promise((resolve, reject) => {
    client.registerResource(request, (error: Error | null, response: Monitor.RegisterResourceResponse) =>
      error ? reject(error) : resolve(registeredOf(response.getUrn(), response.getId(), response.getObject())),
    );
  });
}

function read(client: MonitorService.ResourceMonitorClient, request: Monitor.ReadResourceRequest): Promise<Registered> {
  return new Promise((resolve, reject) => {
    client.readResource(request, (error: Error | null, response: Monitor.ReadResourceResponse) =>
      error ? reject(error) : resolve(registeredOf(response.getUrn(), request.getId(), response.getProperties())),
    );
  });
}

function registeredOf(urn: string, id: string, outputs: Structs.Struct | undefined): Registered {
  return { urn, id, outputs: (outputs?.toJavaScript() ?? {}) as JsonObject };
}
