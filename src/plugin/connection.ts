/**
 * The gRPC connection to a plugin, two channels that take turns: calls with a deadline, cancellation, and errors that are classed.
 */
import type {
  ChannelInterface as Channel,
  Client as GrpcClient,
  Metadata,
  MethodDefinition,
  StatusObject,
} from "@grpc/grpc-js";
import { type ProcessEnd, ProviderError } from "./provider.ts";
import { code, statusError } from "./status.ts";

type Grpc = typeof import("@grpc/grpc-js");
type Call = ReturnType<Channel["createCall"]>;

export interface ConnectionOptions {
  readonly port: number;
  /** Milliseconds for one call; 0: no limit. */
  readonly callTimeoutMs: number;
  readonly signal: AbortSignal;
  /** How the process ended; pending while it lives. */
  readonly ended: Promise<ProcessEnd>;
  readonly redact: (text: string) => string;
  /** Told of every call: the method and the type token it is about, or `""`. */
  readonly onCall: (method: string, type: string) => void;
}

/**
 * Channel options that matter (dependencies.md, gRPC client options). What is retried we decide ourselves (patient-provider.ts), and nobody
 * asks for statistics.
 */
export const channelOptions = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
  "grpc.enable_retries": 0,
  "grpc.enable_channelz": 0,
  "grpc.use_local_subchannel_pool": 1,
  "grpc-node.flow_control_window": 16 * 1024 * 1024,
};

export class Connection {
  /** Over one alone, client and plugin wait for each other: each sends only when it is through with all that came. */
  readonly #clients: readonly [GrpcClient, GrpcClient];
  readonly #channels: readonly [Channel, Channel];
  readonly #metadata: Metadata;
  readonly #options: ConnectionOptions;
  readonly #outstanding = new Set<Call>();
  readonly #onAbort = (): void => {
    for (const call of this.#outstanding) call.cancelWithStatus(code.cancelled, "the run was interrupted");
  };
  #ended: ProcessEnd | undefined;
  #calls = 0;

  private constructor(grpc: Grpc, options: ConnectionOptions) {
    const client = (): GrpcClient =>
      new grpc.Client(`127.0.0.1:${options.port}`, grpc.credentials.createInsecure(), channelOptions);
    this.#metadata = new grpc.Metadata();
    this.#clients = [client(), client()];
    this.#channels = [grpc.getClientChannel(this.#clients[0]), grpc.getClientChannel(this.#clients[1])];
    this.#options = options;
    options.signal.addEventListener("abort", this.#onAbort);
    void options.ended.then((end) => {
      this.#ended = end;
    });
  }

  /** Loads grpc-js and makes the channels; connecting begins with the first call or `ready`. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    return new Connection(await import("@grpc/grpc-js"), options);
  }

  /** True when the plugin answers at its port before the time is over. */
  ready(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#clients[0].waitForReady(Date.now() + withinMs, (error) => resolve(error === undefined || error === null));
    });
  }

  /**
   * Calls a unary method.
   *
   * @param type the type token that the call is about, for counting.
   * @param timeoutMs instead of the connection's time limit.
   * @throws ProviderError (a StatusError when the plugin answered); "malformed" when the answer cannot be decoded.
   */
  async call<I, O>(method: MethodDefinition<I, O>, request: I, type = "", timeoutMs?: number): Promise<O> {
    const name = method.path.slice(method.path.lastIndexOf("/") + 1);
    if (this.#options.signal.aborted && name !== "Cancel") throw cancelled(name);
    this.#options.onCall(name, type);
    const limit = timeoutMs ?? this.#options.callTimeoutMs;
    const bytes = method.requestSerialize(request);
    const answer = await this.#send(method.path, name, bytes, limit > 0 ? Date.now() + limit : Infinity);
    try {
      return method.responseDeserialize(answer);
    } catch {
      throw new ProviderError("malformed", name, `the plugin's answer to ${name} cannot be decoded`);
    }
  }

  close(): void {
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    for (const client of this.#clients) client.close();
  }

  /** One message each way, over the channel itself: interceptors and the stack of the caller would cost a fifth of the call. */
  #send(path: string, name: string, bytes: Buffer, deadline: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#calls += 1;
      const channel = this.#calls % 2 === 0 ? this.#channels[1] : this.#channels[0];
      const call = channel.createCall(path, deadline, null, null, null);
      let answer: Buffer | undefined;
      this.#outstanding.add(call);
      call.start(this.#metadata, {
        onReceiveMetadata: () => {},
        onReceiveMessage: (message: Buffer | null) => {
          answer ??= message ?? undefined;
        },
        onReceiveStatus: (status) => {
          this.#outstanding.delete(call);
          if (status.code !== 0) this.#explain(status, name, deadline).then(reject, reject);
          else if (answer === undefined)
            reject(new ProviderError("malformed", name, `the plugin's answer to ${name} is empty`));
          else resolve(answer);
        },
      });
      call.startRead();
      call.sendMessageWithContext({}, bytes);
      call.halfClose();
    });
  }

  async #explain(error: StatusObject, name: string, deadline: number): Promise<ProviderError> {
    if (this.#options.signal.aborted && name !== "Cancel") return cancelled(name);
    // Our own limit, told in our own words; a limit of the plugin's has its own.
    if (error.code === code.deadlineExceeded && Date.now() >= deadline) {
      return new ProviderError("timeout", name, "There was no answer within the time that --timeout gives.");
    }
    // A broken connection is seen before the end of the process behind it.
    const broken = error.code === code.unavailable || error.code === code.internal || error.code === code.cancelled;
    if (broken && this.#ended === undefined) await Promise.race([this.#options.ended, later(250)]);
    // The process may be a wrapper that lives on after what served the calls.
    if (error.code === code.unavailable && this.#ended === undefined && !(await this.ready(1000))) {
      return new ProviderError("died", name, "the plugin does not listen any more");
    }
    return statusError(error, name, this.#ended, this.#options.redact);
  }
}

function cancelled(method: string): ProviderError {
  return new ProviderError("cancelled", method, "the run was interrupted");
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
