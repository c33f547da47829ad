/**
 * The thread that speaks gRPC for a run, seen from the run: connections to plugins over which bytes are sent and answered. The run derives
 * while it packs and unpacks; on one thread they would take turns.
 */
import { Worker } from "node:worker_threads";
import { type Batch, type FromThread, Outbox, opened, type ThreadData, type ToThread } from "./batch.ts";
import { code } from "./grpc-code.ts";

/** How a call ended: `bytes` are the answer where the code is 0, else the packed status, if there is one. */
export interface Reply {
  readonly code: number;
  readonly details: string;
  /** Our own limit ended it, not one of the plugin's. */
  readonly overLimit: boolean;
  readonly bytes: Buffer;
}

export interface Question {
  /** Of the method. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Milliseconds from when it begins; 0: no limit. */
  readonly limitMs: number;
  /** True: it begins when fewer calls are under way than there may be, false: at once. */
  readonly inLine: boolean;
}

/** A connection to one port. */
export interface Wire {
  /** True when somebody answers there before the time is over. */
  ready(withinMs: number): Promise<boolean>;
  /** Never rejects. */
  send(question: Question): Promise<Reply>;
  /** Ends all calls that are under way or wait in line, with CANCELLED. */
  cancel(): void;
  close(): void;
}

export interface GrpcThread {
  connect(port: number): Wire;
  /** Ends the thread; what is under way is answered UNAVAILABLE. */
  close(): void;
}

type Waiting = { readonly answer: (reply: Reply) => void } | { readonly ready: (ready: boolean) => void };

const nothing = Buffer.alloc(0);

/** From here, compiled or bundled; a thread cannot be started from source, so there it is the compiled one. */
const script = import.meta.url.endsWith(".ts") ? "../../dist/src/plugin/grpc-worker.js" : "../plugin/grpc-worker.js";

/**
 * Starts the thread; it loads grpc-js. It keeps the process alive only while something is asked of it.
 *
 * @param atOnce so many calls that stand in line are under way together, over all connections. The line is in the thread: one call ends and
 * the next begins there, however busy the run is.
 */
export function startGrpcThread(atOnce: number): GrpcThread {
  const workerData: ThreadData = { atOnce };
  const worker = new Worker(new URL(script, import.meta.url), { execArgv: [], workerData });
  worker.unref();
  const outbox = new Outbox<ToThread>(worker, queueMicrotask);
  const waiting = new Map<number, Waiting>();
  let wires = 0;
  let calls = 0;
  let ended: string | undefined;
  const wait = (one: Waiting): number => {
    if (waiting.size === 0) worker.ref();
    calls += 1;
    waiting.set(calls, one);
    // Nobody would answer.
    if (ended !== undefined) refuse(settle(calls), ended);
    return calls;
  };
  const settle = (call: number): Waiting | undefined => {
    const one = waiting.get(call);
    waiting.delete(call);
    if (waiting.size === 0) worker.unref();
    return one;
  };
  worker.on("message", (batch: Batch<FromThread>) => {
    for (const [message, bytes] of opened(batch)) deliver(settle(message.call), message, bytes);
  });
  const gone = (details: string): void => {
    ended ??= details;
    for (const call of waiting.keys()) refuse(settle(call), ended);
  };
  worker.on("error", (error) => gone(`the gRPC thread ended: ${error.message}`));
  return {
    connect(port) {
      wires += 1;
      const wire = wires;
      outbox.post({ kind: "connect", wire, port });
      return {
        ready: (withinMs) =>
          new Promise((ready) => {
            outbox.post({ kind: "ready", wire, call: wait({ ready }), withinMs });
          }),
        send: ({ path, bytes, limitMs, inLine }) =>
          new Promise((answer) => {
            outbox.post({ kind: "call", wire, call: wait({ answer }), path, limitMs, inLine }, bytes);
          }),
        cancel: () => outbox.post({ kind: "cancel", wire }),
        close: () => outbox.post({ kind: "close", wire }),
      };
    },
    close() {
      void worker.terminate();
      gone("the connection is closed");
    },
  };
}

function refuse(one: Waiting | undefined, details: string): void {
  if (one === undefined) return;
  if ("ready" in one) one.ready(false);
  else one.answer({ code: code.unavailable, details, overLimit: false, bytes: nothing });
}

function deliver(one: Waiting | undefined, message: FromThread, bytes: Buffer): void {
  if (one === undefined) return;
  if ("ready" in one) one.ready(message.kind === "ready" && message.ready);
  else if (message.kind === "failure") {
    const { code, details, overLimit } = message;
    one.answer({ code, details, overLimit, bytes });
  } else one.answer({ code: code.ok, details: "", overLimit: false, bytes });
}
