/**
 * Serves the Engine service, whose address every plugin gets: it takes logs, and little more (docs/providers.md#the-engine-service).
 */
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { channelOptions } from "./channel-options.ts";
import type { LogRequest, SetRootResourceRequest } from "./proto/gen/engine_pb.ts";
import { engineService } from "./proto/service.ts";

export type Severity = "debug" | "info" | "warning" | "error";

export interface PluginLog {
  readonly severity: Severity;
  readonly message: string;
  /** `""`: about no resource. */
  readonly urn: string;
  /** A status message: progress, not output. */
  readonly ephemeral: boolean;
}

export interface EngineServer {
  /** `127.0.0.1:<port>`. */
  readonly address: string;
  /** Stops at once; never throws. */
  close(): void;
}

const severities: readonly Severity[] = ["debug", "info", "warning", "error"];

/** Starts the service on a free port of the loopback interface. */
export async function serveEngine(onLog: (log: PluginLog) => void): Promise<EngineServer> {
  const { Server, ServerCredentials, status } = await import("@grpc/grpc-js");
  const server = new Server(channelOptions);
  let rootUrn = "";
  server.addService(engineService, {
    log(call: ServerUnaryCall<LogRequest, object>, answer: sendUnaryData<object>) {
      const { severity: number, message, urn, ephemeral } = call.request;
      const severity = severities[number];
      if (severity === undefined)
        return answer({ code: status.INVALID_ARGUMENT, details: "Unrecognized logging severity" });
      onLog({ severity, message, urn, ephemeral });
      answer(null, { $typeName: "pulumirpc.Empty" });
    },
    getRootResource(_call: unknown, answer: sendUnaryData<object>) {
      answer(null, { $typeName: "pulumirpc.GetRootResourceResponse", urn: rootUrn });
    },
    setRootResource(call: ServerUnaryCall<SetRootResourceRequest, object>, answer: sendUnaryData<object>) {
      rootUrn = call.request.urn;
      answer(null, { $typeName: "pulumirpc.SetRootResourceResponse" });
    },
    startDebugging(_call: unknown, answer: sendUnaryData<object>) {
      answer({ code: status.FAILED_PRECONDITION, details: "debugging is not enabled" });
    },
    requirePulumiVersion(_call: unknown, answer: sendUnaryData<object>) {
      // There is no CLI version here, and an empty one passes any range.
      answer(null, { $typeName: "pulumirpc.RequirePulumiVersionResponse" });
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { address: `127.0.0.1:${port}`, close: () => server.forceShutdown() };
}
