/** Serves the engine's services to a running program: a resource monitor, the Engine service, package schemas, and Terraform mappings. */

import type { Monitor } from "../domain/registration.ts";
import { allBytes } from "../value/json/byte-source.ts";
import { builtinSchema } from "./builtin-schema.ts";
import { type PluginLog, serveEngine } from "./engine-service.ts";
import type { GrpcThread } from "./grpc-thread.ts";
import type { Host } from "./host.ts";
import { answered, serveMonitor } from "./monitor-service.ts";
import { loaderService, mapperService } from "./proto/service.ts";

/** The addresses of the services, each as `127.0.0.1:<port>`. */
export interface PreviewServer {
  readonly monitorAddress: string;
  readonly engineAddress: string;
  readonly loaderAddress: string;
  readonly mapperAddress: string;
  /** Stops all services immediately. Never throws. */
  close(): void;
}

type ServingHost = Pick<Host, "launch" | "isInstalled">;

/** Starts the services on free ports of the loopback interface. */
export async function servePreview(
  thread: GrpcThread,
  monitor: Monitor,
  host: ServingHost,
  onLog: (log: PluginLog) => void,
): Promise<PreviewServer> {
  const monitorServer = await serveMonitor(thread, monitor);
  const engineServer = await serveEngine(thread, onLog);
  const loader = await thread.serve(new Map([schemaAnswer(host)]));
  const mapper = await thread.serve(new Map([mappingAnswer(host)]));
  return {
    monitorAddress: monitorServer.address,
    engineAddress: engineServer.address,
    loaderAddress: `127.0.0.1:${loader.port}`,
    mapperAddress: `127.0.0.1:${mapper.port}`,
    close: () => {
      monitorServer.close();
      engineServer.close();
      loader.close();
      mapper.close();
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

/** Answers with the mapping of the provider's plugin, if it is in Pulumi's plugin cache, as the engine does. An empty answer means that names follow the package schema. */
function mappingAnswer(host: ServingHost) {
  return answered(mapperService.getMapping, async ({ provider: name, pulumiProvider, parameterizationHint }) => {
    const descriptor = { name: pulumiProvider === "" ? name : pulumiProvider, parameterization: parameterizationHint };
    const mappings = host.isInstalled(descriptor)
      ? await host.launch(descriptor).then((provider) => provider.getMappings("terraform"))
      : [];
    return { $typeName: "codegen.GetMappingResponse" as const, data: mappings[0] ?? new Uint8Array() };
  });
}
