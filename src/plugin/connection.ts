/**
 * Calls a plugin over gRPC, with a time limit, cancellation and classified errors.
 */
import { setTimeout as later } from "node:timers/promises";
import type { MethodDefinition } from "@grpc/grpc-js";
import { grpcCode } from "./grpc-code.ts";
import type { GrpcThread, Reply, Wire } from "./grpc-thread.ts";
import type { LoggedErrors, OpenCall } from "./logged-errors.ts";
import { type ProcessEnd, ProviderError } from "./provider.ts";
import { refuseChange } from "./refuse-change.ts";
import { statusError } from "./status.ts";

export interface ConnectionOptions {
  readonly thread: GrpcThread;
  readonly port: number;
  /** Milliseconds for one call; 0: no limit. */
  readonly callTimeoutMs: number;
  readonly signal: AbortSignal;
  /** How the process ended; pending while it lives. */
  readonly ended: Promise<ProcessEnd>;
  readonly redact: (text: string) => string;
  /** Receives what the plugin logs as errors. */
  readonly logged: LoggedErrors;
  /** Called for every call with the method and the type token, or `""`. */
  readonly onCall: (method: string, type: string) => void;
}

/** Facts about a call next to its request. */
export interface CallOptions {
  /** The type token that it is about, for counting. */
  readonly type?: string;
  /** Milliseconds, instead of the connection's time limit. */
  readonly limitMs?: number;
  /** True for calls about resources: they wait while the maximum is under way. Other calls begin at once. */
  readonly inLine?: boolean;
}

export class Connection {
  readonly #wire: Wire;
  readonly #options: ConnectionOptions;
  readonly #onAbort = (): void => this.#wire.cancel();
  #ended: ProcessEnd | undefined;

  /** Connecting begins with the first call or `ready`. */
  constructor(options: ConnectionOptions) {
    this.#wire = options.thread.connect(options.port);
    this.#options = options;
    options.signal.addEventListener("abort", this.#onAbort);
    void options.ended.then((end) => {
      this.#ended = end;
    });
  }

  /** True when the plugin answers at its port before the time is over. */
  ready(withinMs: number): Promise<boolean> {
    return this.#wire.ready(withinMs);
  }

  /**
   * Calls a unary method.
   *
   * @throws ProviderError (a StatusError when the plugin answered); "malformed" when the answer cannot be decoded.
   */
  async call<I, O>(method: MethodDefinition<I, O>, request: I, options: CallOptions = {}): Promise<O> {
    const { bytes } = await this.#send(method, request, options);
    return this.#answer(method, bytes);
  }

  /**
   * Calls a method that streams its answer. Waits for the end of the stream: of one that breaks off nothing counts.
   *
   * @throws as `call`.
   */
  async stream<I, O>(method: MethodDefinition<I, O>, request: I, options: CallOptions = {}): Promise<readonly O[]> {
    const parts: Buffer[] = [];
    await this.#send(method, request, options, (part) => parts.push(part));
    return parts.map((bytes) => this.#answer(method, bytes));
  }

  async #send<I, O>(
    method: MethodDefinition<I, O>,
    request: I,
    options: CallOptions,
    onPart?: (bytes: Buffer) => void,
  ): Promise<Reply> {
    const { type = "", limitMs = this.#options.callTimeoutMs, inLine = false } = options;
    const name = shortMethodName(method);
    if (this.#options.signal.aborted && name !== "Cancel") throw cancelled(name);
    refuseChange(name, request);
    this.#options.onCall(name, type);
    const bytes = method.requestSerialize(request);
    const open = this.#options.logged.open(urnOf(request));
    try {
      const reply = await this.#wire.send({ path: method.path, bytes, limitMs, inLine, onPart });
      if (reply.code !== grpcCode.ok) throw await this.#explain(reply, name, open);
      return reply;
    } finally {
      open.close();
    }
  }

  #answer<I, O>(method: MethodDefinition<I, O>, bytes: Buffer): O {
    try {
      return method.responseDeserialize(bytes);
    } catch {
      const name = shortMethodName(method);
      throw new ProviderError("malformed", name, `the plugin's answer to ${name} cannot be decoded`);
    }
  }

  /** Ends the calls that are under way or wait in line. */
  cancelCalls(): void {
    this.#wire.cancel();
  }

  close(): void {
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    this.#wire.close();
  }

  async #explain(error: Reply, name: string, open: OpenCall): Promise<ProviderError> {
    if (this.#options.signal.aborted && name !== "Cancel") return cancelled(name);
    // The plugin may have a time limit of its own, with a message of its own.
    if (error.overLimit) {
      return new ProviderError("timeout", name, "There was no answer within the time that --timeout gives.");
    }
    // A broken connection is seen before the end of the process behind it.
    const broken =
      error.code === grpcCode.unavailable || error.code === grpcCode.internal || error.code === grpcCode.cancelled;
    if (broken && this.#ended === undefined) await Promise.race([this.#options.ended, later(250)]);
    // The process may be a wrapper that lives on after what served the calls.
    if (error.code === grpcCode.unavailable && this.#ended === undefined && !(await this.ready(1000))) {
      return new ProviderError("died", name, "the plugin does not listen any more");
    }
    // Logs arrive over another connection, perhaps after the answer.
    if (error.details.trim() === "" && open.messages().length === 0) await later(100);
    return statusError(error, name, { ended: this.#ended, logged: open.messages(), redact: this.#options.redact });
  }
}

function shortMethodName({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function urnOf(request: unknown): string {
  const { urn } = request as { readonly urn?: unknown };
  return typeof urn === "string" ? urn : "";
}

function cancelled(method: string): ProviderError {
  return new ProviderError("cancelled", method, "the run was interrupted");
}
