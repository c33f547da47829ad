/** The gRPC thread and the batches that go to it and come from it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type Batch, Outbox, opened } from "../../src/plugin/batch.ts";
import { code } from "../../src/plugin/grpc-code.ts";
import { startGrpcThread } from "../../src/plugin/grpc-thread.ts";

describe("a batch", () => {
  it("holds each message with its own bytes, in order, as one transfer", () => {
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
        assert.equal(turns.length, 1, "once a turn, however many there are");
        turns[0]?.();
        const got = sent.flatMap((batch) => [...opened(batch)]).map(([text, bytes]) => [text, [...bytes]]);
        assert.deepEqual(
          got,
          messages.map(([text, bytes]) => [text, [...(bytes ?? [])]]),
        );
      }),
    );
  });
});

describe("the gRPC thread", () => {
  /** Nobody listens there. */
  const closedPort = 1;

  it("says that nobody answers", async () => {
    const thread = startGrpcThread();
    const wire = thread.connect(closedPort);
    assert.equal(await wire.ready(100), false);
    assert.equal((await wire.send("/a.B/C", Buffer.alloc(0), Date.now() + 5000)).code, code.unavailable);
    thread.close();
  });

  it("leaves nobody waiting when it ends: neither who asked before, nor who asks later", async () => {
    const thread = startGrpcThread();
    const wire = thread.connect(closedPort);
    const before = [wire.ready(60_000), wire.send("/a.B/C", Buffer.alloc(0), Infinity)] as const;
    thread.close();
    assert.equal(await before[0], false);
    assert.equal((await before[1]).code, code.unavailable);
    assert.equal(await wire.ready(60_000), false);
    assert.equal((await wire.send("/a.B/C", Buffer.alloc(0), Infinity)).code, code.unavailable);
  });

  it("answers what was asked over a connection that is closed with a failure, in time", async () => {
    const thread = startGrpcThread();
    const wire = thread.connect(closedPort);
    wire.close();
    const reply = await wire.send("/a.B/C", Buffer.alloc(0), Date.now() + 5000);
    assert.notEqual(reply.code, code.ok);
    assert.equal(await wire.ready(100), false);
    thread.close();
  });
});
