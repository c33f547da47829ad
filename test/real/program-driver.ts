/** A program without a language: registers resources with a resource monitor, one after the other, as an SDK would. */
import { createRequire } from "node:module";
import * as grpc from "@grpc/grpc-js";
import type * as Aliases from "@pulumi/pulumi/proto/alias_pb.js";
import type * as MonitorService from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import type * as Monitor from "@pulumi/pulumi/proto/resource_pb.js";
import type * as Structs from "google-protobuf/google/protobuf/struct_pb.js";
import type { Json, JsonObject } from "./json-tree.ts";

const require = createRequire(import.meta.url);
const monitorService = require("@pulumi/pulumi/proto/resource_grpc_pb.js") as typeof MonitorService;
const messages = require("@pulumi/pulumi/proto/resource_pb.js") as typeof Monitor;
const aliases = require("@pulumi/pulumi/proto/alias_pb.js") as typeof Aliases;
const { Struct, Value: StructValue } = require("google-protobuf/google/protobuf/struct_pb.js") as typeof Structs;

export interface ProgramNode {
  readonly kind: "custom" | "component" | "provider" | "read";
  readonly type: string;
  readonly name: string;
  readonly parent?: string;
  readonly inputs: JsonObject;
  /** Inputs that are outputs of nodes before. */
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
}

interface AliasOfNode {
  readonly name?: string;
  readonly type?: string;
  readonly urn?: string;
  readonly noParent?: boolean;
}

export interface Target {
  readonly address: string;
  readonly project: string;
  readonly stack: string;
}

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Known {
  readonly urn: string;
  readonly id: string;
  readonly outputs: JsonObject;
}

/** Registers the stack and all nodes. Rejects when the monitor refuses one. */
export async function runProgram({ address, project, stack }: Target, nodes: readonly ProgramNode[]): Promise<void> {
  const client = new monitorService.ResourceMonitorClient(address, grpc.credentials.createInsecure());
  const known = new Map<string, Known>();
  try {
    const root = await register(client, stackRequest(project, stack));
    for (const node of nodes) {
      const answer =
        node.kind === "read"
          ? await read(client, readRequest(node, root.urn, known))
          : await register(client, requestOf(node, root.urn, known));
      known.set(node.name, answer);
    }
    const outputs = new messages.RegisterResourceOutputsRequest()
      .setUrn(root.urn)
      .setOutputs(Struct.fromJavaScript({}));
    await new Promise<void>((resolve, reject) => {
      client.registerResourceOutputs(outputs, (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    client.close();
  }
}

function stackRequest(project: string, stack: string): Monitor.RegisterResourceRequest {
  return base("pulumi:pulumi:Stack", `${project}-${stack}`, "", {}).setCustom(false);
}

function requestOf(
  node: ProgramNode,
  root: string,
  known: ReadonlyMap<string, Known>,
): Monitor.RegisterResourceRequest {
  const urnsOf = (names: readonly string[]): string[] => names.flatMap((name) => known.get(name)?.urn ?? []);
  const parent = node.parent === undefined ? root : (known.get(node.parent)?.urn ?? root);
  const request = base(node.type, node.name, parent, inputsOf(node, known))
    .setCustom(node.kind !== "component")
    .setAliasspecs(true)
    .setAliasesList(node.aliases.map(aliasMessage))
    .setDependenciesList([...new Set([...urnsOf(node.dependsOn), ...urnsOf(referents(node))])])
    .setIgnorechangesList([...node.ignoreChanges])
    .setReplaceonchangesList([...node.replaceOnChanges])
    .setImportid(node.importId ?? "");
  const dependencies = request.getPropertydependenciesMap();
  for (const key of Object.keys(inputsOf(node, known))) {
    const referent = node.references[key]?.node;
    const urns = referent === undefined ? [] : urnsOf([referent]);
    dependencies.set(key, new messages.RegisterResourceRequest.PropertyDependencies().setUrnsList(urns));
  }
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, known));
  if (node.version !== undefined) request.setVersion(node.version);
  if (node.protect !== undefined) request.setProtect(node.protect);
  if (node.retainOnDelete !== undefined) request.setRetainondelete(node.retainOnDelete);
  if (node.deleteBeforeReplace !== undefined)
    request.setDeletebeforereplacedefined(true).setDeletebeforereplace(node.deleteBeforeReplace);
  if (node.deletedWith !== undefined) request.setDeletedwith(urnsOf([node.deletedWith])[0] ?? "");
  if (node.replacementTrigger !== undefined)
    request.setReplacementTrigger(new StructValue().setStringValue(node.replacementTrigger));
  if (node.replaceWith.length > 0) request.setReplaceWithList(urnsOf(node.replaceWith));
  return request;
}

function readRequest(node: ProgramNode, root: string, known: ReadonlyMap<string, Known>): Monitor.ReadResourceRequest {
  const request = new messages.ReadResourceRequest()
    .setId(node.id ?? "")
    .setType(node.type)
    .setName(node.name)
    .setParent(node.parent === undefined ? root : (known.get(node.parent)?.urn ?? root))
    .setProperties(Struct.fromJavaScript({}))
    .setDependenciesList(node.dependsOn.flatMap((name) => known.get(name)?.urn ?? []))
    .setVersion(node.version ?? "")
    .setAcceptsecrets(true)
    .setAcceptresources(true);
  if (node.provider !== undefined) request.setProvider(referenceOf(node.provider, known));
  return request;
}

function referenceOf(name: string, known: ReadonlyMap<string, Known>): string {
  const provider = known.get(name);
  if (provider === undefined) throw new Error(`there is no provider ${name}`);
  return `${provider.urn}::${provider.id || unknown}`;
}

function inputsOf(node: ProgramNode, known: ReadonlyMap<string, Known>): JsonObject {
  const referred = Object.entries(node.references).map(([key, { node: name, property }]): readonly [string, Json] => [
    key,
    known.get(name)?.outputs[property] ?? unknown,
  ]);
  return { ...node.inputs, ...Object.fromEntries(referred) };
}

function referents(node: ProgramNode): readonly string[] {
  return Object.values(node.references).map(({ node: name }) => name);
}

function aliasMessage({ name, type, urn, noParent }: AliasOfNode): Aliases.Alias {
  if (urn !== undefined) return new aliases.Alias().setUrn(urn);
  const spec = new aliases.Alias.Spec().setName(name ?? "").setType(type ?? "");
  return new aliases.Alias().setSpec(noParent === true ? spec.setNoparent(true) : spec);
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
): Promise<Known> {
  return new Promise((resolve, reject) => {
    client.registerResource(request, (error: Error | null, response: Monitor.RegisterResourceResponse) =>
      error ? reject(error) : resolve(knownOf(response.getUrn(), response.getId(), response.getObject())),
    );
  });
}

function read(client: MonitorService.ResourceMonitorClient, request: Monitor.ReadResourceRequest): Promise<Known> {
  return new Promise((resolve, reject) => {
    client.readResource(request, (error: Error | null, response: Monitor.ReadResourceResponse) =>
      error ? reject(error) : resolve(knownOf(response.getUrn(), request.getId(), response.getProperties())),
    );
  });
}

function knownOf(urn: string, id: string, outputs: Structs.Struct | undefined): Known {
  return { urn, id, outputs: (outputs?.toJavaScript() ?? {}) as JsonObject };
}
