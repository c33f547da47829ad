/** Converts the generated descriptors of the gRPC services of plugins and of the engine to the definitions that grpc-js expects. */
import { type DescMessage, type DescMethod, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import type { MethodDefinition } from "@grpc/grpc-js";
import { Engine } from "./gen/engine_pb.ts";
import { LanguageRuntime } from "./gen/language_pb.ts";
import { Loader } from "./gen/loader_pb.ts";
import { Mapper } from "./gen/mapper_pb.ts";
import { Callbacks, ResourceMonitor } from "./gen/monitor_pb.ts";
import { ResourceProvider } from "./gen/provider_pb.ts";

/** Values can have 300 levels, and each level needs three nested messages. The default limit of 100 messages would allow only 33 levels. */
const wireReadOptions = { recursionLimit: 1000, readUnknownFields: false };

interface MethodShape {
  readonly methodKind: DescMethod["methodKind"];
  readonly input: DescMessage;
  readonly output: DescMessage;
}

interface ServiceShape<M extends Record<string, MethodShape>> {
  readonly typeName: string;
  readonly method: { readonly [K in keyof M]: DescMethod & M[K] };
}

/** One definition per method, keyed by its name in camelCase (`getPluginInfo`), which `addService` accepts. */
export type Definitions<M extends Record<string, MethodShape>> = {
  readonly [K in keyof M]: MethodDefinition<MessageShape<M[K]["input"]>, MessageShape<M[K]["output"]>>;
};

/** `pulumirpc.ResourceProvider`, which plugins serve. */
export const resourceProviderService = methodDefinitions(ResourceProvider);

/** `pulumirpc.Engine`, which the host serves for plugins. */
export const engineService = methodDefinitions(Engine);

/** `pulumirpc.ResourceMonitor`, which a preview serves to the program. */
export const resourceMonitorService = methodDefinitions(ResourceMonitor);

/** `pulumirpc.Callbacks`, which a program serves for its transforms. */
export const callbacksService = methodDefinitions(Callbacks);

/** `pulumirpc.LanguageRuntime`, which language hosts serve. */
export const languageService = methodDefinitions(LanguageRuntime);

/** `codegen.Loader`, which a language host calls for schemas. */
export const loaderService = methodDefinitions(Loader);

/** `codegen.Mapper`, which a language host calls for Terraform mappings. */
export const mapperService = methodDefinitions(Mapper);

/** Encodes a message to store its bytes in another message. */
export function encodeMessage<D extends DescMessage>(schema: D, message: MessageShape<D>): Uint8Array {
  return toBinary(schema, message);
}

/** Decodes a message from the bytes in another message. */
export function decodeMessage<D extends DescMessage>(schema: D, bytes: Uint8Array): MessageShape<D> {
  return fromBinary(schema, bytes, wireReadOptions);
}

function methodDefinitions<M extends Record<string, MethodShape>>(service: ServiceShape<M>): Definitions<M> {
  const result: Record<string, MethodDefinition<unknown, unknown>> = {};
  for (const [key, method] of Object.entries<DescMethod>(service.method)) {
    result[key] = {
      path: `/${service.typeName}/${method.name}`,
      originalName: method.name,
      requestStream: false,
      responseStream: method.methodKind === "server_streaming",
      ...codec("request", method.input),
      ...codec("response", method.output),
    } as MethodDefinition<unknown, unknown>;
  }
  return result as Definitions<M>;
}

function codec(side: "request" | "response", schema: DescMessage): object {
  return {
    [`${side}Serialize`]: (message: MessageShape<DescMessage>): Buffer => {
      const bytes = toBinary(schema, message);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    [`${side}Deserialize`]: (bytes: Buffer): MessageShape<DescMessage> => fromBinary(schema, bytes, wireReadOptions),
  };
}
