/** Calls a plugin over gRPC, with a time limit, cancellation, and classified errors. */
import { setTimeout as later } from "node:timers/promises";
import type { MethodDefinition } from "@grpc/grpc-js";
import type { PluginLog } from "./engine-service.ts";
import { grpcCode } from "./grpc-code.ts";
import type { GrpcThread, Reply, Wire } from "./grpc-thread.ts";
import { type ProcessEnd, ProviderError } from "./provider.ts";
import { refuseChange } from "./refuse-change.ts";
import { statusError } from "./status.ts";

export interface ConnectionOptions {
  readonly thread: GrpcThread;
  readonly port: number;
  readonly callTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly ended: Promise<ProcessEnd>;
  readonly redact: (text: string) => string;
  readonly logged: LoggedErrors;
  readonly onCall: (method: string, type: string) => void;
}

export interface CallOptions {
  readonly type?: string;
  /** Milliseconds. Defaults to the limit of the connection. */
  readonly limitMs?: number;
  /** True to queue the call if the maximum number of calls is running. For calls about resources. Defaults to false. */
  readonly inLine?: boolean;
}

export class Connection {
  readonly #wire: Wire;
  readonly #options: ConnectionOptions;
  readonly #onAbort = (): void => this.#wire.cancel();
  #ended: ProcessEnd | undefined;

  /** Connects only when `call`, `stream`, or `ready` is called. */
  constructor(options: ConnectionOptions) {
    this.#wire = options.thread.connect(options.port);
    this.#options = options;
    options.signal.addEventListener("abort", this.#onAbort);
    void options.ended.then((end) => {
      this.#ended = end;
    });
  }

  /** Returns true if the plugin answers at its port in time. */
  ready(withinMs: number): Promise<boolean> {
    return this.#wire.ready(withinMs);
  }

  /**
   * Calls a unary method. Throws a ProviderError, which is a StatusError if the plugin answered with an error. Its failure is "malformed" if the
   * answer cannot be decoded.
   */
  async call<I, O>(method: MethodDefinition<I, O>, request: I, options: CallOptions = {}): Promise<O> {
    const { bytes } = await this.#send(method, request, options);
    return this.#answer(method, bytes);
  }

  /** Calls a method with a streamed answer, and returns all messages when the stream ends. Throws the same errors as `call`. */
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
      throw new ProviderError("malformed", name, `the plugin's response to ${name} cannot be decoded`);
    }
  }

  cancelCalls(): void {
    this.#wire.cancel();
  }

  close(): void {
    this.#options.signal.removeEventListener("abort", this.#onAbort);
    this.#wire.close();
  }

  async #explain(error: Reply, name: string, open: OpenCall): Promise<ProviderError> {
    if (this.#options.signal.aborted && name !== "Cancel") return cancelled(name);
    // If `overLimit` is false, DEADLINE_EXCEEDED comes from a time limit inside the plugin.
    if (error.overLimit) {
      return new ProviderError("timeout", name, "No response within the time limit of --timeout.");
    }
    // The connection breaks before the process ends.
    const broken =
      error.code === grpcCode.unavailable || error.code === grpcCode.internal || error.code === grpcCode.cancelled;
    if (broken && this.#ended === undefined) await Promise.race([this.#options.ended, later(250)]);
    // The process may be a wrapper that keeps running after the server has ended.
    if (error.code === grpcCode.unavailable && this.#ended === undefined && !(await this.ready(1000))) {
      return new ProviderError("died", name, "the plugin no longer listens on its port");
    }
    // Logs use another connection and may arrive after the answer.
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

interface OpenCall {
  readonly messages: () => readonly string[];
  close(): void;
}

export class LoggedErrors {
  readonly #open = new Set<{ readonly urn: string; readonly messages: Set<string> }>();

  add({ severity, message, urn }: Pick<PluginLog, "severity" | "message" | "urn">): void {
    if (severity !== "error" || message.trim() === "") return;
    for (const call of this.#open) if (urn === "" || urn === call.urn) call.messages.add(message.trim());
  }

  open(urn: string): OpenCall {
    const call = { urn, messages: new Set<string>() };
    this.#open.add(call);
    return { messages: () => [...call.messages], close: () => void this.#open.delete(call) };
  }
}
