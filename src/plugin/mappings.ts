import type { Connection } from "./connection.ts";
import { resourceProviderService as service } from "./proto/service.ts";
import { ProviderError } from "./provider.ts";

/**
 * Gets the mappings as the engine does. If GetMappings is not implemented or lists no providers, asks for the mapping of a single provider without a
 * name.
 */
export async function askMappings(connection: Connection, tool: string): Promise<readonly Uint8Array[]> {
  const named = await ifImplemented(async () => {
    const request = { $typeName: "pulumirpc.GetMappingsRequest", key: tool } as const;
    const { providers } = await connection.call(service.getMappings, request);
    return providers;
  });
  const providers = named === undefined || named.length === 0 ? [""] : named;
  const answers = await Promise.all(
    providers.map((provider) =>
      ifImplemented(async () => {
        const request = { $typeName: "pulumirpc.GetMappingRequest", key: tool, provider } as const;
        const { data } = await connection.call(service.getMapping, request);
        return data;
      }),
    ),
  );
  return answers.flatMap((data) => (data === undefined || data.length === 0 ? [] : [data]));
}

async function ifImplemented<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "unimplemented") return undefined;
    throw error;
  }
}
