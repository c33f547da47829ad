/** The gRPC thread. It receives and sends only encoded messages. */
import { parentPort } from "node:worker_threads";
import {
  type ChannelInterface as Channel,
  Client,
  credentials,
  getClientChannel,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type StatusObject,
  type sendUnaryData,
} from "@grpc/grpc-js";
import { type Batch, type FromThread, noBytes, Outbox, type ToThread, unpack } from "./batch.ts";
import { CallLine } from "./call-line.ts";
import { grpcCode } from "./grpc-code.ts";

/** The options are explained in docs/providers.md#channel-options. gRPC does not repeat calls, because patient-provider.ts does. */
const channelOptions = {
  "grpc.max_receive_message_length": -1,
  "grpc.max_send_message_length": -1,
  "grpc.enable_http_proxy": 0,
  "grpc.enable_retries": 0,
  "grpc.enable_channelz": 0,
  "grpc.use_local_subchannel_pool": 1,
  "grpc-node.flow_control_window": 16 * 1024 * 1024,
};

type Call = ReturnType<Channel["createCall"]>;
type Question = ToThread & { readonly kind: "call" };

interface Wire {
  /** Two connections, so that one can send while the other one receives a large message. */
  readonly clients: readonly Client[];
  readonly channels: readonly Channel[];
  readonly outstanding: Set<Call>;
  readonly waiting: Map<Question, () => void>;
  calls: number;
}

interface Service {
  readonly server: Server;
  readonly unanswered: Map<number, sendUnaryData<Buffer>>;
  questions: number;
}

const run = parentPort;
if (run === null) throw new Error("the gRPC thread is started by a run");

const metadata = new Metadata();
const wires = new Map<number, Wire>();
const services = new Map<number, Service>();
const outbox = new Outbox<FromThread>(run, setImmediate);
let queue = new CallLine(1);

run.on("message", (batch: Batch<ToThread>) => {
  for (const [message, bytes] of unpack(batch)) take(message, bytes);
});

function take(message: ToThread, bytes: Buffer): void {
  switch (message.kind) {
    case "limit":
      queue = new CallLine(message.atOnce);
      break;
    case "connect":
      connect(message);
      break;
    case "serve":
      serve(message);
      break;
    case "reply":
      reply(message, bytes);
      break;
    case "stop":
      services.get(message.service)?.server.forceShutdown();
      services.delete(message.service);
      break;
    case "call":
    case "ready":
    case "cancel":
    case "close":
      takeFor(message, bytes);
  }
}

function connect({ wire, port }: ToThread & { readonly kind: "connect" }): void {
  const clients = [client(port), client(port)];
  const channels = clients.map(getClientChannel);
  wires.set(wire, { clients, channels, outstanding: new Set(), waiting: new Map(), calls: 0 });
}

function serve({ service: number, call, paths }: ToThread & { readonly kind: "serve" }): void {
  const service: Service = { server: new Server(channelOptions), unanswered: new Map(), questions: 0 };
  services.set(number, service);
  const asIs = (bytes: Buffer): Buffer => bytes;
  const methods: ServiceDefinition = Object.fromEntries(
    paths.map((path) => [
      path,
      {
        path,
        requestStream: false,
        responseStream: false,
        requestSerialize: asIs,
        requestDeserialize: asIs,
        responseSerialize: asIs,
        responseDeserialize: asIs,
      },
    ]),
  );
  const ask = (path: string) => (question: { readonly request: Buffer }, answer: sendUnaryData<Buffer>) => {
    service.questions += 1;
    service.unanswered.set(service.questions, answer);
    outbox.post({ kind: "question", service: number, question: service.questions, path }, question.request);
  };
  service.server.addService(methods, Object.fromEntries(paths.map((path) => [path, ask(path)])));
  service.server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
    outbox.post({ kind: "serving", call, port: error === null ? port : 0 }),
  );
}

function reply(
  { service, question, code: status, details }: ToThread & { readonly kind: "reply" },
  bytes: Buffer,
): void {
  const unanswered = services.get(service)?.unanswered;
  const answer = unanswered?.get(question);
  unanswered?.delete(question);
  if (status === grpcCode.ok) answer?.(null, bytes);
  else answer?.({ code: status, details });
}

type ForWire = ToThread & { readonly kind: "call" | "ready" | "cancel" | "close" };

function takeFor(message: ForWire, bytes: Buffer): void {
  const wire = wires.get(message.wire);
  if (wire === undefined) {
    refuseRequest(message);
    return;
  }
  switch (message.kind) {
    case "call":
      if (message.inLine) enqueue(wire, message, bytes);
      else sendQuestion(wire, message, bytes, () => {});
      break;
    case "ready":
      wire.clients[0]?.waitForReady(Date.now() + message.withinMs, (error) =>
        outbox.post({ kind: "ready", call: message.call, ready: error === undefined || error === null }),
      );
      break;
    case "cancel":
      for (const call of wire.outstanding) call.cancelWithStatus(grpcCode.cancelled, runInterrupted);
      failQueued(wire, grpcCode.cancelled, runInterrupted);
      break;
    case "close":
      failQueued(wire, grpcCode.unavailable, connectionClosed);
      for (const grpcClient of wire.clients) grpcClient.close();
      wires.delete(message.wire);
  }
}

const runInterrupted = "the run was interrupted";
const connectionClosed = "the connection is closed";

function refuseRequest(message: ForWire): void {
  if (message.kind === "ready") outbox.post({ kind: "ready", call: message.call, ready: false });
  if (message.kind === "call") failQuestion(message, grpcCode.unavailable, connectionClosed);
}

function failQuestion({ call }: Question, status: number, details: string): void {
  outbox.post({ kind: "failure", call, code: status, details, overLimit: false });
}

function enqueue(wire: Wire, question: Question, bytes: Buffer): void {
  const begin = (): void => {
    wire.waiting.delete(question);
    sendQuestion(wire, question, bytes, () => queue.end());
  };
  if (!queue.enter(begin)) wire.waiting.set(question, begin);
}

function failQueued({ waiting }: Wire, status: number, details: string): void {
  for (const [question, begin] of waiting) {
    queue.leave(begin);
    failQuestion(question, status, details);
  }
  waiting.clear();
}

function client(port: number): Client {
  return new Client(`127.0.0.1:${port}`, credentials.createInsecure(), channelOptions);
}

/** Makes a call directly on the channel. This is faster than `Client`, which adds interceptors and a stack trace to each call. */
function sendQuestion(
  wire: Wire,
  { call: number, path, limitMs, inParts }: Question,
  bytes: Buffer,
  ended: () => void,
): void {
  const deadline = limitMs > 0 ? Date.now() + limitMs : Infinity;
  wire.calls += 1;
  const call = wire.channels[wire.calls % wire.channels.length]?.createCall(path, deadline, null, null, null);
  if (call === undefined) return;
  // A stream may end without a message.
  let answer: Buffer | undefined = inParts ? noBytes : undefined;
  wire.outstanding.add(call);
  call.start(metadata, {
    onReceiveMetadata: () => {},
    onReceiveMessage: (message: Buffer | null) => {
      if (message === null) return;
      answer ??= message;
      if (!inParts) return;
      outbox.post({ kind: "part", call: number }, message);
      call.startRead();
    },
    onReceiveStatus: (status) => {
      wire.outstanding.delete(call);
      if (status.code === 0 && answer !== undefined) outbox.post({ kind: "answer", call: number }, answer);
      else {
        const overLimit = status.code === grpcCode.deadlineExceeded && Date.now() >= deadline;
        const { code: failure, details } = status;
        outbox.post({ kind: "failure", call: number, code: failure, details, overLimit }, packed(status));
      }
      ended();
    },
  });
  call.startRead();
  call.sendMessageWithContext({}, bytes);
  call.halfClose();
}

function packed(status: StatusObject): Uint8Array | undefined {
  const bytes = status.metadata.get("grpc-status-details-bin")[0];
  return bytes instanceof Uint8Array ? bytes : undefined;
}
