/**
 * A provider whose responses are properties of the request: Diff returns `__answer` of the old outputs, and DiffConfig returns `answer` of the
 * new inputs. Check returns its inputs, without `check.drop` and with `check.add`. Construct registers a component with two children.
 * SCRIPTED_PLAIN=1 disables secrets.
 */
import { createRequire } from "node:module";
import * as grpc from "@grpc/grpc-js";
import type * as Plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import type * as ProviderService from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as Messages from "@pulumi/pulumi/proto/provider_pb.js";
import type * as Empties from "google-protobuf/google/protobuf/empty_pb.js";
import type * as Structs from "google-protobuf/google/protobuf/struct_pb.js";
import { isMap, type Json, type JsonObject } from "./json-tree.ts";
import { constructCluster } from "./program-driver.ts";

/** The fields of DiffResponse as JSON. */
export interface Answer {
  readonly changes: 0 | 1 | 2;
  readonly diffs: readonly string[];
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** `hasDetailedDiff` is false if omitted. The kind is a protocol number. */
  readonly detailed?: Readonly<Record<string, { readonly kind: 0 | 1 | 2 | 3 | 4 | 5; readonly inputDiff: boolean }>>;
}

const require = createRequire(import.meta.url);
const service = require("@pulumi/pulumi/proto/provider_grpc_pb.js") as typeof ProviderService;
const messages = require("@pulumi/pulumi/proto/provider_pb.js") as typeof Messages;
const plugin = require("@pulumi/pulumi/proto/plugin_pb.js") as typeof Plugin;
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js") as typeof Empties;
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js") as typeof Structs;

function serve(acceptSecrets: boolean): void {
  const server = new grpc.Server();
  server.addService(service.ResourceProviderService as unknown as grpc.ServiceDefinition, {
    handshake: unary(() => new messages.ProviderHandshakeResponse().setAcceptSecrets(acceptSecrets)),
    getPluginInfo: unary(() => new plugin.PluginInfo().setVersion("1.0.0")),
    configure: unary(() => new messages.ConfigureResponse().setAcceptsecrets(acceptSecrets).setSupportspreview(true)),
    checkConfig: unary((request: Messages.CheckRequest) => new messages.CheckResponse().setInputs(request.getNews())),
    diffConfig: unary((request: Messages.DiffRequest) => answered(bagOf(request.getNews()).answer)),
    check: unary((request: Messages.CheckRequest) => checked(bagOf(request.getNews()))),
    diff: unary((request: Messages.DiffRequest) => {
      const { __answer, __rules } = bagOf(request.getOlds());
      return __rules === undefined ? answered(__answer) : byRules(request, JSON.parse(String(__rules)));
    }),
    create: unary((request: Messages.CreateRequest) =>
      new messages.CreateResponse().setId("new").setProperties(withComputed(bagOf(request.getProperties()), unknown)),
    ),
    update: unary((request: Messages.UpdateRequest) => {
      const { computed = null } = bagOf(request.getOlds());
      return new messages.UpdateResponse().setProperties(withComputed(bagOf(request.getNews()), computed));
    }),
    read: unary((request: Messages.ReadRequest) =>
      request.getId().startsWith("missing")
        ? new messages.ReadResponse()
        : new messages.ReadResponse()
            .setId(request.getId())
            .setInputs(structOf({ name: request.getId() }))
            .setProperties(structOf({ name: request.getId(), computed: `c-${request.getId()}`, __rules: "{}" })),
    ),
    construct: (
      call: grpc.ServerUnaryCall<Messages.ConstructRequest, Messages.ConstructResponse>,
      done: grpc.sendUnaryData<Messages.ConstructResponse>,
    ) => {
      constructCluster(call.request).then(
        ({ urn, outputs }) => done(null, new messages.ConstructResponse().setUrn(urn).setState(structOf(outputs))),
        (error: unknown) => done({ code: grpc.status.UNKNOWN, details: String(error) }),
      );
    },
    call: unary((request: Messages.CallRequest) => {
      const { urn } = bagOf(request.getArgs()).__self__ as { readonly urn: string };
      return new messages.CallResponse().setReturn(structOf({ computed: `c-${urn.split("::").at(-1)}` }));
    }),
    invoke: unary((request: Messages.InvokeRequest) => {
      const { a = null } = bagOf(request.getArgs());
      return new messages.InvokeResponse().setReturn(structOf({ a, computed: `c-${String(a)}` }));
    }),
    cancel: unary(() => new Empty()),
  });
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error) throw error;
    process.stdout.write(`${port}\n`);
  });
}

/** The inputs whose change replaces the resource, and how. Changes of other inputs update it. */
export interface Rules {
  readonly replaceOn?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
}

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function structOf(bag: JsonObject): Structs.Struct {
  return Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]);
}

function withComputed(inputs: JsonObject, computed: Json): Structs.Struct {
  return structOf("plain" in inputs ? inputs : { ...inputs, computed });
}

function byRules(request: Messages.DiffRequest, rules: Rules): Messages.DiffResponse {
  const [olds, news] = [bagOf(request.getOldInputs()), bagOf(request.getNews())];
  const ignored = new Set(request.getIgnorechangesList());
  const keys = [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter((key) => !ignored.has(key));
  const diffs = keys.filter((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
  const replaces = diffs.filter((key) => rules.replaceOn?.includes(key));
  return answered(
    JSON.stringify({
      changes: diffs.length > 0 ? 2 : 1,
      diffs,
      replaces,
      deleteBeforeReplace: rules.deleteBeforeReplace ?? false,
      detailed: Object.fromEntries(
        diffs.map((key) => [key, { kind: replaces.includes(key) ? 5 : 4, inputDiff: true }]),
      ),
    }),
  );
}

function unary<Q, R>(answer: (request: Q) => R) {
  return (call: grpc.ServerUnaryCall<Q, R>, done: grpc.sendUnaryData<R>): void => {
    try {
      done(null, answer(call.request));
    } catch (error) {
      done({ code: grpc.status.UNKNOWN, details: String(error) });
    }
  };
}

function bagOf(struct: Structs.Struct | undefined): JsonObject {
  return (struct?.toJavaScript() ?? {}) as JsonObject;
}

function checked({ check, ...news }: JsonObject): Messages.CheckResponse {
  const { drop = [], add = {} } = (isMap(check) ? check : {}) as { drop?: readonly string[]; add?: JsonObject };
  const kept = Object.entries(news).filter(([name]) => !drop.includes(name));
  const inputs = { ...Object.fromEntries(kept), ...add } as Parameters<typeof Struct.fromJavaScript>[0];
  return new messages.CheckResponse().setInputs(Struct.fromJavaScript(inputs));
}

function answered(text: Json | undefined): Messages.DiffResponse {
  const answer = (typeof text === "string" ? JSON.parse(text) : { changes: 1 }) as Partial<Answer>;
  const response = new messages.DiffResponse()
    .setChanges(answer.changes ?? 1)
    .setDiffsList([...(answer.diffs ?? [])])
    .setReplacesList([...(answer.replaces ?? [])])
    .setDeletebeforereplace(answer.deleteBeforeReplace ?? false)
    .setHasdetaileddiff(answer.detailed !== undefined);
  for (const [path, { kind, inputDiff }] of Object.entries(answer.detailed ?? {})) {
    response.getDetaileddiffMap().set(path, new messages.PropertyDiff().setKind(kind).setInputdiff(inputDiff));
  }
  return response;
}

if (process.argv[1] === import.meta.filename) serve(process.env.SCRIPTED_PLAIN !== "1");
