/** Serves the methods of the Engine service that plugins need, such as Log (docs/providers.md#the-engine-service). */
import type { MethodDefinition } from "@grpc/grpc-js";
import { grpcCode } from "./grpc-code.ts";
import type { Answer, GrpcThread } from "./grpc-thread.ts";
import { engineService as service } from "./proto/service.ts";

type Severity = "debug" | "info" | "warning" | "error";

export interface PluginLog {
  readonly severity: Severity;
  readonly message: string;
  readonly urn: string;
  readonly ephemeral: boolean;
}

export interface EngineServer {
  readonly address: string;
  /** Stops the server immediately. Never throws. */
  close(): void;
}

const severities: readonly Severity[] = ["debug", "info", "warning", "error"];

export async function serveEngine(thread: GrpcThread, onLog: (log: PluginLog) => void): Promise<EngineServer> {
  let rootUrn = "";
  const served = await thread.serve(
    new Map([
      answeredMethod(service.log, ({ severity: number, message, urn, ephemeral }) => {
        const severity = severities[number];
        if (severity === undefined) return new Failure(grpcCode.invalidArgument, "Unrecognized logging severity");
        onLog({ severity, message, urn, ephemeral });
        return { $typeName: "pulumirpc.Empty" as const };
      }),
      answeredMethod(service.getRootResource, () => ({
        $typeName: "pulumirpc.GetRootResourceResponse" as const,
        urn: rootUrn,
      })),
      answeredMethod(service.setRootResource, ({ urn }) => {
        rootUrn = urn;
        return { $typeName: "pulumirpc.SetRootResourceResponse" as const };
      }),
      answeredMethod(
        service.startDebugging,
        () => new Failure(grpcCode.failedPrecondition, "debugging is not enabled"),
      ),
      // An empty response accepts every version range.
      answeredMethod(service.requirePulumiVersion, () => ({
        $typeName: "pulumirpc.RequirePulumiVersionResponse" as const,
      })),
    ]),
  );
  return { address: `127.0.0.1:${served.port}`, close: () => served.close() };
}

class Failure {
  readonly code: number;
  readonly details: string;

  constructor(status: number, details: string) {
    this.code = status;
    this.details = details;
  }
}

/** Returns the path of a method, and a handler that decodes the request and encodes the answer. */
function answeredMethod<I, O>(
  { path, requestDeserialize, responseSerialize }: MethodDefinition<I, O>,
  answer: (request: I) => NoInfer<O> | Failure,
): readonly [string, (request: Buffer) => Answer] {
  const decoded = (bytes: Buffer): I | Failure => {
    try {
      return requestDeserialize(bytes);
    } catch {
      return new Failure(grpcCode.internal, "the request cannot be decoded");
    }
  };
  return [
    path,
    (bytes) => {
      const request = decoded(bytes);
      const result = request instanceof Failure ? request : answer(request);
      if (result instanceof Failure) return { code: result.code, details: result.details };
      return { code: grpcCode.ok, details: "", bytes: responseSerialize(result) };
    },
  ];
}
