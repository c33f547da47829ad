/**
 * Previews test registrations with a test state in the real engine, without a program. The CLI connects to a language runtime in this
 * process, which calls the resource monitor, so nothing is compiled or started.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import type * as LanguageService from "@pulumi/pulumi/proto/language_grpc_pb.js";
import type * as Language from "@pulumi/pulumi/proto/language_pb.js";
import type * as Plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import type * as MonitorService from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import type * as Monitor from "@pulumi/pulumi/proto/resource_pb.js";
import type * as Structs from "google-protobuf/google/protobuf/struct_pb.js";
import type { TargetOptions } from "../../src/preview/targets.ts";
import type { JsonObject } from "./json-tree.ts";
import type { Target } from "./program-driver.ts";
import { type Ran, showRun } from "./run-process.ts";
import type { RealStack, StateResource } from "./stack.ts";

// Node.js cannot detect the exports of these CommonJS modules statically.
const require = createRequire(import.meta.url);
const languageService = require("@pulumi/pulumi/proto/language_grpc_pb.js") as typeof LanguageService;
const language = require("@pulumi/pulumi/proto/language_pb.js") as typeof Language;
const plugin = require("@pulumi/pulumi/proto/plugin_pb.js") as typeof Plugin;
const monitorService = require("@pulumi/pulumi/proto/resource_grpc_pb.js") as typeof MonitorService;
const messages = require("@pulumi/pulumi/proto/resource_pb.js") as typeof Monitor;
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js") as typeof Structs;

/** One custom resource of a program. */
export interface Registration {
  readonly type: string;
  readonly name: string;
  readonly inputs: JsonObject;
  /** The name of a provider among the registrations. Defaults to the default provider of `version`. */
  readonly provider?: string;
  readonly version?: string;
  /** The parameterized package of the type, with a separate version. */
  readonly package?: ParameterizedPackage;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
  readonly protect?: boolean;
}

export interface ParameterizedPackage {
  readonly name: string;
  readonly version: string;
  readonly plugin: { readonly name: string; readonly version: string };
  /** Base64. */
  readonly value: string;
}

/** One step of `pulumi preview --json`. */
export interface PreviewStep {
  readonly op: string;
  readonly urn: string;
  readonly diffReasons?: readonly string[];
  readonly replaceReasons?: readonly string[];
  readonly newState?: { readonly inputs?: JsonObject };
  readonly detailedDiff?: Readonly<Record<string, { readonly kind: string; readonly inputDiff: boolean }>> | null;
}

interface Previewed {
  readonly steps: readonly PreviewStep[];
  readonly diagnostics: readonly { readonly urn?: string; readonly message: string; readonly severity: string }[];
  readonly ran: Ran;
}

export interface RawEngine {
  /**
   * Previews a program with a state. Registers providers first, then all others concurrently, and then `last`, because a rejected
   * registration ends a preview.
   */
  preview(state: readonly StateResource[], program: readonly Registration[], last?: Registration): Promise<Previewed>;
  /** Previews a program with a state. `program` registers its resources with the monitor at the address that it gets. */
  previewOf(
    state: readonly StateResource[],
    program: (target: Target) => Promise<void>,
    targets?: TargetOptions,
  ): Promise<Previewed>;
  close(): void;
}

/** Serves the language runtime for a stack. Each preview replaces the resources in the stack's checkpoint. */
export async function openRawEngine(stack: RealStack): Promise<RawEngine> {
  let run: (request: Language.RunRequest) => Promise<void> = async () => {};
  const server = new grpc.Server();
  server.addService(languageService.LanguageRuntimeService as unknown as grpc.ServiceDefinition, {
    handshake: unary(() => new language.LanguageHandshakeResponse()),
    getPluginInfo: unary(() => new plugin.PluginInfo().setVersion("0.0.1")),
    getRequiredPackages: unary(() => new language.GetRequiredPackagesResponse()),
    getRequiredPlugins: unary(() => new language.GetRequiredPluginsResponse()),
    getProgramDependencies: unary(() => new language.GetProgramDependenciesResponse()),
    runtimeOptionsPrompts: unary(() => new language.RuntimeOptionsResponse()),
    about: unary(() => new language.AboutResponse()),
    run: unary(async (request: Language.RunRequest) => {
      const response = new language.RunResponse();
      // The diagnostics already contain a rejected registration.
      await run(request).catch(() => response.setBail(true));
      return response;
    }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    preview: async (state, program, last) => {
      writeState(stack, state);
      run = (request) => register(request, program, last);
      const ran = await stack.pulumi("preview", "--json", "--show-sames", `--client=127.0.0.1:${port}`);
      return { ...digestOf(ran), ran };
    },
    previewOf: async (state, program, targets) => {
      writeState(stack, state);
      run = (request) =>
        program({ address: request.getMonitorAddress(), project: request.getProject(), stack: request.getStack() });
      const ran = await stack.pulumi(
        "preview",
        "--json",
        "--show-sames",
        "--show-replacement-steps",
        `--client=127.0.0.1:${port}`,
        ...(targets?.urns ?? []).map((urn) => `--target=${urn}`),
        ...(targets?.dependents === true ? ["--target-dependents"] : []),
      );
      return { ...digestOf(ran), ran };
    },
    close: () => server.forceShutdown(),
  };
}

/** Returns the URN of a resource directly below the stack. */
export function urnOf(stack: RealStack, type: string, name: string): string {
  return `urn:pulumi:${stack.stack}::${stack.project}::${type}::${name}`;
}

function unary<Q, R>(answer: (request: Q) => R | Promise<R>) {
  return (call: grpc.ServerUnaryCall<Q, R>, done: grpc.sendUnaryData<R>): void => {
    Promise.resolve(call.request)
      .then(answer)
      .then(
        (response) => done(null, response),
        (error: unknown) => done({ code: grpc.status.UNKNOWN, details: String(error) }),
      );
  };
}

async function register(request: Language.RunRequest, program: readonly Registration[], last?: Registration) {
  const target = request.getMonitorAddress();
  const client = new monitorService.ResourceMonitorClient(target, grpc.credentials.createInsecure());
  const send = (message: Monitor.RegisterResourceRequest) =>
    new Promise<Monitor.RegisterResourceResponse>((resolve, reject) => {
      client.registerResource(message, (error: Error | null, response: Monitor.RegisterResourceResponse) =>
        error ? reject(error) : resolve(response),
      );
    });
  try {
    const root = message("pulumi:pulumi:Stack", `${request.getProject()}-${request.getStack()}`, {}, "");
    const parent = (await send(root.setCustom(false))).getUrn();
    const references = new Map<string, string>();
    const packages = new Map<string, Promise<string>>();
    const packageRef = async (asked: ParameterizedPackage): Promise<string> => {
      const known = packages.get(asked.name) ?? registerPackage(client, asked);
      packages.set(asked.name, known);
      return await known;
    };
    const submit = async (registration: Registration): Promise<void> => {
      const reference = registration.provider === undefined ? "" : references.get(registration.provider);
      if (reference === undefined) throw new Error(`the provider ${registration.provider} is not registered`);
      const message = messageOf(registration, parent).setProvider(reference);
      if (registration.package !== undefined) message.setPackageref(await packageRef(registration.package));
      const response = await send(message);
      if (isProvider(registration)) references.set(registration.name, `${response.getUrn()}::${response.getId()}`);
    };
    for (const registration of program.filter(isProvider)) await submit(registration);
    await Promise.all(program.filter((registration) => !isProvider(registration)).map(submit));
    if (last !== undefined) await submit(last);
  } finally {
    client.close();
  }
}

function registerPackage(
  client: MonitorService.ResourceMonitorClient,
  { name, version, plugin: { name: base, version: baseVersion }, value }: ParameterizedPackage,
): Promise<string> {
  const parameterization = new messages.Parameterization().setName(name).setVersion(version).setValue(value);
  const request = new messages.RegisterPackageRequest()
    .setName(base)
    .setVersion(baseVersion)
    .setParameterization(parameterization);
  return new Promise((resolve, reject) => {
    client.registerPackage(request, (error: Error | null, response: Monitor.RegisterPackageResponse) =>
      error ? reject(error) : resolve(response.getRef()),
    );
  });
}

function isProvider({ type }: Registration): boolean {
  return type.startsWith("pulumi:providers:");
}

function messageOf(registration: Registration, parent: string): Monitor.RegisterResourceRequest {
  const { type, name, inputs, version, ignoreChanges, replaceOnChanges, deleteBeforeReplace, protect } = registration;
  const request = message(type, name, inputs, parent).setCustom(true);
  if (version !== undefined) request.setVersion(version);
  if (deleteBeforeReplace !== undefined) {
    request.setDeletebeforereplacedefined(true).setDeletebeforereplace(deleteBeforeReplace);
  }
  return request
    .setIgnorechangesList([...(ignoreChanges ?? [])])
    .setReplaceonchangesList([...(replaceOnChanges ?? [])])
    .setProtect(protect ?? false);
}

function message(type: string, name: string, inputs: JsonObject, parent: string): Monitor.RegisterResourceRequest {
  return new messages.RegisterResourceRequest()
    .setType(type)
    .setName(name)
    .setParent(parent)
    .setObject(Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]))
    .setAcceptsecrets(true)
    .setAcceptresources(true)
    .setSupportspartialvalues(true);
}

/** Replaces the resources in the checkpoint of the stack. Secrets may be plain. */
function writeState(stack: RealStack, resources: readonly StateResource[]): void {
  const file = join(stack.root, "backend", ".pulumi", "stacks", stack.project, `${stack.stack}.json`);
  const document = JSON.parse(readFileSync(file, "utf8")) as { checkpoint: { latest?: object } };
  const latest = { ...document.checkpoint.latest, resources };
  writeFileSync(file, JSON.stringify({ ...document, checkpoint: { ...document.checkpoint, latest } }));
}

/** Returns the steps and diagnostics of `preview --json`, which a failing preview also prints. */
function digestOf(ran: Ran): Pick<Previewed, "steps" | "diagnostics"> {
  const start = ran.stdout.indexOf("{");
  if (start < 0) throw new Error(showRun(ran));
  const digest = JSON.parse(ran.stdout.slice(start, ran.stdout.lastIndexOf("}") + 1)) as Partial<Previewed>;
  return { steps: digest.steps ?? [], diagnostics: digest.diagnostics ?? [] };
}
