/** A small client that calls a provider process over gRPC, without code of imp. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  create,
  type DescMethod,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from "@bufbuild/protobuf";
import { Client, credentials, type ServiceError } from "@grpc/grpc-js";
import { type CloudFile, objectKey } from "../../fixtures/simcloud/cloud.ts";
import { type Bag, fromStruct, toStruct } from "../../fixtures/simcloud/plain.ts";
import { ResourceProvider } from "../../src/plugin/proto/gen/provider_pb.ts";
import { projectRoot } from "../real/project-root.ts";

type Table = typeof ResourceProvider.method;

export interface Simcloud {
  readonly directory: string;
  /** Returns the stdout of the provider, including its port. */
  readonly stdout: () => string;
  call<K extends keyof Table>(
    method: K,
    request: MessageInitShape<Table[K]["input"]>,
  ): Promise<MessageShape<Table[K]["output"]>>;
  check(
    type: string,
    olds: Bag,
    news: Bag,
    seed?: number,
  ): Promise<{ inputs: Bag; failures: readonly { property: string; reason: string }[] }>;
  diff(
    type: string,
    id: string,
    oldInputs: Bag,
    olds: Bag,
    news: Bag,
    ignoreChanges?: string[],
  ): Promise<MessageShape<Table["diff"]["output"]>>;
  read(type: string, id: string): Promise<{ id: string; inputs: Bag | undefined; outputs: Bag | undefined }>;
  /** Returns the objects in the cloud file. */
  objects(): CloudFile["objects"];
  object(region: string, type: string, id: string): Bag | undefined;
  journal(): { method: string; type: string; id: string; preview?: boolean; error?: string }[];
  close(): Promise<void>;
}

export interface SimcloudOptions {
  readonly cloud?: CloudFile;
  readonly region?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True if the client does not accept secrets. */
  readonly withoutSecrets?: boolean;
  readonly withoutHandshake?: boolean;
}

/** The provider that `npm run setup` compiles. It starts much faster than from its sources. */
const main = join(projectRoot, "dist", "simcloud.js");

/** Starts a provider with a new cloud file, and sends Handshake and Configure. */
export async function startSimcloud(options: SimcloudOptions = {}): Promise<Simcloud> {
  const directory = mkdtempSync(join(tmpdir(), "simcloud-"));
  const [file, journal] = [join(directory, "cloud.json"), join(directory, "journal.jsonl")];
  writeFileSync(file, JSON.stringify(options.cloud ?? { version: 1, objects: {} }));
  const env = { SIMCLOUD_JOURNAL: journal, ...options.env };
  const plugin = await startPlugin(main, env);
  const { call } = plugin;
  const objects = () => (JSON.parse(readFileSync(file, "utf8")) as CloudFile).objects;
  const simcloud: Simcloud = {
    directory,
    stdout: plugin.stdout,
    call,
    check: async (type, olds, news, seed = 1) => {
      const randomSeed = new Uint8Array(32).fill(seed);
      const response = await call("check", {
        urn: urnOf(type),
        name: "it",
        type,
        olds: toStruct(olds),
        news: toStruct(news),
        randomSeed,
      });
      return { inputs: fromStruct(response.inputs), failures: response.failures };
    },
    diff: async (type, id, oldInputs, olds, news, ignoreChanges = []) => {
      const bags = { oldInputs: toStruct(oldInputs), olds: toStruct(olds), news: toStruct(news) };
      return await call("diff", { urn: urnOf(type), name: "it", type, id, ignoreChanges, ...bags });
    },
    read: async (type, id) => {
      const { inputs, properties, ...response } = await call("read", { urn: urnOf(type), name: "it", type, id });
      return { id: response.id, inputs: inputs && fromStruct(inputs), outputs: properties && fromStruct(properties) };
    },
    objects,
    object: (region, type, id) => objects()[objectKey(region, type, id)],
    journal: () =>
      readFileSync(journal, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    close: async () => {
      await plugin.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  const args = toStruct({ cloud: file, region: options.region ?? "us-east-1" });
  try {
    if (!options.withoutHandshake) await call("handshake", { engineAddress: "" });
    await call("configure", { args, acceptSecrets: !options.withoutSecrets, acceptResources: true });
  } catch (error) {
    await simcloud.close();
    throw error;
  }
  return simcloud;
}

export interface Plugin {
  readonly stdout: () => string;
  call<K extends keyof Table>(
    method: K,
    request: MessageInitShape<Table[K]["input"]>,
  ): Promise<MessageShape<Table[K]["output"]>>;
  close(): Promise<void>;
}

/** Starts a module as a provider process, without sending a request. */
export async function startPlugin(module: string, env: Readonly<Record<string, string>>): Promise<Plugin> {
  const loader = module.endsWith(".ts") ? ["--import", "tsx"] : [];
  const child = spawn(process.execPath, [...loader, module, "127.0.0.1:1"], {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  while (!stdout.includes("\n")) await Promise.race([once(child.stdout, "data"), exited(child)]);
  const port = /(\d+)\n/.exec(stdout)?.[1] ?? "";
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), { "grpc.enable_http_proxy": 0 });
  return {
    stdout: () => stdout,
    call: <K extends keyof Table>(method: K, request: MessageInitShape<Table[K]["input"]>) =>
      unary<Table[K]>(client, ResourceProvider.method[method], request),
    close: async () => {
      client.close();
      child.kill();
      await exited(child);
    },
  };
}

function urnOf(type: string): string {
  return `urn:pulumi:dev::test::${type}::it`;
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

function unary<M extends DescMethod>(
  client: Client,
  method: M,
  request: MessageInitShape<M["input"]>,
): Promise<MessageShape<M["output"]>> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/${ResourceProvider.typeName}/${method.name}`,
      (message: MessageShape<M["input"]>) => Buffer.from(toBinary(method.input, message)),
      (bytes: Buffer) => fromBinary(method.output, bytes) as MessageShape<M["output"]>,
      create(method.input, request) as MessageShape<M["input"]>,
      { deadline: Date.now() + 10_000 },
      (error: ServiceError | null, response) => (error || response === undefined ? reject(error) : resolve(response)),
    );
  });
}
