/** The gRPC thread, and the batches of messages to and from it. */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Server, ServerCredentials, type sendUnaryData } from "@grpc/grpc-js";
import fc from "fast-check";
import { type Batch, Outbox, unpack } from "../../src/plugin/batch.ts";
import { grpcCode } from "../../src/plugin/grpc-code.ts";
import { type Answer, startGrpcThread } from "../../src/plugin/grpc-thread.ts";

describe("batches of messages", () => {
  it("transfers all messages of a turn between threads in one batch, in order", () => {
    const message = fc.tuple(fc.string(), fc.option(fc.uint8Array({ maxLength: 50 }), { nil: undefined }));
    fc.assert(
      fc.property(fc.array(message, { minLength: 1, maxLength: 20 }), (messages) => {
        const sent: Batch<string>[] = [];
        const turns: (() => void)[] = [];
        const outbox = new Outbox<string>(
          {
            postMessage: (batch, transfer) => {
              assert.deepEqual(transfer, [(batch as Batch<string>).bytes.buffer]);
              sent.push(structuredClone(batch, { transfer: [...transfer] }) as Batch<string>);
            },
          },
          (flush) => turns.push(flush),
        );
        for (const [text, bytes] of messages) outbox.post(text, bytes);
        assert.equal(turns.length, 1, "one transfer per turn of the event loop");
        turns[0]?.();
        const got = sent.flatMap((batch) => [...unpack(batch)]).map(([text, bytes]) => [text, [...bytes]]);
        assert.deepEqual(
          got,
          messages.map(([text, bytes]) => [text, [...(bytes ?? [])]]),
        );
      }),
    );
  });
});

describe("the gRPC thread", () => {
  /** The port is not in use. */
  const closedPort = 1;
  const question = { path: "/a.B/C", bytes: Buffer.alloc(0), limitMs: 0, inLine: true };

  it("reports that no server responds", async () => {
    const thread = startGrpcThread(4);
    const wire = thread.connect(closedPort);
    assert.equal(await wire.ready(100), false);
    assert.equal((await wire.send({ ...question, limitMs: 5000 })).code, grpcCode.unavailable);
    thread.close();
  });

  it("fails pending and later calls after the gRPC thread is closed", async () => {
    const thread = startGrpcThread(4);
    const wire = thread.connect(closedPort);
    const before = [wire.ready(60_000), wire.send(question)] as const;
    thread.close();
    assert.equal(await before[0], false);
    assert.equal((await before[1]).code, grpcCode.unavailable);
    assert.equal(await wire.ready(60_000), false);
    assert.equal((await wire.send(question)).code, grpcCode.unavailable);
  });

  it("fails calls of a closed connection immediately", async () => {
    const thread = startGrpcThread(4);
    const wire = thread.connect(closedPort);
    wire.close();
    const reply = await wire.send({ ...question, limitMs: 5000 });
    assert.notEqual(reply.code, grpcCode.ok);
    assert.equal(await wire.ready(100), false);
    thread.close();
  });

  it("serves calls with bytes or errors until the gRPC thread is closed", async () => {
    const thread = startGrpcThread(4);
    const served = await thread.serve(
      new Map<string, (request: Buffer) => Answer>([
        [
          "/a.B/Twice",
          (request: Buffer) => ({ code: grpcCode.ok, details: "", bytes: Buffer.concat([request, request]) }),
        ],
        ["/a.B/Never", () => ({ code: grpcCode.failedPrecondition, details: "never" })],
      ]),
    );
    const wire = thread.connect(served.port);
    const asked = (path: string) => wire.send({ ...question, path, bytes: Buffer.from("ab"), limitMs: 5000 });
    assert.equal((await asked("/a.B/Twice")).bytes.toString(), "abab");
    const failed = await asked("/a.B/Never");
    assert.deepEqual([failed.code, failed.details], [grpcCode.failedPrecondition, "never"]);
    assert.equal((await asked("/a.B/Unknown")).code, grpcCode.unimplemented);
    served.close();
    assert.equal((await wire.send({ ...question, path: "/a.B/Twice", limitMs: 300 })).bytes.length, 0);
    thread.close();
    await assert.rejects(thread.serve(new Map()), /closed/);
  });

  it("limits pending calls of all connections, except urgent calls", async () => {
    const servers = [await serve(), await serve()];
    const thread = startGrpcThread(3);
    const wires = servers.map(({ port }) => thread.connect(port));
    const calls = wires.flatMap((wire) => Array.from({ length: 5 }, () => wire.send(question)));
    await until(() => underWay(servers) === 3);
    const urgent = wires.map((wire) => wire.send({ ...question, path: "/a.B/U", inLine: false }));
    await until(() => underWay(servers) === 5);
    for (let answered = 1; answered <= 10; answered += 1) {
      servers.find(({ held }) => held.length > 0)?.held.shift()?.();
      await until(() => underWay(servers) === Math.min(3, 10 - answered) + 2);
    }
    for (const { urgent: held } of servers) held[0]?.();
    const replies = await Promise.all([...calls, ...urgent]);
    assert.deepEqual(new Set(replies.map((reply) => reply.code)), new Set([grpcCode.ok]));
    thread.close();
    for (const { close } of servers) close();
  });

  it("measures the timeout of a call from its start, not from its time in the queue", async () => {
    const server = await serve();
    const thread = startGrpcThread(1);
    const wire = thread.connect(server.port);
    const first = wire.send({ ...question, limitMs: 300 });
    const second = wire.send({ ...question, limitMs: 300 });
    const slow = await first;
    assert.deepEqual([slow.code, slow.overLimit], [grpcCode.deadlineExceeded, true]);
    await until(() => server.held.length === 2);
    server.held[1]?.();
    assert.equal((await second).code, grpcCode.ok);
    thread.close();
    server.close();
  });

  it("fails waiting calls that were cancelled or whose connection was closed", async () => {
    const server = await serve();
    const thread = startGrpcThread(1);
    const wires = [thread.connect(server.port), thread.connect(server.port), thread.connect(server.port)] as const;
    const under = wires[0].send(question);
    await until(() => server.held.length === 1);
    const inLine = [wires[0].send(question), wires[1].send(question), wires[2].send(question)] as const;
    wires[1].close();
    assert.equal((await inLine[1]).code, grpcCode.unavailable);
    wires[0].cancel();
    assert.deepEqual([(await under).code, (await inLine[0]).code], [grpcCode.cancelled, grpcCode.cancelled]);
    await until(() => server.held.length === 2);
    server.held[1]?.();
    assert.equal((await inLine[2]).code, grpcCode.ok);
    thread.close();
    server.close();
  });
});

interface Holding {
  readonly port: number;
  /** Functions in the order of the calls. Each responds to one pending call. */
  readonly held: (() => void)[];
  /** Such functions for calls of the urgent method. */
  readonly urgent: (() => void)[];
  close(): void;
}

function underWay(servers: readonly Holding[]): number {
  return servers.reduce((sum, { held, urgent }) => sum + held.length + urgent.length, 0);
}

/** Starts a server that responds to a call only if the test releases the call. */
async function serve(): Promise<Holding> {
  const server = new Server();
  const [held, urgent]: [(() => void)[], (() => void)[]] = [[], []];
  const bytes = (value: Buffer): Buffer => value;
  const method = { requestStream: false, responseStream: false, requestSerialize: bytes, responseSerialize: bytes };
  const definition = { ...method, requestDeserialize: bytes, responseDeserialize: bytes };
  const hold = (list: (() => void)[]) => (_: unknown, answer: sendUnaryData<Buffer>) =>
    list.push(() => answer(null, Buffer.alloc(0)));
  server.addService(
    { C: { ...definition, path: "/a.B/C" }, U: { ...definition, path: "/a.B/U" } },
    { C: hold(held), U: hold(urgent) },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, held, urgent, close: () => server.forceShutdown() };
}

/** Waits until the condition is true, and then for 20 ms, so that unexpected calls can arrive. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 2000 && !isSo(); turn += 1) await pause(2);
  await pause(20);
  assert.ok(isSo());
}
