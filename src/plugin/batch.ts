/**
 * Packs the messages between the run and its gRPC thread: one transfer for all messages of a turn, followed by their bytes.
 */

/** A request of the run to the thread. `wire` is a connection and `call` a question; the run chooses both numbers. */
export type ToThread =
  /** How many queued calls may be under way together; the first request. */
  | { readonly kind: "limit"; readonly atOnce: number }
  | { readonly kind: "connect"; readonly wire: number; readonly port: number }
  | {
      readonly kind: "call";
      readonly wire: number;
      readonly call: number;
      readonly path: string;
      /** Milliseconds from when the call begins; 0: no limit. */
      readonly limitMs: number;
      /** True: it waits while the maximum of calls is under way. False: it begins at once. */
      readonly inLine: boolean;
      /** True: each message of the answer is a part of its own. */
      readonly inParts: boolean;
    }
  | { readonly kind: "ready"; readonly wire: number; readonly call: number; readonly withinMs: number }
  /** Serves the methods of these paths; `service` is a number that the run chooses. */
  | { readonly kind: "serve"; readonly service: number; readonly call: number; readonly paths: readonly string[] }
  /** The answer to a question of a client: its bytes, or where `code` is not 0 the failure. */
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

/** An answer of the thread, or a question to it. `bytes` are those of the answer, of a part of it, of the question, or of the packed status of a failure. */
export type FromThread =
  | { readonly kind: "answer"; readonly call: number }
  /** More follows: another part, or the end of the call. */
  | { readonly kind: "part"; readonly call: number }
  | {
      readonly kind: "failure";
      readonly call: number;
      readonly code: number;
      readonly details: string;
      /** The call took longer than its `limitMs`. */
      readonly overLimit: boolean;
    }
  | { readonly kind: "ready"; readonly call: number; readonly ready: boolean }
  /** `port` 0: there is no port to serve at. */
  | { readonly kind: "serving"; readonly call: number; readonly port: number }
  /** A client of a service asks; a `reply` follows. */
  | { readonly kind: "question"; readonly service: number; readonly question: number; readonly path: string };

export interface Batch<M> {
  readonly messages: readonly M[];
  /** Bytes of each message. */
  readonly sizes: readonly number[];
  readonly bytes: Uint8Array;
}

interface Port {
  postMessage(value: unknown, transfer: readonly ArrayBuffer[]): void;
}

/** Collects messages until the turn is over. */
export class Outbox<M> {
  readonly #port: Port;
  readonly #afterTurn: (flush: () => void) => void;
  #messages: M[] = [];
  #parts: (Uint8Array | undefined)[] = [];

  /** @param afterTurn calls back when no more messages come for now. */
  constructor(port: Port, afterTurn: (flush: () => void) => void) {
    this.#port = port;
    this.#afterTurn = afterTurn;
  }

  /** @param bytes are given away: nobody reads them afterwards. */
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
    let at = 0;
    for (const part of this.#parts) {
      if (part === undefined) continue;
      bytes.set(part, at);
      at += part.length;
    }
    const batch: Batch<M> = { messages: this.#messages, sizes, bytes };
    this.#messages = [];
    this.#parts = [];
    this.#port.postMessage(batch, [bytes.buffer]);
  }
}

/** A large message goes without a copy, if nothing else lies in its memory: a schema has 60 MB. */
export function ownsLargeBuffer(bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return bytes.length >= 1_000_000 && buffer instanceof ArrayBuffer && buffer.byteLength - bytes.length < 16;
}

/** Each message of a batch with its bytes, in order. */
export function* unpack<M>({ messages, sizes, bytes }: Batch<M>): Generator<readonly [M, Buffer]> {
  let at = 0;
  for (const [index, message] of messages.entries()) {
    const size = sizes[index] ?? 0;
    yield [message, Buffer.from(bytes.buffer, bytes.byteOffset + at, size)];
    at += size;
  }
}

/** The bytes of an answer without a message. */
export const noBytes: Buffer = Buffer.alloc(0);
