/** Packs all messages of one event loop turn together, for the transfer between the main thread and the gRPC thread. */

/** A request from the main thread, which numbers the connections (`wire`) and the calls (`call`). */
export type ToThread =
  /** The maximum number of concurrent `inLine` calls. Must be the first request. */
  | { readonly kind: "limit"; readonly atOnce: number }
  | { readonly kind: "connect"; readonly wire: number; readonly port: number }
  | {
      readonly kind: "call";
      readonly wire: number;
      readonly call: number;
      readonly path: string;
      /** Milliseconds from the start of the call; 0 means no limit. */
      readonly limitMs: number;
      /** True to queue the call if the maximum number of calls is running; false to start it at once. */
      readonly inLine: boolean;
      /** True to return each message of the answer as a separate part. */
      readonly inParts: boolean;
    }
  | { readonly kind: "ready"; readonly wire: number; readonly call: number; readonly withinMs: number }
  /** Serves the methods with these paths. The main thread numbers the services. */
  | { readonly kind: "serve"; readonly service: number; readonly call: number; readonly paths: readonly string[] }
  /** The answer to a client's question: its bytes, or a failure if `code` is not 0. */
  | {
      readonly kind: "reply";
      readonly service: number;
      readonly question: number;
      readonly code: number;
      readonly details: string;
    }
  | { readonly kind: "stop"; readonly service: number }
  | { readonly kind: "cancel"; readonly wire: number }
  | { readonly kind: "close"; readonly wire: number };

/** A message from the gRPC thread. Its bytes are an answer, a part of an answer, a client's question, or the packed status of a failure. */
export type FromThread =
  | { readonly kind: "answer"; readonly call: number }
  /** A part of a streamed answer. Another part, or `answer` or `failure`, follows. */
  | { readonly kind: "part"; readonly call: number }
  | {
      readonly kind: "failure";
      readonly call: number;
      readonly code: number;
      readonly details: string;
      /** True if the call exceeded its `limitMs`. */
      readonly overLimit: boolean;
    }
  | { readonly kind: "ready"; readonly call: number; readonly ready: boolean }
  /** Port 0 means that all ports are in use. */
  | { readonly kind: "serving"; readonly call: number; readonly port: number }
  /** A client of a service calls a method. The main thread answers with a `reply`. */
  | { readonly kind: "question"; readonly service: number; readonly question: number; readonly path: string };

export interface Batch<M> {
  readonly messages: readonly M[];
  readonly sizes: readonly number[];
  readonly bytes: Uint8Array;
}

interface Port {
  postMessage(value: unknown, transfer: readonly ArrayBuffer[]): void;
}

/** Collects messages until the end of the event loop turn. */
export class Outbox<M> {
  readonly #port: Port;
  readonly #afterTurn: (flush: () => void) => void;
  #messages: M[] = [];
  #parts: (Uint8Array | undefined)[] = [];

  /** @param afterTurn calls `flush` at the end of the turn */
  constructor(port: Port, afterTurn: (flush: () => void) => void) {
    this.#port = port;
    this.#afterTurn = afterTurn;
  }

  /** Adds a message. The caller must not use `bytes` afterwards. */
  post(message: M, bytes?: Uint8Array): void {
    if (bytes !== undefined && ownsLargeBuffer(bytes)) {
      this.#flush();
      const batch: Batch<M> = { messages: [message], sizes: [bytes.length], bytes };
      this.#port.postMessage(batch, [bytes.buffer]);
      return;
    }
    if (this.#messages.length === 0) this.#afterTurn(() => this.#flush());
    this.#messages.push(message);
    this.#parts.push(bytes);
  }

  #flush(): void {
    if (this.#messages.length === 0) return;
    const sizes = this.#parts.map((part) => part?.length ?? 0);
    const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
    let offset = 0;
    for (const part of this.#parts) {
      if (part === undefined) continue;
      bytes.set(part, offset);
      offset += part.length;
    }
    const batch: Batch<M> = { messages: this.#messages, sizes, bytes };
    this.#messages = [];
    this.#parts = [];
    this.#port.postMessage(batch, [bytes.buffer]);
  }
}

/** Returns true for a large message that has a buffer to itself, which can be transferred without a copy. A schema can have 60 MB. */
export function ownsLargeBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return bytes.length >= 1_000_000 && buffer instanceof ArrayBuffer && buffer.byteLength - bytes.length < 16;
}

export function* unpack<M>({ messages, sizes, bytes }: Batch<M>): Generator<readonly [M, Buffer]> {
  let offset = 0;
  for (const [index, message] of messages.entries()) {
    const size = sizes[index] ?? 0;
    yield [message, Buffer.from(bytes.buffer, bytes.byteOffset + offset, size)];
    offset += size;
  }
}

export const noBytes: Buffer = Buffer.alloc(0);
