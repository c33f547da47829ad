/** Serves the engine's services to a running program: a resource monitor, the Engine service, and package schemas. */

import type { Monitor } from "../domain/registration.ts";
import { allBytes } from "../value/json/byte-source.ts";
import { builtinSchema } from "./builtin-schema.ts";
import { type PluginLog, serveEngine } from "./engine-service.ts";
import type { GrpcThread } from "./grpc-thread.ts";
import type { Host } from "./host.ts";
import { answered, serveMonitor } from "./monitor-service.ts";
import { loaderService } from "./proto/service.ts";

/** The addresses of the services, each as `127.0.0.1:<port>`. */
export interface PreviewServer {
  readonly monitorAddress: string;
  readonly engineAddress: string;
  readonly loaderAddress: string;
  /** Stops all services immediately. Never throws. */
  close(): void;
}

/** Starts the services on free ports of the loopback interface. */
export async function servePreview(
  thread: GrpcThread,
  monitor: Monitor,
  host: Pick<Host, "launch">,
  onLog: (log: PluginLog) => void,
): Promise<PreviewServer> {
  const monitorServer = await serveMonitor(thread, monitor);
  const engineServer = await serveEngine(thread, onLog);
  const loader = await thread.serve(new Map([schemaAnswer(host)]));
  return {
    monitorAddress: monitorServer.address,
    engineAddress: engineServer.address,
    loaderAddress: `127.0.0.1:${loader.port}`,
    close: () => {
      monitorServer.close();
      engineServer.close();
      loader.close();
    },
  };
}

function schemaAnswer(host: Pick<Host, "launch">) {
  return answered(loaderService.getSchema, async ({ package: name, version, downloadUrl, parameterization }) => {
    const $typeName = "codegen.GetSchemaResponse" as const;
    if (name === "pulumi") return { $typeName, schema: Buffer.from(builtinSchema, "utf8") };
    const provider = await host.launch({
      name,
      version: version === "" ? undefined : version,
      downloadUrl: downloadUrl === "" ? undefined : downloadUrl,
      parameterization,
    });
    return { $typeName, schema: allBytes(await provider.getSchema()) };
  });
}
