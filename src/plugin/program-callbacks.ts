/** Calls functions of a running program, which it serves as callbacks. */
import { grpcCode } from "./grpc-code.ts";
import type { GrpcThread, Wire } from "./grpc-thread.ts";
import type { Callback } from "./proto/gen/monitor_pb.ts";
import { callbacksService } from "./proto/service.ts";

/** The functions run in the program, so they have no time limit. */
const noLimitMs = 0;

export class ProgramCallbacks {
  readonly #thread: GrpcThread;
  /** The connections to the program, by address. */
  readonly #wires = new Map<string, Wire>();

  constructor(thread: GrpcThread) {
    this.#thread = thread;
  }

  /** Calls a function with an encoded message. Returns the encoded response. Throws the error of the function. */
  async call({ target, token }: Callback, request: Uint8Array): Promise<Uint8Array> {
    const { path, requestSerialize, responseDeserialize } = callbacksService.invoke;
    const wire = this.#wires.get(target) ?? this.#thread.connect(Number(target.slice(target.lastIndexOf(":") + 1)));
    this.#wires.set(target, wire);
    const bytes = requestSerialize({ $typeName: "pulumirpc.CallbackInvokeRequest", token, request });
    const reply = await wire.send({ path, bytes, limitMs: noLimitMs, inLine: false });
    if (reply.code !== grpcCode.ok) throw new Error(reply.details);
    return responseDeserialize(reply.bytes).response;
  }

  close(): void {
    for (const wire of this.#wires.values()) wire.close();
  }
}
