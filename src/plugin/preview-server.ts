/**
 * Serves a running program what the engine serves it: a resource monitor, and the Engine service.
 */
import type { Monitor } from "../domain/registration.ts";
import { type PluginLog, serveEngine } from "./engine-service.ts";
import type { GrpcThread } from "./grpc-thread.ts";
import { serveMonitor } from "./monitor-service.ts";

export interface PreviewServer {
  /** `127.0.0.1:<port>` of each service. */
  readonly monitorAddress: string;
  readonly engineAddress: string;
  /** Stops both at once; never throws. */
  close(): void;
}

/** Starts both services on free ports of the loopback interface. */
export async function servePreview(
  thread: GrpcThread,
  monitor: Monitor,
  onLog: (log: PluginLog) => void,
): Promise<PreviewServer> {
  const [monitorServer, engineServer] = [await serveMonitor(thread, monitor), await serveEngine(thread, onLog)];
  return {
    monitorAddress: monitorServer.address,
    engineAddress: engineServer.address,
    close: () => {
      monitorServer.close();
      engineServer.close();
    },
  };
}
