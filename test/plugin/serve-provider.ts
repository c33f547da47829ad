/**
 * Serves a provider in this process over a real connection, for tests of the wire format.
 */
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from "@grpc/grpc-js";
import { Connection, LoggedErrors } from "../../src/plugin/connection.ts";
import { GrpcProvider } from "../../src/plugin/grpc-provider.ts";
import { startGrpcThread } from "../../src/plugin/grpc-thread.ts";
import { introduce } from "../../src/plugin/handshake.ts";
import { HeldLines } from "../../src/plugin/held-lines.ts";
import { resourceProviderService as service } from "../../src/plugin/proto/service.ts";
import type { ProcessEnd } from "../../src/plugin/provider.ts";
import { SecretFilter } from "../../src/plugin/secret-filter.ts";

type Methods = typeof service;
type Request<K extends keyof Methods> = ReturnType<Methods[K]["requestDeserialize"]>;
type Response<K extends keyof Methods> = Parameters<Methods[K]["responseSerialize"]>[0];

/** Handlers of provider calls. If a handler throws `{code, details, metadata}`, the call or the stream ends with this error. */
export type Handlers = {
  [K in keyof Methods]?: (
    request: Request<K>,
  ) => K extends "list" ? Iterable<Response<K>> : Response<K> | Promise<Response<K>>;
};

function streamed(call: ServerWritableStream<never, never>, responses: () => Iterable<unknown>): void {
  try {
    for (const response of responses()) call.write(response as never);
    call.end();
  } catch (error) {
    call.emit("error", error);
  }
}

export interface Served {
  readonly provider: GrpcProvider;
  close(): Promise<void>;
}

export async function serveProvider(
  handlers: Handlers,
  parameterization?: { readonly name: string; readonly version: string; readonly value: Uint8Array },
): Promise<Served> {
  const server = new Server();
  const getPluginInfo = (): Response<"getPluginInfo"> => ({ $typeName: "pulumirpc.PluginInfo", version: "v1.2.3" });
  const implementation = Object.entries({ getPluginInfo, ...handlers }).map(([name, handle]) => [
    name,
    async (call: ServerUnaryCall<never, never> & ServerWritableStream<never, never>, answer: sendUnaryData<never>) => {
      if (name === "list") return streamed(call, () => handle(call.request) as Iterable<unknown>);
      try {
        answer(null, (await handle(call.request)) as never);
      } catch (error) {
        answer(error as Error);
      }
    },
  ]);
  server.addService(service, Object.fromEntries(implementation));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  const filter = new SecretFilter();
  const { signal } = new AbortController();
  const ended = new Promise<ProcessEnd>(() => {});
  const thread = startGrpcThread(4);
  const connection = new Connection({
    thread,
    port,
    callTimeoutMs: 5000,
    signal,
    ended,
    onCall: () => {},
    redact: (text) => filter.redact(text),
    logged: new LoggedErrors(),
  });
  const located = { executable: "/plugins/p", directory: "/plugins", from: "flag" as const };
  const close = async (): Promise<void> => {
    connection.close();
    thread.close();
    server.forceShutdown();
  };
  try {
    const introduction = await introduce(connection, {
      name: "base",
      located,
      engineAddress: "127.0.0.1:1",
      startTimeoutMs: 5000,
      signal,
      ended,
      ...(parameterization && { parameterization }),
    });
    const name = parameterization?.name ?? "base";
    const held = new HeldLines<string>(() => {});
    const nothing = async (): Promise<undefined> => undefined;
    const schemas = { keeps: async () => false, read: nothing, write: nothing, writeIndex: nothing };
    const askApart = async () => Buffer.alloc(0);
    const end = async (): Promise<void> => {};
    const about = { package: name, connection, introduction };
    const provider = new GrpcProvider({ ...about, filter, held, schemas, askApart, end });
    return { provider, close };
  } catch (error) {
    await close();
    throw error;
  }
}
