/**
 * The gRPC thread: it makes the calls that the run asks for, and answers in bytes. Two fifths of what a call costs are spent in here.
 */
import { parentPort } from "node:worker_threads";
import {
  type ChannelInterface as Channel,
  Client,
  credentials,
  getClientChannel,
  Metadata,
  type StatusObject,
} from "@grpc/grpc-js";
import { type Batch, type FromThread, Outbox, opened, type ToThread } from "./batch.ts";
import { channelOptions } from "./channel-options.ts";
import { code } from "./grpc-code.ts";

type Call = ReturnType<Channel["createCall"]>;

interface Wire {
  /** Over one alone, client and plugin wait for each other: each sends only when it is through with all that came. */
  readonly clients: readonly Client[];
  readonly channels: readonly Channel[];
  readonly outstanding: Set<Call>;
  calls: number;
}

const run = parentPort;
if (run === null) throw new Error("the gRPC thread is started by a run");

const metadata = new Metadata();
const wires = new Map<number, Wire>();
const outbox = new Outbox<FromThread>(run, setImmediate);

run.on("message", (batch: Batch<ToThread>) => {
  for (const [message, bytes] of opened(batch)) take(message, bytes);
});

function take(message: ToThread, bytes: Buffer): void {
  if (message.kind === "connect") {
    const clients = [client(message.port), client(message.port)];
    wires.set(message.wire, { clients, channels: clients.map(getClientChannel), outstanding: new Set(), calls: 0 });
    return;
  }
  const wire = wires.get(message.wire);
  if (wire === undefined) {
    refuse(message);
    return;
  }
  switch (message.kind) {
    case "call":
      send(wire, message, bytes);
      break;
    case "ready":
      wire.clients[0]?.waitForReady(Date.now() + message.withinMs, (error) =>
        outbox.post({ kind: "ready", call: message.call, ready: error === undefined || error === null }),
      );
      break;
    case "cancel":
      for (const call of wire.outstanding) call.cancelWithStatus(code.cancelled, "the run was interrupted");
      break;
    case "close":
      for (const one of wire.clients) one.close();
      wires.delete(message.wire);
  }
}

/** Whoever asks over a connection that is closed gets an answer too. */
function refuse(message: ToThread): void {
  if (message.kind === "ready") outbox.post({ kind: "ready", call: message.call, ready: false });
  if (message.kind !== "call") return;
  outbox.post({ kind: "failure", call: message.call, code: code.unavailable, details: "the connection is closed" });
}

function client(port: number): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), channelOptions);
}

/** One message each way, over the channel itself: interceptors, and a stack trace for each call, would serve nobody. */
function send(wire: Wire, { call: number, path, deadline }: ToThread & { kind: "call" }, bytes: Buffer): void {
  wire.calls += 1;
  const call = wire.channels[wire.calls % wire.channels.length]?.createCall(path, deadline, null, null, null);
  if (call === undefined) return;
  let answer: Buffer | undefined;
  wire.outstanding.add(call);
  call.start(metadata, {
    onReceiveMetadata: () => {},
    onReceiveMessage: (message: Buffer | null) => {
      answer ??= message ?? undefined;
    },
    onReceiveStatus: (status) => {
      wire.outstanding.delete(call);
      if (status.code === 0 && answer !== undefined) outbox.post({ kind: "answer", call: number }, answer);
      else outbox.post({ kind: "failure", call: number, code: status.code, details: status.details }, packed(status));
    },
  });
  call.startRead();
  call.sendMessageWithContext({}, bytes);
  call.halfClose();
}

/** The status that the server packed, with details; most pack none. */
function packed(status: StatusObject): Uint8Array | undefined {
  const bytes = status.metadata.get("grpc-status-details-bin")[0];
  return bytes instanceof Uint8Array ? bytes : undefined;
}
