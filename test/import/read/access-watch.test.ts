/** imp stops reading from a provider if its first reads fail for lack of access, but never after a successful read. */
import assert from "node:assert/strict";
import { ImpError } from "../../../src/domain/errors.ts";
import type { Urn } from "../../../src/domain/graph.ts";
import type { ProviderInstance } from "../../../src/import/providers/providers.ts";
import { AccessWatch } from "../../../src/import/read/access-watch.ts";
import { type Provider, ProviderError, type ReadRequest, type ReadResult } from "../../../src/plugin/provider.ts";

const emptyRead: ReadResult = {
  id: "",
  outputs: new Map(),
  inputs: new Map(),
  initErrors: [],
  refreshBeforeUpdate: false,
};

type Answer = (request: ReadRequest) => Promise<ReadResult>;

function watchOf(answer: Answer) {
  const readIds: string[] = [];
  let cancelled = 0;
  const provider = {
    read: (request: ReadRequest) => {
      readIds.push(request.id);
      return answer(request);
    },
    cancelCalls: () => {
      cancelled += 1;
    },
  } as Partial<Provider> as Provider;
  const label = "the default provider (mq 1.0.0)";
  const instance = { label, isDefault: true, package: { name: "mq" }, provider } as Partial<ProviderInstance>;
  const watch = new AccessWatch(instance as ProviderInstance, undefined);
  return { watch, asked: readIds, cancelled: () => cancelled };
}

function requestOf(index: number, type = "Queue"): ReadRequest {
  const token = `mq:index/x:${type}`;
  return { urn: urnOf(index, type), type: token, name: `n${index}`, id: `i${index}` };
}

function urnOf(index: number, type = "Queue"): Urn {
  return `urn:pulumi:dev::p::mq:index/x:${type}::n${index}` as Urn;
}

function refused(message: (request: ReadRequest) => string, failure: ProviderError["failure"] = "other"): Answer {
  return (request) => Promise.reject(new ProviderError(failure, "Read", message(request)));
}

/** Reads the requests one after the other. For each, returns `ok`, or the code or message of the error. */
async function inTurn(watch: AccessWatch, requests: readonly ReadRequest[]): Promise<readonly string[]> {
  const ends: string[] = [];
  for (const request of requests) ends.push(await endOf(watch.read(request)));
  return ends;
}

async function endOf(read: Promise<ReadResult>): Promise<string> {
  try {
    await read;
    return "ok";
  } catch (error) {
    return error instanceof ImpError ? error.code : (error as Error).message;
  }
}

const five = [0, 1, 2, 3, 4].map((index) => requestOf(index));

describe("a provider whose reads fail for lack of access", () => {
  it("stops the reads of a provider after three equal access failures", async () => {
    const { watch, asked, cancelled } = watchOf(refused(({ urn, id }) => `Refreshing ${urn}: ${id}: 401 Unauthorized`));
    const ends = await inTurn(watch, five);
    assert.deepEqual(ends.slice(2), ["PROVIDER_ACCESS", "PROVIDER_ACCESS", "PROVIDER_ACCESS"]);
    assert.deepEqual(asked, ["i0", "i1", "i2"]);
    assert.equal(cancelled(), 1);
    const error = watch.lostWith(urnOf(0));
    assert.match(error?.explanation.why ?? "", /^Refreshing <URN>: <id>: 401 Unauthorized\.\nThe first 3 reads /);
    assert.equal(watch.lostWith(urnOf(4)), undefined);
  });

  it("cancels the pending reads of a provider whose reads fail for lack of access", async () => {
    const failing = refused(() => "connection refused");
    const { watch } = watchOf((request) => (request.id > "i2" ? new Promise(() => {}) : failing(request)));
    const ends = await Promise.all([...five].reverse().map((request) => endOf(watch.read(request))));
    assert.deepEqual(ends.slice(0, 2), ["PROVIDER_ACCESS", "PROVIDER_ACCESS"]);
  });

  it("continues after a read that succeeded or found nothing", async () => {
    for (const first of [() => Promise.resolve(emptyRead), refused(() => "gone", "not-found")]) {
      const failing = refused(() => "401 Unauthorized");
      const { watch, asked } = watchOf((request) => (request.id === "i0" ? first(request) : failing(request)));
      await inTurn(watch, five);
      assert.equal(asked.length, 5);
      assert.equal(watch.isLost, false);
    }
  });

  it("continues if the failures do not concern access", async () => {
    const { watch, asked } = watchOf(refused(() => "InternalError"));
    await inTurn(watch, five);
    assert.equal(asked.length, 5);
  });

  it("does not count a read with a malformed ID", async () => {
    const failing = refused(() => "401 Unauthorized");
    const malformed = refused(() => "invalid id", "invalid");
    const { watch, asked } = watchOf((request) => (request.id === "i1" ? malformed(request) : failing(request)));
    await inTurn(watch, five);
    assert.equal(asked.length, 4);
  });

  it("stops the reads of a provider that lacks a permission after failures of two resource types", async () => {
    const { watch, asked } = watchOf(refused(() => "403 Forbidden"));
    await inTurn(watch, five);
    assert.equal(asked.length, 5);
    await inTurn(watch, [requestOf(5, "User"), requestOf(6, "User")]);
    assert.equal(asked.length, 6);
    assert.equal(watch.isLost, true);
  });

  it("continues after timeouts of a single resource type", async () => {
    const { watch, asked } = watchOf(refused(() => "no answer", "timeout"));
    await inTurn(watch, five);
    assert.equal(asked.length, 5);
  });

  it("stops the reads of a provider after ten different messages with the same cause", async () => {
    const words = (request: ReadRequest): string =>
      `service ${"abcdefghijklm"[Number(request.id.slice(1))]}: token has expired`;
    const { watch, asked } = watchOf(refused(words));
    await inTurn(
      watch,
      Array.from({ length: 13 }, (_, index) => requestOf(index)),
    );
    assert.equal(asked.length, 10);
  });

  it("fails all reads with the cancellation if the run is cancelled", async () => {
    const { watch } = watchOf(refused(() => "the run was interrupted", "cancelled"));
    assert.deepEqual(new Set(await inTurn(watch, five)), new Set(["the run was interrupted"]));
  });
});
