/** Starts a thread for gRPC, which calls plugins and serves their calls. The main thread encodes and decodes the values. */
import { MessageChannel } from "node:worker_threads";
import { type Batch, type FromThread, noBytes, Outbox, ownsLargeBuffer, type ToThread, unpack } from "./batch.ts";
import { grpcCode } from "./grpc-code.ts";
import { startWorker } from "./grpc-worker-start.ts";

/** The result of a call. If the code is 0, `bytes` is the answer. Otherwise, `bytes` is the packed status, or empty if there is none. */
export interface Reply {
  readonly code: number;
  readonly details: string;
  readonly overLimit: boolean;
  readonly bytes: Buffer;
}

interface Question {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Milliseconds from the start of the call; 0 means no limit. */
  readonly limitMs: number;
  /** True to queue the call if the maximum number of calls is running; false to start it at once. */
  readonly inLine: boolean;
  /** Receives the messages of a streamed answer in order, so the reply is empty. Omit for unary methods. */
  readonly onPart?: (bytes: Buffer) => void;
}

export interface Wire {
  ready(withinMs: number): Promise<boolean>;
  /** Sends a call and waits for its end. Never rejects. */
  send(question: Question): Promise<Reply>;
  cancel(): void;
  close(): void;
}

/** The answer of a service: `bytes`, or a failure if the code is not 0. */
export interface Answer {
  readonly code: number;
  readonly details: string;
  readonly bytes?: Uint8Array;
}

interface Served {
  readonly port: number;
  close(): void;
}

export interface GrpcThread {
  connect(port: number): Wire;
  /** Serves unary methods on a free port of the loopback interface. Throws if all ports are in use or the thread has ended. */
  serve(answers: Answers): Promise<Served>;
  /** Ends the thread. Running calls fail with UNAVAILABLE. */
  close(): void;
}

type Waiting =
  | { readonly answer: (reply: Reply) => void; readonly onPart?: Question["onPart"] }
  | { readonly ready: (ready: boolean) => void }
  | { readonly serving: (port: number) => void };

/**
 * Starts the thread, which loads grpc-js. It keeps the process alive only during calls.
 *
 * @param atOnce the maximum number of concurrent `inLine` calls over all connections. Further calls wait in the thread, so the next one starts at
 * once even if the main thread is busy.
 */
export function startGrpcThread(atOnce: number): GrpcThread {
  const worker = startWorker();
  const outbox = new Outbox<ToThread>(worker, queueMicrotask);
  outbox.post({ kind: "limit", atOnce });
  const waiting = new Map<number, Waiting>();
  const services = new Services();
  let wires = 0;
  let calls = 0;
  let ended: string | undefined;
  const wait = (entry: Waiting): number => {
    if (waiting.size === 0) worker.ref();
    calls += 1;
    waiting.set(calls, entry);
    // The thread cannot answer any more.
    if (ended !== undefined) answerUnavailable(take(calls), ended);
    return calls;
  };
  const take = (call: number): Waiting | undefined => {
    const entry = waiting.get(call);
    waiting.delete(call);
    if (waiting.size === 0) worker.unref();
    return entry;
  };
  worker.on("message", (batch: Batch<FromThread>) => {
    for (const [message, bytes] of unpack(batch)) {
      if (message.kind === "part") passOn(waiting.get(message.call), bytes);
      else if (message.kind === "question") services.answer(message, bytes, outbox);
      else deliver(take(message.call), message, bytes);
    }
  });
  const gone = (details: string): void => {
    ended ??= details;
    for (const call of waiting.keys()) answerUnavailable(take(call), ended);
  };
  worker.on("error", (error) => gone(`the gRPC thread ended: ${error.message}`));
  // Adding the message listener made the thread keep the process alive again.
  worker.unref();
  return {
    connect(port) {
      wires += 1;
      outbox.post({ kind: "connect", wire: wires, port });
      return newWire(wires, outbox, wait);
    },
    async serve(answers) {
      const service = services.add(answers);
      const port = await new Promise<number>((serving) => {
        outbox.post({ kind: "serve", service, call: wait({ serving }), paths: [...answers.keys()] });
      });
      if (port === 0) throw new Error(ended ?? "there is no free port on the loopback interface");
      return {
        port,
        close: () => {
          services.remove(service);
          outbox.post({ kind: "stop", service });
        },
      };
    },
    close() {
      void worker.terminate();
      gone("the connection is closed");
    },
  };
}

/** @param wait registers a call that waits for its answer, and returns the number of the call */
function newWire(wire: number, outbox: Outbox<ToThread>, wait: (entry: Waiting) => number): Wire {
  return {
    ready: (withinMs) =>
      new Promise((ready) => {
        outbox.post({ kind: "ready", wire, call: wait({ ready }), withinMs });
      }),
    send: ({ path, bytes, limitMs, inLine, onPart }) =>
      new Promise((answer) => {
        const call = wait({ answer, onPart });
        outbox.post({ kind: "call", wire, call, path, limitMs, inLine, inParts: onPart !== undefined }, bytes);
      }),
    cancel: () => outbox.post({ kind: "cancel", wire }),
    close: () => outbox.post({ kind: "close", wire }),
  };
}

/** Frees the memory of a large answer, which must not be used afterwards. The garbage collector would free it much later. */
export function giveBack(answer: Uint8Array): void {
  if (!ownsLargeBuffer(answer)) return;
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(undefined, [answer.buffer]);
  port2.close();
}

type ClientQuestion = FromThread & { readonly kind: "question" };

type Answers = ReadonlyMap<string, (request: Buffer) => Answer | Promise<Answer>>;

class Services {
  readonly #answers = new Map<number, Answers>();
  #added = 0;

  add(answers: Answers): number {
    this.#added += 1;
    this.#answers.set(this.#added, answers);
    return this.#added;
  }

  remove(service: number): void {
    this.#answers.delete(service);
  }

  answer({ service, question, path }: ClientQuestion, request: Buffer, outbox: Outbox<ToThread>): void {
    const answer = this.#answers.get(service)?.get(path);
    const answered = answer?.(request) ?? { code: grpcCode.unavailable, details: "the service is closed" };
    const post = ({ bytes, ...status }: Answer): void =>
      outbox.post({ kind: "reply", service, question, ...status }, bytes);
    if (answered instanceof Promise) void answered.then(post);
    else post(answered);
  }
}

function answerUnavailable(entry: Waiting | undefined, details: string): void {
  if (entry === undefined) return;
  if ("ready" in entry) entry.ready(false);
  else if ("serving" in entry) entry.serving(0);
  else entry.answer({ code: grpcCode.unavailable, details, overLimit: false, bytes: noBytes });
}

function passOn(entry: Waiting | undefined, part: Buffer): void {
  if (entry !== undefined && "answer" in entry) entry.onPart?.(part);
}

function deliver(entry: Waiting | undefined, message: FromThread, bytes: Buffer): void {
  if (entry === undefined) return;
  if ("ready" in entry) entry.ready(message.kind === "ready" && message.ready);
  else if ("serving" in entry) entry.serving(message.kind === "serving" ? message.port : 0);
  else if (message.kind === "failure") {
    const { code, details, overLimit } = message;
    entry.answer({ code, details, overLimit, bytes });
  } else entry.answer({ code: grpcCode.ok, details: "", overLimit: false, bytes });
}
