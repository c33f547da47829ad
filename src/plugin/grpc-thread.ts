/**
 * Starts a thread for gRPC, opens connections to plugins over it, and serves what plugins ask. The run packs and unpacks values meanwhile;
 * on one thread they would take turns.
 */
import { MessageChannel } from "node:worker_threads";
import { type Batch, type FromThread, noBytes, Outbox, ownsLargeBuffer, type ToThread, unpack } from "./batch.ts";
import { grpcCode } from "./grpc-code.ts";
import { startWorker } from "./grpc-worker-start.ts";

/** The end of a call: `bytes` are the answer where the code is 0, else the packed status, if there is one. */
export interface Reply {
  readonly code: number;
  readonly details: string;
  /** The call exceeded the limit of this run, not one of the plugin. */
  readonly overLimit: boolean;
  readonly bytes: Buffer;
}

interface Question {
  /** Of the method. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Milliseconds from when it begins; 0: no limit. */
  readonly limitMs: number;
  /** True: it waits while the maximum of calls is under way. False: it begins at once. */
  readonly inLine: boolean;
  /** Takes each message of a streamed answer, in their order; the reply has no bytes then. Absent: the answer is one message. */
  readonly onPart?: (bytes: Buffer) => void;
}

/** A connection to one port. */
export interface Wire {
  /** Returns true when a server answers there before the time is over. */
  ready(withinMs: number): Promise<boolean>;
  /** Never rejects. */
  send(question: Question): Promise<Reply>;
  /** Ends all calls that are under way or wait in line, with CANCELLED. */
  cancel(): void;
  close(): void;
}

/** The answer of a service: `bytes` where the code is 0, else the failure. */
export interface Answer {
  readonly code: number;
  readonly details: string;
  readonly bytes?: Uint8Array;
}

/** A server on a port of the loopback interface. */
interface Served {
  readonly port: number;
  /** Stops at once; never throws. */
  close(): void;
}

export interface GrpcThread {
  connect(port: number): Wire;
  /**
   * Serves unary methods on a free port of the loopback interface.
   *
   * @param answers the answer to a request, by the path of the method
   * @throws Error where there is no free port, or the thread ended
   */
  serve(answers: Answers): Promise<Served>;
  /** Ends the thread; what is under way is answered UNAVAILABLE. */
  close(): void;
}

type Waiting =
  | { readonly answer: (reply: Reply) => void; readonly onPart?: Question["onPart"] }
  | { readonly ready: (ready: boolean) => void }
  | { readonly serving: (port: number) => void };

/**
 * Starts the thread, which loads grpc-js. It keeps the process alive only while a request is outstanding.
 *
 * @param atOnce the maximum of queued calls under way, over all connections. The queue is in the thread, so that the next call begins when
 * one ends, however busy the run is.
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
  const wait = (one: Waiting): number => {
    if (waiting.size === 0) worker.ref();
    calls += 1;
    waiting.set(calls, one);
    // Nobody would answer.
    if (ended !== undefined) answerUnavailable(take(calls), ended);
    return calls;
  };
  const take = (call: number): Waiting | undefined => {
    const one = waiting.get(call);
    waiting.delete(call);
    if (waiting.size === 0) worker.unref();
    return one;
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
  // A listener for messages refers to the thread again.
  worker.unref();
  return {
    connect(port) {
      wires += 1;
      outbox.post({ kind: "connect", wire: wires, port });
      return wireOf(wires, outbox, wait);
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

/** @param wait keeps who waits for an answer, and returns the number of the call */
function wireOf(wire: number, outbox: Outbox<ToThread>, wait: (one: Waiting) => number): Wire {
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

/** Frees the memory of a large answer, which nobody reads any more: the collector would come for it at the end of the run. */
export function giveBack(answer: Uint8Array): void {
  if (!ownsLargeBuffer(answer)) return;
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(undefined, [answer.buffer]);
  port2.close();
}

type Asked = FromThread & { readonly kind: "question" };

type Answers = ReadonlyMap<string, (request: Buffer) => Answer | Promise<Answer>>;

/** The services of the thread, by their numbers. */
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

  answer({ service, question, path }: Asked, request: Buffer, outbox: Outbox<ToThread>): void {
    const answer = this.#answers.get(service)?.get(path);
    const answered = answer?.(request) ?? { code: grpcCode.unavailable, details: "the service is closed" };
    const post = ({ bytes, ...status }: Answer): void =>
      outbox.post({ kind: "reply", service, question, ...status }, bytes);
    if (answered instanceof Promise) void answered.then(post);
    else post(answered);
  }
}

function answerUnavailable(one: Waiting | undefined, details: string): void {
  if (one === undefined) return;
  if ("ready" in one) one.ready(false);
  else if ("serving" in one) one.serving(0);
  else one.answer({ code: grpcCode.unavailable, details, overLimit: false, bytes: noBytes });
}

function passOn(one: Waiting | undefined, part: Buffer): void {
  if (one !== undefined && "answer" in one) one.onPart?.(part);
}

function deliver(one: Waiting | undefined, message: FromThread, bytes: Buffer): void {
  if (one === undefined) return;
  if ("ready" in one) one.ready(message.kind === "ready" && message.ready);
  else if ("serving" in one) one.serving(message.kind === "serving" ? message.port : 0);
  else if (message.kind === "failure") {
    const { code, details, overLimit } = message;
    one.answer({ code, details, overLimit, bytes });
  } else one.answer({ code: grpcCode.ok, details: "", overLimit: false, bytes });
}
